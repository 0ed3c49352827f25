/** A file that a caller sends or names, hosted: stored, with its row. */
import { MediaError } from '../../../adapters/port/publish.ts';
import type { Db } from '../../../store/connect.ts';
import { keepMedia } from '../../../store/media.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { newId } from '../../base/ids.ts';
import type { MediaContext } from './context.ts';
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

/** Stores the row of a file. @returns the file's address here. @param of.now epoch ms */
export async function keepRow(
  db: Db,
  { media }: Pick<Keeper, 'media'>,
  { file, hosted, workspaceId, now }: StoredFile & { workspaceId: string; now: number },
): Promise<string> {
  const row = {
    id: newId('med', now),
    workspaceId,
    name: hosted.name,
    sha256: Buffer.from(file.sha256, 'hex'),
    contentType: hosted.type,
    bytes: file.bytes,
    width: hosted.pixels?.width ?? null,
    height: hosted.pixels?.height ?? null,
  };
  await keepMedia(db, row, now);
  return media.addressOf(hosted.name);
}

/**
 * Downloads a file through the URL guard and hosts it, so that it cannot change any more.
 * @param of.param JSON pointer of the request field that names it; now: epoch ms
 * @returns its address here
 * @throws Problem that names the field
 */
export async function hostAddress(
  context: Keeper & { sql: Db },
  { url, workspaceId, param, now }: { url: string; workspaceId: string; param: string; now: number },
): Promise<string> {
  const stored = await keepReceived(context, () => context.media.download(url), param);
  return keepRow(context.sql, context, { ...stored, workspaceId, now });
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
