/** The media of a post, read from their URLs. The extension decides the type (docs/contract.md, Media). */
import type { MediaItem, PublishPort } from '../../../adapters/port/publish.ts';

const KINDS: { [extension: string]: MediaItem['kind'] } = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  gif: 'gif',
  mp4: 'video',
  mov: 'video',
  webm: 'video',
  pdf: 'document',
};

/** The items that were recognized, and the URLs that were left out. */
interface ReadMedia {
  items: MediaItem[];
  /** URLs without a known extension. */
  skipped: string[];
  /** URLs of documents, for a network that accepts none. */
  documents: string[];
}

/** Pictures and films of cameras and editors that no network takes by their address. */
const TO_CONVERT: { [extension: string]: string } = {
  heic: 'a JPEG',
  heif: 'a JPEG',
  avif: 'a JPEG',
  tif: 'a JPEG',
  tiff: 'a JPEG',
  bmp: 'a JPEG or PNG',
  svg: 'a PNG',
  mkv: 'an MP4',
  avi: 'an MP4',
  m4v: 'an MP4',
};

/** Why a URL is left out, as the end of a sentence. */
export function skippedBecause(url: string): string {
  const format = TO_CONVERT[extensionIn(url)];
  return format === undefined
    ? 'its address has no known extension (.jpg, .png, .webp, .gif, .mp4, .mov, .webm, .pdf)'
    : `no network takes .${extensionIn(url)} files: convert it to ${format}`;
}

const extensionIn = (url: string) =>
  /\.([a-z0-9]+)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? '';

/**
 * Reads media URLs for one network.
 * @param taker how the network publishes: a document is an item only if the network accepts documents
 */
export function mediaItems(urls: string[], taker: Pick<PublishPort, 'documents'> = {}): ReadMedia {
  const items: MediaItem[] = [];
  const skipped: string[] = [];
  const documents: string[] = [];
  for (const url of urls) {
    const extension = extensionIn(url);
    const kind = KINDS[extension];
    if (!kind) skipped.push(url);
    else if (kind === 'document' && taker.documents !== true) documents.push(url);
    else items.push({ url, kind, extension: extension === 'jpeg' ? 'jpg' : extension });
  }
  return { items, skipped, documents };
}
