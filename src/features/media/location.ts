/**
 * Removes the place where a photo was taken, before the photo is hosted or goes to a network. Phones write the place into Exif,
 * editors also into XMP and IPTC. If a photo holds a place, all three are removed. Its orientation, colour profile and
 * pixels stay: nothing is compressed again. A photo without a place is not changed.
 * Films are the work of film-place.ts and webm-place.ts, documents of pdf-place.ts.
 */
import { crc32, inflateSync } from 'node:zlib';
import { exifIn, exifOf } from './exif.ts';
import { gif } from './gif.ts';
import { namesPlace } from './place-words.ts';
import type { MediaType } from './sniff.ts';
import type { Stretch } from './stretch.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The result of a walk through a file: the parts without metadata, in order, and whether the metadata hold a place. */
interface Walk {
  parts: Bytes[];
  hasLocation: boolean;
  orientation: number;
}

/** @returns the same bytes when the photo holds no place, is of another format, or is damaged */
export function withoutLocation(bytes: Bytes, type: MediaType): Bytes {
  const walk = walkThrough(bytes, type);
  return walk?.hasLocation === true ? joined(walk.parts) : bytes;
}

function walkThrough(bytes: Bytes, type: MediaType): Walk | null {
  switch (type) {
    case 'image/jpeg':
      return jpeg(bytes);
    case 'image/png':
      return png(bytes);
    case 'image/webp':
      return webp(bytes);
    case 'image/gif':
      return gif(bytes);
    case 'video/mp4':
    case 'video/quicktime':
    case 'video/webm':
    case 'application/pdf':
    default:
      return null;
  }
}

/**
 * Segments up to the end of the picture (ITU-T T.81, B.1). What follows it, a preview or a short video, counts as
 * metadata.
 */
function jpeg(bytes: Bytes): Walk {
  const walk: Walk = { parts: [bytes.subarray(0, 2)], hasLocation: false, orientation: 1 };
  let offset = 2;
  while (offset + 2 <= bytes.length) {
    if (bytes[offset] !== 0xff) break;
    const marker = bytes[offset + 1]!;
    if (marker === 0xff) {
      offset += 1; // fill bytes before a marker
      continue;
    }
    if (marker === 0xd9) {
      walk.parts.push(bytes.subarray(offset, offset + 2));
      const trailer = bytes.subarray(offset + 2);
      walk.hasLocation ||= /Exif\0|ftyp|xmpmeta/.test(latin1(trailer));
      return walk;
    }
    if (offset + 4 > bytes.length) break;
    const end = offset + 2 + ((bytes[offset + 2]! << 8) | bytes[offset + 3]!);
    if (end < offset + 4 || end > bytes.length) break;
    // the data of the scan follow its header, up to the next marker that is not part of them
    const next = marker === 0xda ? endOfScan(bytes, end) : end;
    takeJpegSegment(walk, marker, bytes.subarray(offset, next));
    offset = next;
  }
  return withRest(walk, bytes.subarray(offset));
}

/** Where segments in front of a JPEG's picture name a place: the content of each, bytes of the JPEG. */
export function placesInJpeg(bytes: Bytes): Stretch[] {
  const found: Stretch[] = [];
  for (let offset = 2; offset + 4 <= bytes.length && bytes[offset] === 0xff;) {
    const marker = bytes[offset + 1]!;
    const end = offset + 2 + ((bytes[offset + 2]! << 8) | bytes[offset + 3]!);
    if (marker === 0xda || end < offset + 4 || end > bytes.length) break;
    const segment: Walk = { parts: [], hasLocation: false, orientation: 1 };
    takeJpegSegment(segment, marker, bytes.subarray(offset, end));
    if (segment.hasLocation) found.push({ from: offset + 4, to: end });
    offset = end;
  }
  return found;
}

/** A damaged file: the decoder will report it. What was found so far is still used. */
function withRest(walk: Walk, rest: Bytes): Walk {
  walk.parts.push(rest);
  return walk;
}

function takeJpegSegment(walk: Walk, marker: number, segment: Bytes): void {
  const content = segment.subarray(4);
  const starts = (words: string) => latin1(content.subarray(0, words.length)) === words;
  if (marker === 0xe1 && starts('Exif\0')) {
    const exif = exifIn(content);
    walk.hasLocation ||= exif.hasLocation;
    const turned = exifOf(exif.orientation);
    if (turned) walk.parts.push(app1(joined([ascii('Exif\0\0'), turned])));
  } else if (marker === 0xe1 && starts('http://ns.adobe.com/xmp/extension/')) {
    walk.hasLocation = true; // the packet comes in pieces, and a word may start in one and end in the next
  } else if (marker === 0xe1 && starts('http://ns.adobe.com/xap/')) {
    walk.hasLocation ||= namesPlace(latin1(content));
  } else if (marker === 0xed) {
    walk.hasLocation ||= hasIptcPlace(content);
  } else if (marker !== 0xe2 || !starts('MPF\0')) {
    walk.parts.push(segment); // the colour profile (ICC_PROFILE) is in one of these
  }
}

/** An application segment: marker, length, content. */
function app1(content: Bytes): Bytes {
  const length = content.length + 2;
  return joined([Uint8Array.from([0xff, 0xe1, length >> 8, length & 0xff]), content]);
}

