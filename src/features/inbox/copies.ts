/**
 * Copies the files that people send, since networks delete theirs within days, and deletes the copies of messages that are
 * gone. This runs beside the messages: a file that cannot be copied is shown at the network's address as long as that works.
 */
import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../store/connect.ts';
import {
  claimCopies,
  deleteCopy,
  type DueCopy,
  finishCopy,
  nameCopy,
  postponeCopy,
} from '../../../store/message-copies.ts';
import type { Log } from '../../base/log.ts';
import type { Media } from '../media/index.ts';

export interface CopyDeps {
  sql: Sql;
  media: Pick<Media, 'copyPrivately' | 'removePrivate'>;
  /** Epoch ms. */
  clock: () => number;
  log: Log;
}

/** Another node may try a copy after this time, ms: longer than a download may take. */
const LEASE_MS = 5 * 60_000;
/** Waits before the second and the third try; there is no fourth. */
const AGAIN_AFTER_MS = [60_000, 15 * 60_000] as const;
const EVERY_MS = 1_000;
const BATCH = 8;

/** Copies and deletes what is due. @returns how many */
export async function copyDue(deps: CopyDeps): Promise<number> {
  const now = deps.clock();
  const due = await claimCopies(deps.sql, { now, until: now + LEASE_MS, limit: BATCH });
  await Promise.all(due.map((copy) => (copy.gone ? remove(deps, copy) : make(deps, copy))));
  return due.length;
}

async function make({ sql, media, clock, log }: CopyDeps, copy: DueCopy): Promise<void> {
  const { url, messageId, place } = copy;
  if (url === null) return void (await deleteCopy(sql, copy));
  try {
    // the name is stored first: a crash leaves no file whose name nobody knows
    const isWanted = (name: string) => nameCopy(sql, copy, name);
    const random = copy.name?.slice(2, 66) ?? randomBytes(32).toString('hex');
    const name = await media.copyPrivately(url, { random, isWanted });
    if (name === null) return;
    const { count } = await finishCopy(sql, copy, clock());
    if (count === 0) await media.removePrivate(name); // the message was deleted meanwhile
  } catch (error) {
    const wait = AGAIN_AFTER_MS[copy.tries - 1];
    log.info({ message: messageId, place, error: String(error) }, 'a file of a message could not be copied');
    await postponeCopy(sql, copy, wait === undefined ? null : clock() + wait);
  }
}

async function remove({ sql, media, log }: CopyDeps, copy: DueCopy): Promise<void> {
  try {
    if (copy.name !== null) await media.removePrivate(copy.name);
    await deleteCopy(sql, copy);
  } catch (error) {
    // it is tried again when the claim ends
    log.warn({ message: copy.messageId, error: String(error) }, 'a copied file could not be deleted');
  }
}

/** Copies at an interval. @returns a function that stops it */
export function keepCopied(deps: CopyDeps): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = copyDue(deps)
      .catch((error: unknown) => {
        deps.log.warn({ error: String(error) }, 'files of messages could not be copied; trying again');
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(look, EVERY_MS).unref();
      });
  };
  look();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
