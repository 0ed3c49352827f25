/**
 * The effects of copies of files that people send (machines/media-copy.ts), and what a start takes over from programs that had no
 * actors for them.
 */
import { randomBytes } from 'node:crypto';
import type { MediaCopyEvent } from '../../../machines/media-copy.ts';
import type { Sql } from '../../../store/connect.ts';
import {
  type CopyPlace,
  deleteCopy,
  findCopy,
  finishCopy,
  type DeletedCopy,
  listDeletedCopies,
  nameCopy,
  takeUnmovedCopies,
} from '../../../store/message-copies.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import { type MediaCopyHandlers, startCopy } from '../../kinds/media-copy.ts';
import type { Media } from '../media/index.ts';

interface CopyDeps {
  sql: Sql;
  media: Pick<Media, 'copyPrivately' | 'removePrivate'>;
  /** Epoch ms. */
  clock: () => number;
  /** From 0 to 1: spreads the files that wait for others. */
  random: () => number;
}

/** Files that a node copies, or deletes, at once: each may be 25 MB, and effects of other kinds need places too. */
const MAX_AT_ONCE = 8;
/** A file that finds them taken waits at least this long, and at most five times as long, ms. */
const QUEUED_MS = 2_000;
/** Files that could not be deleted are tried again after this time, ms. */
const LEFT_MS = 60_000;
/** Rows of one statement. */
const BATCH = 200;

type CopyEvent = Extract<MediaCopyEvent, { type: `copy.${string}` }>;

export function copyHandlers(deps: CopyDeps): MediaCopyHandlers {
  let running = 0;
  return {
    copyFile: async (file): Promise<CopyEvent> => {
      if (running >= MAX_AT_ONCE)
        return { type: 'copy.later', afterMs: Math.round(QUEUED_MS * (1 + 4 * deps.random())) };
      running += 1;
      try {
        return await copy(deps, file);
      } finally {
        running -= 1;
      }
    },
    removeFiles: async ({ messageIds }) => {
      const left = await removeDeletedCopies(deps, messageIds);
      return left.count === 0
        ? { type: 'files.removed' }
        : { type: 'files.left', afterMs: LEFT_MS, reason: left.reason };
    },
  };
}

/** @throws when the database cannot be reached: then the effect runs again */
async function copy({ sql, media, clock }: CopyDeps, file: CopyPlace): Promise<CopyEvent> {
  const found = await findCopy(sql, file);
  if (!found || found.gone) return { type: 'copy.gone' };
  if (found.isKept) return { type: 'copy.done' };
  if (found.url === null) {
    await deleteCopy(sql, file);
    return { type: 'copy.gone' };
  }
  const random = found.name?.slice(2, 66) ?? randomBytes(32).toString('hex');
  let fault: unknown;
  // the name is stored first: a crash leaves no file whose name nobody knows
  const isWanted = (name: string) =>
    nameCopy(sql, file, name).catch((cause: unknown) => {
      fault = cause;
      throw cause;
    });
  let name: string | null;
  try {
    name = await media.copyPrivately(found.url, { random, isWanted });
  } catch (error) {
    if (fault !== undefined) throw fault;
    return { type: 'copy.failed', reason: error instanceof Error ? error.message : String(error) };
  }
  if (name === null) return { type: 'copy.gone' };
  if (await finishCopy(sql, file, clock())) return { type: 'copy.done' };
  await media.removePrivate(name); // the message was deleted meanwhile
  return { type: 'copy.gone' };
}

/**
 * Deletes the copies of messages that were deleted.
 * @param messageIds null means of all messages
 * @returns how many are left, and why
 */
export async function removeDeletedCopies(
  { sql, media }: { sql: Sql; media: Pick<Media, 'removePrivate'> },
  messageIds: readonly string[] | null,
): Promise<{ count: number; removed: number; reason: string | null }> {
  const left = { count: 0, removed: 0, reason: null as string | null };
  const remove = async (file: DeletedCopy): Promise<void> => {
    const reason = file.isBeingCopied ? null : await removeFile(media, file.name);
    if (file.isBeingCopied || reason !== null) {
      left.count += 1;
      left.reason = reason ?? left.reason;
    } else {
      left.removed += 1;
      await deleteCopy(sql, file);
    }
  };
  for (let after: CopyPlace | null = null; ;) {
    const files: DeletedCopy[] = await listDeletedCopies(sql, { messageIds, after, limit: BATCH });
    if (files.length === 0) return left;
    for (let from = 0; from < files.length; from += MAX_AT_ONCE)
      await Promise.all(files.slice(from, from + MAX_AT_ONCE).map(remove));
    after = files.at(-1)!;
  }
}

/** @returns why the file could not be deleted; null if it was, or there is none */
async function removeFile(media: Pick<Media, 'removePrivate'>, name: string | null): Promise<string | null> {
  try {
    if (name !== null) await media.removePrivate(name);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Starts an actor for each copy that a program without such actors was to make. May run at every start and on several nodes at once.
 * @returns how many
 */
export async function moveCopies({ node }: { node: Pick<Node, 'command'> }): Promise<number> {
  for (let moved = 0; ;) {
    const count = await node.command(async (tx, turn: Turn) => {
      const rows = await takeUnmovedCopies(tx, BATCH);
      for (const { messageId, place, workspaceId, accountId, tries, nextAt } of rows)
        startCopy(turn, workspaceId, { accountId, file: { messageId, place }, known: { tries, nextAt } });
      return { result: rows.length };
    });
    moved += count;
    if (count < BATCH) return moved;
  }
}
