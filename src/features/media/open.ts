/**
 * Opens the bytes of a media URL for an adapter that uploads them. The size is limited while reading, and the type is
 * taken from the bytes. Error messages name the URL without its query, because signed links carry secrets there.
 */
import { MediaError, type MediaItem, type OpenedMedia } from '../../../adapters/port/publish.ts';
import { lostBy } from '../../../adapters/lib/http.ts';
import { kindOf, typeOfExtension } from './file-types.ts';
import { type Hold, noHold } from './memory.ts';
import { pixelsOf } from './pixels.ts';
import { foreignTypeOf, sniff, type MediaType } from './sniff.ts';
import { videoPixelsOf } from './video-pixels.ts';

interface MediaOpenerOptions {
  /** The URL guard's fetch. */
  fetch: typeof globalThis.fetch;
  /** The most bytes of an image (also GIF) and of a video. Default 100 MB and 300 MB (Instagram's Reels). */
  maxBytes?: { image: number; video: number };
  /** The longest a download may take, ms. Default two minutes: 300 MB at 20 Mbit/s. */
  timeoutMs?: number;
}

const MB = 1_000_000;
const MAX_BYTES = { image: 100 * MB, video: 300 * MB };
const TIMEOUT_MS = 120_000;

/** @returns a function that downloads the bytes of a media item; its signal aborts the download */
export function createMediaOpener({
  fetch,
  maxBytes = MAX_BYTES,
  timeoutMs = TIMEOUT_MS,
}: MediaOpenerOptions): (item: MediaItem, signal?: AbortSignal, hold?: Hold) => Promise<OpenedMedia> {
  return async (item, signal, hold = noHold) => {
    const place = placeOf(item.url);
    const most = maxBytesOf(item, maxBytes);
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
/** When the size of a file is unknown, memory is requested in steps of this many bytes. */
const BITE_BYTES = 8 * MB;

/** The most bytes that are read of a media item. */
export function maxBytesOf({ kind }: Pick<MediaItem, 'kind'>, maxBytes = MAX_BYTES): number {
  return kind === 'video' ? maxBytes.video : maxBytes.image;
}

/** Memory for a file as it arrives: all at once when its size is known, else step by step. */
function roomFor(hold: Hold, most: number, signal: AbortSignal) {
  let bytesRead = 0;
  const take = async (bytes: number) => {
    if (bytes <= bytesRead) return;
    const more = Math.max(bytes - bytesRead, Math.min(BITE_BYTES, most - bytesRead));
    await hold.take(more, signal);
    bytesRead += more;
  };
  return {
    take,
    expect: async (bytes: number) => {
      if (bytes <= 0) return;
      await hold.take(bytes, signal);
      bytesRead += bytes;
    },
    settle: (bytes: number) => {
      hold.giveBack(bytesRead - bytes);
      bytesRead = bytes;
    },
  };
}

/**
 * The file that was opened, with the type of its bytes.
 * @throws MediaError when it is not media, or is of another kind than its extension says
 */
export function openedMedia(bytes: Uint8Array<ArrayBuffer>, item: MediaItem, place: string): OpenedMedia {
  const contentType = typeOf(bytes, item, place);
  const pixels = pixelsOf(bytes, contentType) ?? videoPixelsOf(bytes, contentType);
  return { bytes, contentType, width: pixels?.width ?? null, height: pixels?.height ?? null };
}

const NOTHING = new Uint8Array();

/** Joins chunks, once. The chunks are dropped meanwhile, so that memory does not hold the file twice. */
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
    // each chunk can be freed once it is copied
    for (const [index, chunk] of this.#chunks.entries()) {
      bytes.set(chunk, offset);
      offset += chunk.byteLength;
      this.#chunks[index] = NOTHING;
    }
    return bytes;
  }
}

interface Download {
  url: string;
  /** Request header with this name. */
  accept: string;
  /** Limit in bytes. */
  most: number;
  /** Default two minutes. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Called with the size before the first byte, if the server sends it. */
  expect?: (bytes: number) => Promise<void>;
}

/**
 * Downloads a URL, chunk by chunk.
 * @param take receives each chunk; an error it throws ends the download and is passed on
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

/** The part of an address that may be shown: no user name, no query, no fragment. */
export function placeOf(address: string): string {
  if (!URL.canParse(address)) return 'the media URL';
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** Image hosts choose the format by this header, so it asks for the type that the URL's extension says. */
export function acceptOf(item: MediaItem): string {
  const type = typeOfExtension(item.extension);
  return type === null ? '*/*' : `${type}, */*;q=0.1`;
}

/** A busy, throttled or broken server may respond later; a missing or locked file stays missing or locked. */
function refuseStatus(response: Response, place: string): void {
  if (response.ok) return;
  const { status } = response;
  void response.body?.cancel();
  const temporary = status >= 500 || status === 408 || status === 425 || status === 429;
  throw new MediaError(`${place} answered ${status} instead of the file.`, temporary);
}

/** Counts while reading, because Content-Length is only a claim, and often absent. */
async function* bounded(
  response: Response,
  { most, place, expect }: { most: number; place: string; expect: Download['expect'] },
): AsyncGenerator<Uint8Array> {
  const tooBig = new MediaError(`${place} is larger than ${Math.floor(most / MB)} MB.`, false);
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length > most) {
    void response.body?.cancel();
    throw tooBig;
  }
  if (expect && length > 0) await expect(length);
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooBig; // leaving the loop cancels the rest
    yield chunk;
  }
  if (size === 0) throw new MediaError(`${place} is empty.`, false);
}

/** The end of the sentence about a file that no post can carry: what it is, if that is known. */
export function noMedia(head: Uint8Array): string {
  const foreignType = foreignTypeOf(head);
  return `is ${foreignType === null ? '' : `${foreignType}, `}neither a JPEG, PNG, GIF or WebP image, an MP4, MOV or WebM video nor a PDF${foreignType === null ? '' : ': convert it first'}`;
}

/**
 * The type by the bytes. A different format of the same kind is accepted (image hosts send WebP for a .jpg). A
 * different kind is refused, because the post was planned for the kind that the extension says.
 */
export function typeOf(bytes: Uint8Array, item: MediaItem, place: string): MediaType {
  const type = sniff(bytes);
  if (type === null) throw new MediaError(`${place} ${noMedia(bytes)}.`, false);
  if (kindOf(type) !== item.kind) {
    throw new MediaError(`${place} is ${type}, though its name ends in .${item.extension}.`, false);
  }
  return type;
}

/** There was no response: another try may get one, unless the URL guard refused the address. */
function unreachable(cause: unknown, place: string): MediaError {
  const refused = cause instanceof Error && (cause as { code?: unknown }).code === 'URL_REFUSED';
  if (refused) return new MediaError(`${place} may not be fetched. ${cause.message}`, false);
  return new MediaError(`${place} could not be fetched: ${lostBy(cause).reason}.`, true);
}
