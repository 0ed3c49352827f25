/**
 * The bytes of a media URL, for an adapter that uploads them. The size is bounded while it is read, the type comes from
 * the bytes, and what goes wrong is told in a sentence that names the URL without its query: signed links carry secrets
 * there.
 */
import { MediaError, type MediaItem, type OpenedMedia } from '../../adapters/port/publish.ts';
import { lostBy } from '../../adapters/lib/http.ts';
import { kindOf, typeOfExtension } from './file-types.ts';
import { type Hold, noHold } from './memory.ts';
import { pixelsOf } from './pixels.ts';
import { sniff, type MediaType } from './sniff.ts';
import { videoPixelsOf } from './video-pixels.ts';

export interface MediaOpenerOptions {
  /** The URL guard's fetch. */
  fetch: typeof globalThis.fetch;
  /** The most bytes of an image (GIFs too) and of a video. Default 100 MB and 300 MB (instagram's Reels). */
  maxBytes?: { image: number; video: number };
  /** How long one download may take. Default two minutes: 300 MB at 20 Mbit/s. */
  timeoutMs?: number;
}

const MB = 1_000_000;
const MOST_BYTES = { image: 100 * MB, video: 300 * MB };
const TIMEOUT_MS = 120_000;

/** @returns what fetches the bytes of a media item from where it is; the signal ends a download early */
export function createMediaOpener({
  fetch,
  maxBytes = MOST_BYTES,
  timeoutMs = TIMEOUT_MS,
}: MediaOpenerOptions): (item: MediaItem, signal?: AbortSignal, hold?: Hold) => Promise<OpenedMedia> {
  return async (item, signal, hold = noHold) => {
    const place = placeOf(item.url);
    const most = mostBytesOf(item, maxBytes);
    const bytes = new Gathered();
    const accept = acceptOf(item);
    const room = roomFor(hold, most, signal ?? NEVER);
    const options = { url: item.url, accept, most, timeoutMs, ...(signal && { signal }) };
    await download(fetch, { ...options, expect: room.expect }, async (chunk) => {
      await room.take(bytes.size + chunk.byteLength);
      bytes.add(chunk);
    });
    room.settle(bytes.size);
    return openedMedia(bytes.all(), item, place);
  };
}

const NEVER = new AbortController().signal;
/** Room is asked for so many bytes at a time where the size of a file is not told. */
const BITE_BYTES = 8 * MB;

/** The most bytes that are taken of a media item. */
export function mostBytesOf({ kind }: Pick<MediaItem, 'kind'>, maxBytes = MOST_BYTES): number {
  return kind === 'video' ? maxBytes.video : maxBytes.image;
}

/** Room for a file as it arrives: at once where its size is told, bite by bite where it is not. */
function roomFor(hold: Hold, most: number, signal: AbortSignal) {
  let taken = 0;
  const take = async (bytes: number) => {
    if (bytes <= taken) return;
    const more = Math.max(bytes - taken, Math.min(BITE_BYTES, most - taken));
    await hold.take(more, signal);
    taken += more;
  };
  return {
    take,
    expect: async (bytes: number) => {
      if (bytes <= 0) return;
      await hold.take(bytes, signal);
      taken += bytes;
    },
    settle: (bytes: number) => {
      hold.giveBack(taken - bytes);
      taken = bytes;
    },
  };
}

/**
 * What was opened, by its bytes.
 * @throws MediaError when it is no media, or another kind than its name says
 */
export function openedMedia(bytes: Uint8Array<ArrayBuffer>, item: MediaItem, place: string): OpenedMedia {
  const contentType = typeOf(bytes, item, place);
  const pixels = pixelsOf(bytes, contentType) ?? videoPixelsOf(bytes, contentType);
  return { bytes, contentType, width: pixels?.width ?? null, height: pixels?.height ?? null };
}

const NOTHING = new Uint8Array();

/** Puts chunks together, once; none is kept longer than it takes. */
export class Gathered {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
  }

  all(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#size);
    let offset = 0;
    // each chunk is let go as it is copied
    for (const [index, chunk] of this.#chunks.entries()) {
      bytes.set(chunk, offset);
      offset += chunk.byteLength;
      this.#chunks[index] = NOTHING;
    }
    return bytes;
  }
}

export interface Download {
  url: string;
  /** Header of this name. */
  accept: string;
  /** Bytes at most. */
  most: number;
  /** Default two minutes. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Told the size before the first byte, where the server tells it. */
  expect?: (bytes: number) => Promise<void>;
}

/**
 * Reads what is at a URL, chunk by chunk.
 * @param take what it throws ends the download and goes through to the caller
 * @throws MediaError with a sentence that names the URL without its query
 */
export async function download(
  fetch: typeof globalThis.fetch,
  { url, accept, most, timeoutMs = TIMEOUT_MS, signal, expect }: Download,
  take: (chunk: Uint8Array) => void | Promise<void>,
): Promise<void> {
  const place = placeOf(url);
  const timeout = AbortSignal.timeout(timeoutMs);
  const chunks = arriving();
  let fault: { cause: unknown } | null = null;
  try {
    for await (const chunk of chunks) {
      try {
        await take(chunk);
      } catch (cause) {
        fault = { cause };
        break;
      }
    }
  } catch (cause) {
    throw cause instanceof MediaError ? cause : unreachable(cause, place);
  }
  if (fault) throw fault.cause;

  async function* arriving(): AsyncGenerator<Uint8Array> {
    const response = await fetch(url, {
      headers: { accept },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    refuseStatus(response, place);
    yield* bounded(response, { most, place, expect });
  }
}

/** The address as far as it may be told: no user name, no query, no fragment. */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return 'the media URL';
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Image hosts choose the format by this header: ask for the one the URL promises. */
export function acceptOf(item: MediaItem): string {
  const type = typeOfExtension(item.extension);
  return type === null ? '*/*' : `${type}, */*;q=0.1`;
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
async function* bounded(
  response: Response,
  { most, place, expect }: { most: number; place: string; expect: Download['expect'] },
): AsyncGenerator<Uint8Array> {
  const tooBig = new MediaError(`${place} is larger than ${Math.floor(most / MB)} MB.`, false);
  const told = Number(response.headers.get('content-length') ?? 0);
  if (told > most) {
    void response.body?.cancel();
    throw tooBig;
  }
  if (expect && told > 0) await expect(told);
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooBig; // leaving the loop cancels the rest
    yield chunk;
  }
  if (size === 0) throw new MediaError(`${place} is empty.`, false);
}

/** What is said of a file that no post can carry. */
export const NO_MEDIA = 'is neither a JPEG, PNG, GIF or WebP image, an MP4, MOV or WebM video nor a PDF';

/**
 * The type by the bytes. Another format of the same kind than the name says is taken for what it is (image hosts answer
 * WebP for a .jpg); another kind is refused, because the post was planned for what the name says.
 */
export function typeOf(bytes: Uint8Array, item: MediaItem, place: string): MediaType {
  const type = sniff(bytes);
  if (type === null) throw new MediaError(`${place} ${NO_MEDIA}.`, false);
  if (kindOf(type) !== item.kind) {
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
