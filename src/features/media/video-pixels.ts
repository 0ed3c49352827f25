/**
 * Width and height of an MP4 or QuickTime film as players show it, from the header of its first track with a picture
 * (ISO/IEC 14496-12, 8.3.2). It is not in `pixels.ts` because that header may be at the very end of the file, so this
 * function needs the whole file.
 */
import type { Pixels } from './pixels.ts';
import type { MediaType } from './sniff.ts';

/** @returns null when the boxes are truncated or invalid, and for other types */
export function videoPixelsOf(bytes: Uint8Array, type: MediaType): Pixels | null {
  if (type !== 'video/mp4' && type !== 'video/quicktime') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const film of boxes(view, 'moov'))
    for (const track of boxes(film, 'trak'))
      for (const header of boxes(track, 'tkhd')) {
        const pixels = displaySize(header);
        if (pixels !== null) return pixels;
      }
  return null;
}

/**
 * The contents of all boxes of one name on this level. A box that claims to be longer than its parent ends the search.
 */
function* boxes(place: DataView, name: string): Generator<DataView> {
  let offset = 0;
  while (offset + 8 <= place.byteLength) {
    const { size, head } = extentOf(place, offset);
    if (size < head || offset + size > place.byteLength) return;
    if (nameAt(place, offset + 4) === name)
      yield new DataView(place.buffer, place.byteOffset + offset + head, size - head);
    offset += size;
  }
}

/** A size of 1 means that 64 bits follow the name, 0 means the rest of the file (4.2). */
function extentOf(place: DataView, offset: number): { size: number; head: number } {
  const size = place.getUint32(offset);
  if (size === 0) return { size: place.byteLength - offset, head: 8 };
  if (size !== 1) return { size, head: 8 };
  return offset + 16 > place.byteLength
    ? { size: 0, head: 16 }
    : { size: Number(place.getBigUint64(offset + 8)), head: 16 };
}

function nameAt(place: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => place.getUint8(offset + index)));
}

/**
 * Sound tracks have a track header too, without a size. Phones store portrait films rotated, with a matrix that turns
 * them.
 */
function displaySize(header: DataView): Pixels | null {
  if (header.byteLength < 4) return null;
  const matrix = header.getUint8(0) === 1 ? 52 : 40; // times and the duration take 64 bits each in version 1
  if (header.byteLength < matrix + 44) return null;
  const turned = header.getInt32(matrix) === 0 && header.getInt32(matrix + 16) === 0;
  const width = header.getUint32(matrix + 36) >>> 16; // 16.16 fixed point
  const height = header.getUint32(matrix + 40) >>> 16;
  if (width === 0 || height === 0) return null;
  return turned ? { width: height, height: width } : { width, height };
}
