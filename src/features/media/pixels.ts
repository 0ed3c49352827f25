/**
 * Width and height of an image as it is shown, from its header. Written here because only the header is needed: the
 * libraries support a dozen more formats, and each is a parser that strangers could attack.
 */
import { exifIn } from './exif.ts';
import type { MediaType } from './sniff.ts';

export interface Pixels {
  width: number;
  height: number;
}

/** @returns null when the header is truncated or invalid, and for anything that is not an image */
export function pixelsOf(bytes: Uint8Array, type: MediaType): Pixels | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pixels = read(view, type);
  return pixels && pixels.width > 0 && pixels.height > 0 ? pixels : null;
}

function read(view: DataView, type: MediaType): Pixels | null {
  switch (type) {
    case 'image/png': // signature, then IHDR's length, name, width and height (PNG 3, 11.2.1)
      return view.byteLength < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) };
    case 'image/gif': // the logical screen (GIF89a, 18)
      return view.byteLength < 10
        ? null
        : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case 'image/webp':
      return view.byteLength < 30 ? null : webp(view);
    case 'image/jpeg':
      return jpeg(view);
    case 'video/mp4':
    case 'video/quicktime':
    case 'video/webm':
    case 'application/pdf':
    default:
      return null;
  }
}

/** Lossy, lossless and extended files store the size in three ways (RFC 9649, 2.5 to 2.7; RFC 6386, 9.1). */
function webp(view: DataView): Pixels | null {
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 ': 14 bits each after the frame tag and its start code
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // 'VP8L': 14 bits each, less one, after the signature 0x2f
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // 'VP8X': 24 bits each, less one
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

/** Walks the segments to the frame header (ITU-T T.81, B.1 and B.2.2), and reads Exif's orientation on the way. */
function jpeg(view: DataView): Pixels | null {
  let turned = false;
  let offset = 2;
  while (offset + 9 <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      offset += 1; // fill bytes before a marker
      continue;
    }
    const length = view.getUint16(offset + 2);
    if (length < 2) return null;
    if (isFrame(marker)) {
      const height = view.getUint16(offset + 5);
      const width = view.getUint16(offset + 7);
      return turned ? { width: height, height: width } : { width, height };
    }
    if (marker === 0xda) return null; // the scan starts without a frame header before it
    if (marker === 0xe1) turned ||= isTurned(view, offset + 4, offset + 2 + length);
    offset += 2 + length;
  }
  return null;
}

/** SOF0 to SOF15, without the three other segments in that range (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Phones store portrait photos rotated: orientations 5 to 8 swap width and height (Exif 2.32, 4.6.5). */
function isTurned(view: DataView, start: number, segmentEnd: number): boolean {
  const end = Math.min(segmentEnd, view.byteLength);
  if (start + 6 > end || view.getUint32(start) !== 0x45786966 /* 'Exif' */) return false;
  return exifIn(new Uint8Array(view.buffer, view.byteOffset + start, end - start)).orientation >= 5;
}
