/** Blobs: stored, named by their content, and found in a record. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import { isObject, textIn } from './input.ts';
import { MAX_VIDEO_BYTES, type State, type StoredBlob } from './state.ts';

/** The blobs of an embed, with what its schema asks of them. */
export function blobsIn(embed: Json | undefined): { cid: string; most: number; accept: RegExp }[] {
  if (!isObject(embed)) return [];
  const image = { most: 2_000_000, accept: /^image\// };
  const video = { most: MAX_VIDEO_BYTES, accept: /^video\/mp4$/ };
  const items = Array.isArray(embed['images']) ? embed['images'] : embed['items'];
  const images = (Array.isArray(items) ? items : []).map((item) => (isObject(item) ? item['image'] : null));
  const thumb = isObject(embed['external']) ? embed['external']['thumb'] : undefined;
  return [
    ...images.map((blob) => ({ cid: linkIn(blob), ...image })),
    ...(embed['video'] === undefined ? [] : [{ cid: linkIn(embed['video']), ...video }]),
    ...(thumb === undefined ? [] : [{ cid: linkIn(thumb), most: 1_000_000, accept: /^image\// }]),
  ];
}

function linkIn(blob: Json | undefined): string {
  return isObject(blob) && isObject(blob['ref']) ? textIn(blob['ref'], '$link') : '';
}

export function storeBlob(world: World<State>, bytes: Uint8Array<ArrayBuffer>, mimeType: string): StoredBlob {
  const url = world.keepMedia(bytes, mimeType);
  return { mimeType, size: bytes.length, storedAt: world.now(), used: false, url };
}

export function blobObject(cid: string, { mimeType, size }: StoredBlob) {
  return { $type: 'blob', ref: { $link: cid }, mimeType, size };
}
