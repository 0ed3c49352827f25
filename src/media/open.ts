/**
 * The bytes of a media URL, for an adapter that uploads them. The size is bounded while it is read, the type comes from
 * the bytes, and what goes wrong is told in a sentence that names the URL without its query: signed links carry secrets
 * there.
 */
import { MediaError, type MediaItem, type OpenedMedia } from '../../adapters/adapter.ts';
import { lostBy } from '../../adapters/http.ts';
import { pixelsOf } from './pixels.ts';
import { sniff, type MediaType } from './sniff.ts';

export interface MediaOpenerOptions {
  /** The URL guard's fetch. */
  fetch: typeof globalThis.fetch;
  /** The most bytes of an image (GIFs too) and of a video. Default 20 MB and 300 MB (instagram's Reels). */
  maxBytes?: { image: number; video: number };
  /** How long one download may take. Default two minutes: 300 MB at 20 Mbit/s. */
  timeoutMs?: number;
}

const MB = 1_000_000;

/** @returns the `open` of a PublishStep; the signal ends a download early. */
export function createMediaOpener({
  fetch,
  maxBytes = { image: 20 * MB, video: 300 * MB },
  timeoutMs = 120_000,
}: MediaOpenerOptions): (item: MediaItem, signal?: AbortSignal) => Promise<OpenedMedia> {
  return async (item, signal) => {
    const place = placeOf(item.url);
    const most = item.kind === 'video' ? maxBytes.video : maxBytes.image;
    const timeout = AbortSignal.timeout(timeoutMs);
    const request = {
      headers: { accept: acceptOf(item) },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    };
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      const response = await fetch(item.url, request);
      refuseStatus(response, place);
      bytes = await readBounded(response, most, place);
    } catch (cause) {
      throw cause instanceof MediaError ? cause : unreachable(cause, place);
    }
    const contentType = typeOf(bytes, item, place);
    const pixels = pixelsOf(bytes, contentType);
    return { bytes, contentType, width: pixels?.width ?? null, height: pixels?.height ?? null };
  };
}

/** The address as far as it may be told: no user name, no query, no fragment. */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return 'the media URL';
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

const TYPE_BY_EXTENSION: { [extension: string]: MediaType } = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

/** Image hosts choose the format by this header: ask for the one the URL promises. */
function acceptOf(item: MediaItem): string {
  const type = TYPE_BY_EXTENSION[item.extension];
  return type === undefined ? '*/*' : `${type}, */*;q=0.1`;
}

/** Busy, throttled or broken servers may answer another time; a missing or locked file stays so. */
function refuseStatus(response: Response, place: string): void {
  if (response.ok) return;
  const { status } = response;
  void response.body?.cancel();
  const temporary = status >= 500 || status === 408 || status === 425 || status === 429;
  throw new MediaError(`${place} answered ${status} instead of the file.`, temporary);
}

/** Counts while it reads: Content-Length is a claim, and absent as often as not. */
async function readBounded(
  response: Response,
  most: number,
  place: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooBig = new MediaError(`${place} is larger than ${Math.floor(most / MB)} MB.`, false);
  if (Number(response.headers.get('content-length') ?? 0) > most) {
    void response.body?.cancel();
    throw tooBig;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooBig; // leaving the loop cancels the rest
    chunks.push(chunk);
  }
  if (size === 0) throw new MediaError(`${place} is empty.`, false);
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/**
 * The type by the bytes. Another format of the same kind than the name says is taken for what it is (image hosts answer
 * WebP for a .jpg); another kind is refused, because the post was planned for what the name says.
 */
function typeOf(bytes: Uint8Array, item: MediaItem, place: string): MediaType {
  const type = sniff(bytes);
  if (type === null) {
    throw new MediaError(
      `${place} is neither a JPEG, PNG, GIF or WebP image nor an MP4, MOV or WebM video.`,
      false,
    );
  }
  const kind = type === 'image/gif' ? 'gif' : type.startsWith('image/') ? 'image' : 'video';
  if (kind !== item.kind) {
    throw new MediaError(`${place} is ${type}, though its name ends in .${item.extension}.`, false);
  }
  return type;
}

/** No answer: another try may bring one, unless the guard refused the address. */
function unreachable(cause: unknown, place: string): MediaError {
  const refused = cause instanceof Error && (cause as { code?: unknown }).code === 'URL_REFUSED';
  if (refused) return new MediaError(`${place} may not be fetched. ${cause.message}`, false);
  return new MediaError(`${place} could not be fetched: ${lostBy(cause).reason}.`, true);
}
