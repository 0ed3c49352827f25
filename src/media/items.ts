/** The media of a post, as its URLs tell (spec 4.2: the type is read from the extension). */
import type { MediaItem } from '../../adapters/adapter.ts';

const KINDS: { [extension: string]: MediaItem['kind'] } = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  gif: 'gif',
  mp4: 'video',
  mov: 'video',
  webm: 'video',
};

/** What was understood, and the URLs that are skipped because they have no known extension. */
export interface ReadMedia {
  items: MediaItem[];
  skipped: string[];
}

export function mediaItems(urls: string[]): ReadMedia {
  const items: MediaItem[] = [];
  const skipped: string[] = [];
  for (const url of urls) {
    const extension = /\.([a-z0-9]+)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? '';
    const kind = KINDS[extension];
    if (kind) items.push({ url, kind, extension: extension === 'jpeg' ? 'jpg' : extension });
    else skipped.push(url);
  }
  return { items, skipped };
}