/** Within a scan 0xff is followed by 0 (a byte of data) or by a restart marker. */
function endOfScan(bytes: Bytes, start: number): number {
  let offset = bytes.indexOf(0xff, start);
  while (offset !== -1 && offset + 1 < bytes.length) {
    const marker = bytes[offset + 1]!;
    const isData = marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    if (!isData && marker !== 0xff) return offset;
    offset = bytes.indexOf(0xff, offset + (isData ? 2 : 1));
  }
  return bytes.length;
}

/** City, place, province and country of IPTC's records (IIM 4.2, datasets 2:26, 27, 90, 92, 95, 100, 101). */
function hasIptcPlace(content: Bytes): boolean {
  let mark = content.indexOf(0x1c);
  while (mark !== -1) {
    if (content[mark + 1] === 2 && IPTC_PLACES.has(content[mark + 2] ?? 0)) return true;
    mark = content.indexOf(0x1c, mark + 1);
  }
  return false;
}

const IPTC_PLACES = new Set([26, 27, 90, 92, 95, 100, 101]);

/** Chunks: length, name, content, checksum (PNG 3, 5.3). */
function png(bytes: Bytes): Walk {
  const walk: Walk = { parts: [bytes.subarray(0, 8)], hasLocation: false, orientation: 1 };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 8;
  while (offset + 12 <= bytes.length) {
    const end = offset + 12 + view.getUint32(offset);
    if (end > bytes.length) break;
    const name = latin1(bytes.subarray(offset + 4, offset + 8));
    const content = bytes.subarray(offset + 8, end - 4);
    if (name === 'eXIf') {
      const exif = exifIn(content);
      walk.hasLocation ||= exif.hasLocation;
      const turned = exifOf(exif.orientation);
      if (turned) walk.parts.push(pngChunk('eXIf', turned));
    } else if (isText(name) && TEXT_METADATA.test(latin1(content.subarray(0, 80)))) {
      const xmp = xmpIn(name, content);
      walk.hasLocation ||= xmp === null || namesPlace(xmp);
    } else {
      walk.parts.push(bytes.subarray(offset, end));
    }
    offset = end;
    if (name === 'IEND') return walk;
  }
  return withRest(walk, bytes.subarray(offset));
}

const isText = (name: string) => ['tEXt', 'zTXt', 'iTXt'].includes(name);
/** Names of XMP chunks, and of the chunks in which older programs store Exif, XMP and IPTC. */
const TEXT_METADATA = /^(XML:com\.adobe\.xmp|Raw profile type )/i;
const XMP = 'XML:com.adobe.xmp\0';

/**
 * @returns null for anything that is not XMP (such as hexadecimal copies of Exif) or cannot be read: it may hold a
 * place
 */
function xmpIn(name: string, content: Bytes): string | null {
  if (!latin1(content.subarray(0, XMP.length)).startsWith(XMP)) return null;
  const isCompressed = name === 'zTXt' || content[XMP.length] === 1;
  if (!isCompressed) return latin1(content);
  if (name === 'iTXt') return null;
  try {
    return latin1(
      Uint8Array.from(inflateSync(content.subarray(XMP.length + 1), { maxOutputLength: MAX_XMP_BYTES })),
    );
  } catch {
    return null; // damaged, or a decompression bomb
  }
}

const MAX_XMP_BYTES = 2_000_000;

function pngChunk(name: string, content: Bytes): Bytes {
  const named = joined([ascii(name), content]);
  return joined([uint32(content.length, false), named, uint32(crc32(named), false)]);
}

/** Chunks of RIFF: name, length, content, and a padding byte when the length is odd (RFC 9649, 2.3 and 2.7). */
function webp(bytes: Bytes): Walk {
  const walk: Walk = { parts: [], hasLocation: false, orientation: 1 };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 12;
  while (offset + 8 <= bytes.length) {
    const name = latin1(bytes.subarray(offset, offset + 4));
    const length = view.getUint32(offset + 4, true);
    const end = offset + 8 + length + (length % 2);
    if (end > bytes.length) break;
    const content = bytes.subarray(offset + 8, offset + 8 + length);
    if (name === 'EXIF') {
      const exif = exifIn(content);
      walk.hasLocation ||= exif.hasLocation;
      const { orientation } = exif;
      const turned = exifOf(orientation);
      if (turned) {
        walk.orientation = orientation;
        walk.parts.push(joined([ascii('EXIF'), uint32(turned.length, true), turned]));
      }
    } else if (name === 'XMP ') {
      walk.hasLocation ||= namesPlace(latin1(content));
    } else {
      walk.parts.push(bytes.subarray(offset, end));
    }
    offset = end;
  }
  if (offset < bytes.length) withRest(walk, bytes.subarray(offset));
  const [first] = walk.parts;
  if (first !== undefined && latin1(first.subarray(0, 4)) === 'VP8X') {
    // its flags say which metadata follow
    walk.parts[0] = first.slice();
    walk.parts[0][8]! &= walk.orientation === 1 ? ~0x0c : ~0x04;
  }
  const size = walk.parts.reduce((sum, { length }) => sum + length, 4);
  walk.parts.unshift(ascii('RIFF'), uint32(size, true), ascii('WEBP'));
  return walk;
}

function uint32(value: number, little: boolean): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, little);
  return bytes;
}

const ascii = (text: string): Bytes => Uint8Array.from(Buffer.from(text, 'latin1'));
const latin1 = ({ buffer, byteOffset, byteLength }: Bytes): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

function joined(parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
