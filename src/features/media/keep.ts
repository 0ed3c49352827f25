/** A file that a caller sends or names, hosted: stored, with its row. */
import { MediaError } from '../../../adapters/port/publish.ts';
import type { Tx } from '../../../store/connect.ts';
import { keepMedia, type MediaRow } from '../../../store/media.ts';
import { withdrawRemoval } from '../../../store/media-removals.ts';
import type { Principal } from '../../api/principal.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { newId } from '../../base/ids.ts';
import type { MediaContext } from './context.ts';
import { fileNameFrom, fileNameOf, searchedText } from './file-name.ts';
import { type HostedFile, UnfitFile } from './hosting.ts';
import { storageProblem } from './problem.ts';
import type { WaitingFile } from './storage.ts';

export interface Received {
  file: WaitingFile;
  discard: () => void;
}

/** A file that is stored, and whose row is not. */
interface StoredFile {
  file: WaitingFile;
  hosted: HostedFile;
}

type Keeper = Pick<MediaContext, 'media' | 'log'>;

/**
 * Stores a file.
 * @param receive gets it; param: JSON pointer of the request field it came from
 * @throws Problem that names the field
 */
export async function keepReceived(
  context: Keeper,
  receive: () => Promise<Received>,
  param: string,
): Promise<StoredFile> {
  try {
    const { file, discard } = await receive();
    try {
      return { file, hosted: await context.media.keep(file) };
    } finally {
      discard();
    }
  } catch (cause) {
    throw problemOf(cause, param, context);
  }
}

/** Whose library a file is for. */
interface Keeping {
  workspaceId: string;
  principal: Pick<Principal, 'userId' | 'userName'>;
  /** What it was called where it came from; null if nobody said. */
  fileName: string | null;
  /** Epoch ms. */
  now: number;
}

/**
 * Stores the row of a file.
 * @returns the row of the file in this workspace, which may have been there before
 * @throws Problem where the file was deleted from the store while it was uploaded again
 */
export async function keepRow(
  tx: Tx,
  { media }: Pick<Keeper, 'media'>,
  { file, hosted, workspaceId, principal, fileName, now }: StoredFile & Keeping,
): Promise<MediaRow> {
  const name = fileName === null ? null : fileNameOf(fileName);
  const row = await keepMedia(
    tx,
    {
      id: newId('med', now),
      workspaceId,
      name: hosted.name,
      sha256: Buffer.from(file.sha256, 'hex'),
      contentType: hosted.type,
      bytes: file.bytes,
      width: hosted.pixels?.width ?? null,
      height: hosted.pixels?.height ?? null,
      durationSeconds: hosted.durationSeconds,
      fileName: name,
      uploadedBy: { id: principal.userId, name: principal.userName ?? principal.userId },
      searched: searchedText(name, null),
    },
    now,
  );
  const mayBeGone = await withdrawRemoval(tx, hosted.name);
  if (mayBeGone && !(await media.isStored(hosted.name)))
    throw new Problem('storage_unavailable', 'the same file is being deleted; try again shortly', {
      retryAfterSeconds: 1,
    });
  return row;
}

/**
 * Downloads a file through the URL guard and hosts it, so that it cannot change any more.
 * @param of.param JSON pointer of the request field that names it; now: epoch ms
 * @returns its address here
 * @throws Problem that names the field
 */
export async function hostAddress(
  context: Keeper & Pick<MediaContext, 'sql'>,
  { url, param, ...of }: { url: string; param: string } & Omit<Keeping, 'fileName'>,
): Promise<string> {
  const stored = await keepReceived(context, () => context.media.download(url), param);
  await context.sql.begin((tx) => keepRow(tx, context, { ...stored, ...of, fileName: fileNameFrom(url) }));
  return context.media.addressOf(stored.hosted.name);
}

/** Turns the failure into a Problem for the caller; returns bugs as they are. */
function problemOf(cause: unknown, param: string, { log }: Pick<MediaContext, 'log'>): Error {
  const field = param.slice(1);
  if (cause instanceof UnfitFile) {
    const message = `${field} ${cause.message}`;
    return cause.code === 'media_too_large'
      ? new Problem('media_too_large', message, { param })
      : invalid(param, message, { code: cause.code });
  }
  if (cause instanceof MediaError) {
    const message = `${field}: ${cause.message}`;
    return cause.temporary
      ? new Problem('media_unreachable', message, { param })
      : invalid(param, message, { code: 'media_unreachable' });
  }
  return storageProblem(cause, log) ?? (cause as Error);
}
