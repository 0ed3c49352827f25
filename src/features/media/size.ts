/** Files that are sent as they are, GIFs, videos and documents, have to be within the network's limit. */
import { MediaError, type MediaItem, type MediaRequirements } from '../../../adapters/port/publish.ts';
import { placeOf } from './open.ts';

const WORDS = { gif: 'a GIF', video: 'a video', document: 'a document' } as const;
const TIMEOUT_MS = 10_000;

/** @param bytes null if it is not known. Photos are converted instead. @throws MediaError where the file is too large */
export function refuseSize(
  { kind, url }: MediaItem,
  bytes: number | null,
  { maxBytes = Infinity }: MediaRequirements = {},
): void {
  if (kind === 'image' || bytes === null || bytes <= maxBytes) return;
  const what = `${placeOf(url)} has ${bytes} bytes, and the network takes ${maxBytes} in ${WORDS[kind]}`;
  throw new MediaError(`${what}: make the file smaller.`, false);
}

/**
 * What a server says of the size of a file, without reading it (HEAD). Null if it says none, or does not answer: then the request
 * that fetches the file reports the error.
 * @param fetch the URL guard's
 */
export async function sizeAt(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { ok, headers } = await fetch(url, { method: 'HEAD', signal: bounded });
    const bytes = Number(headers.get('content-length') ?? Number.NaN);
    return ok && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null;
  } catch {
    return null;
  }
}
