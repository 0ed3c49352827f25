/**
 * Files that this service hosts: stored under the hash of their bytes, at an address that needs no key. The file is
 * stored first and its row is written after. A crash in between leaves a file whose address nobody knows, but never an
 * address without a file.
 */
import { headOf } from './incoming.ts';
import { MAX_PIXELS } from './convert.ts';
import { filmFault } from './film.ts';
import { filmFacts } from './film-facts.ts';
import { noMedia } from './open.ts';
import { pixelsOf, type Pixels } from './pixels.ts';
import { sniff, type MediaType } from './sniff.ts';
import { type MediaStorage, originalName, typeOfName, type WaitingFile } from './storage.ts';
import { withoutPlace } from './without-place.ts';

/** 100 MB (docs/contract.md, Media). */
export const MAX_HOSTED_BYTES = 100 * 1024 * 1024;
/** A JPEG may have this many bytes (previews, colour profiles) before the segment with its size. */
const HEAD_BYTES = 4 * 1024 * 1024;
/** The path segment of hosted files in addresses. */
const PATH = '/media/';

/** A file that cannot be hosted. The message continues a sentence that starts with the field's name: `… is empty`. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
  readonly code: 'media_type_unsupported' | 'media_unreadable' | 'media_too_large' | 'media_empty';
  constructor(code: UnfitFile['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface HostedFile {
  name: string;
  type: MediaType;
  /** As it is shown; null where the file does not say. */
  pixels: Pixels | null;
  /** Of a video; null where the file does not say. */
  durationSeconds: number | null;
}

/**
 * Stores a file that a client or a URL gave us, without the place where it was made. Its name and content type are ignored; its
 * type comes from its bytes.
 * @throws UnfitFile, StorageError; the caller discards the incoming file
 */
export async function keepFile(storage: MediaStorage, file: WaitingFile): Promise<HostedFile> {
  const inspected = inspect(file);
  const { type } = inspected;
  const isFilm = type === 'video/mp4' || type === 'video/quicktime';
  if (isFilm) {
    const fault = filmFault(file.path, file.bytes);
    if (fault !== null) throw new UnfitFile('media_unreadable', fault);
  }
  const { pixels, durationSeconds } = isFilm
    ? filmFacts(file.path, file.bytes)
    : { pixels: inspected.pixels, durationSeconds: null };
  const hosted = await withoutPlace(file, type);
  const name = originalName(hosted.sha256, type);
  const stored = await storage.stat(name);
  if (stored?.bytes !== hosted.bytes) await storage.put(name, hosted);
  return { name, type, pixels, durationSeconds };
}

/** The type and size of a complete file, by its bytes. @throws UnfitFile */
export function inspect({ path, bytes }: WaitingFile): { type: MediaType; pixels: Pixels | null } {
  if (bytes === 0) throw new UnfitFile('media_empty', 'is empty');
  const head = headOf(path, Math.min(bytes, HEAD_BYTES));
  const type = sniff(head);
  if (type === null) throw new UnfitFile('media_type_unsupported', noMedia(head));
  if (!type.startsWith('image/')) return { type, pixels: null };
  const pixels = pixelsOf(head, type);
  if (pixels === null)
    throw new UnfitFile('media_unreadable', `starts like ${type} but has no size in pixels: it is damaged`);
  if (pixels.width * pixels.height > MAX_PIXELS) {
    throw new UnfitFile(
      'media_too_large',
      `has ${pixels.width} x ${pixels.height} pixels: images have up to ${MAX_PIXELS / 1_000_000} megapixels`,
    );
  }
  return { type, pixels };
}

/** The address of a hosted file. @param baseUrl without a slash at the end */
export const addressOf = (baseUrl: string, name: string): string => `${baseUrl}${PATH}${name}`;

/** The name of the hosted file at this address; null for any address that is not ours. */
export function nameIn(baseUrl: string, address: string): string | null {
  const url = URL.parse(address);
  const base = URL.parse(`${baseUrl}${PATH}`);
  if (!url || !base || url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const name = url.pathname.slice(base.pathname.length);
  return typeOfName(name) === null ? null : name;
}
