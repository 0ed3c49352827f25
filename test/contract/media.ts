/** Media for posts in tests: addresses under https://media.test and the bytes behind them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type {
  HostedMedia,
  MediaItem,
  OpenedMedia,
  PostContent,
  PublishStep,
} from '../../adapters/port/publish.ts';
import { createIncoming } from '../../src/features/media/incoming.ts';
import { createLocalStorage } from '../../src/features/media/local-storage.ts';
import { Media } from '../../src/features/media/media.ts';

const HOST = 'https://media.test/';

const sample = (name: string) =>
  Uint8Array.from(readFileSync(new URL(`../../simulators/samples/${name}`, import.meta.url)));
const photo = sample('photo.jpg');
const wide = sample('wide.png');
const clip = sample('clip.mp4');
const gif = Uint8Array.from(
  Buffer.from('R0lGODlhAgACAIABAP8AAP///yH5BAEKAAEALAAAAAACAAIAAAIChFEAOw==', 'base64'),
);
const webp = Uint8Array.from(
  Buffer.from(
    'UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoCAAIAAgA0JaACdLoB+AADsAD+8Oj3/yC5YXXI1/8gP+QH/ID/+PIAAAA=',
    'base64',
  ),
);

interface Sample extends OpenedMedia {
  kind: MediaItem['kind'];
}
/** One page of 300 by 200 points, the smallest that a reader opens. */
const pdf = Uint8Array.from(
  Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
);
const samples: { [extension: string]: Sample } = {
  jpg: { kind: 'image', contentType: 'image/jpeg', bytes: photo, width: 1200, height: 900 },
  png: { kind: 'image', contentType: 'image/png', bytes: wide, width: 1800, height: 600 },
  webp: { kind: 'image', contentType: 'image/webp', bytes: webp, width: 2, height: 2 },
  gif: { kind: 'gif', contentType: 'image/gif', bytes: gif, width: 2, height: 2 },
  mp4: { kind: 'video', contentType: 'video/mp4', bytes: clip, width: 640, height: 360 },
  mov: { kind: 'video', contentType: 'video/quicktime', bytes: clip, width: 640, height: 360 },
  webm: { kind: 'video', contentType: 'video/webm', bytes: clip, width: 640, height: 360 },
  pdf: { kind: 'document', contentType: 'application/pdf', bytes: pdf, width: null, height: null },
};

/** A media item by file name: `photo.jpg`, `wide.png`, `clip.mp4`, or any name with a known extension. */
export function item(file: string): MediaItem {
  const extension = file.slice(file.lastIndexOf('.') + 1);
  return { url: `${HOST}${file}`, kind: sampleFor(extension).kind, extension };
}

/** A post of a text and files. */
export function post(text: string, files: string[] = [], options: PostContent['options'] = {}): PostContent {
  return { text, media: files.map(item), options };
}

/** As many different photos as asked for: `photo-1.jpg`, `photo-2.jpg` … */
export function photos(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `photo-${index + 1}.jpg`);
}

/** What the service passes to an adapter for a media item. */
export function open({ extension }: MediaItem): Promise<OpenedMedia> {
  const { bytes, contentType, width, height } = sampleFor(extension);
  return Promise.resolve({ bytes: Uint8Array.from(bytes), contentType, width, height });
}

/** Its address, because the media of tests need no conversion. */
export async function host(item: MediaItem): Promise<HostedMedia> {
  const { contentType, width, height } = sampleFor(item.extension);
  return { url: item.url, contentType, width, height };
}

/** The bytes a network gets when it downloads a media address itself. */
export const mediaFetch: typeof globalThis.fetch = (input, init) => {
  const { url, method } = new Request(input, init);
  if (!url.startsWith(HOST)) return Promise.reject(new TypeError(`there is no ${url} in tests`));
  const path = new URL(url).pathname;
  const found = samples[path.slice(path.lastIndexOf('.') + 1)];
  if (!found) return Promise.resolve(new Response(null, { status: 404 }));
  const headers = { 'content-type': found.contentType, 'content-length': String(found.bytes.length) };
  return Promise.resolve(new Response(method === 'HEAD' ? null : found.bytes, { headers }));
};

function sampleFor(extension: string): Sample {
  const found = samples[extension];
  if (!found) throw new RangeError(`no sample file for .${extension}`);
  return found;
}

/** What a photo of `photoFromAmsterdam` must not carry to a network. */
export const PLACE = 'Amsterdam';

/** The sample photo as a phone stores it: rotated by Exif, with the location in Exif and in XMP. */
function photoFromAmsterdam(): Promise<Uint8Array> {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/" photoshop:City="${PLACE}"/>`;
  return sharp(photo)
    .withExif({
      IFD0: { ImageDescription: PLACE },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 22/1 12/1' },
    })
    .withXmp(xmp)
    .jpeg()
    .toBuffer();
}

/**
 * The service's own media handling with a folder, for a post whose photos hold a location.
 * @returns what a step gets, and the fetch of the networks
 */
export async function realMedia(folder: string): Promise<
  Pick<PublishStep, 'open' | 'host'> & {
    fetch: typeof globalThis.fetch;
    isOriginal: (url: string) => boolean;
  }
> {
  const located = await photoFromAmsterdam();
  const base = 'https://troupe.test';
  const storage = createLocalStorage(folder);
  const isOriginal = (url: string) =>
    url.startsWith(HOST) && /\.(jpe?g|png|webp)$/.test(new URL(url).pathname);
  const from: typeof globalThis.fetch = (input, init) => {
    const { url } = new Request(input, init);
    if (isOriginal(url)) return Promise.resolve(new Response(Uint8Array.from(located)));
    return mediaFetch(input, init);
  };
  const media = new Media({
    storage,
    incoming: createIncoming(join(folder, 'incoming')),
    fetch: from,
    baseUrl: () => base,
    clock: Date.now,
  });
  const { signal } = new AbortController();
  const asJpeg = (item: MediaItem): MediaItem =>
    item.kind === 'image' ? { ...item, extension: 'jpg' } : item;
  return {
    open: (item, requirements, part) => media.open(asJpeg(item), signal, requirements, { part }),
    host: (item, requirements) => media.host(asJpeg(item), signal, requirements),
    isOriginal,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.startsWith(base)) return from(request);
      const name = request.url.slice(request.url.lastIndexOf('/') + 1);
      const kept = await storage.stat(name);
      if (kept === null) return new Response(null, { status: 404 });
      const chunks: Uint8Array[] = [];
      for await (const chunk of storage.read(name, { from: 0, to: kept.bytes - 1 })) chunks.push(chunk);
      const headers = { 'content-type': 'image/jpeg', 'content-length': String(kept.bytes) };
      return new Response(request.method === 'HEAD' ? null : Buffer.concat(chunks), { headers });
    },
  };
}

/** `heldIds` of a step without other deliveries: no post is held. */
export const noneHeld: PublishStep['heldIds'] = () => Promise.resolve(new Set());
