/** Recognizes a file by its first bytes. Name and Content-Type are only claims. */

export type MediaType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/webp'
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'
  | 'application/pdf';

/** How many bytes `sniff` reads. */
const SNIFF_BYTES = 64;

/** @returns null for everything that a post cannot carry */
export function sniff(bytes: Uint8Array): MediaType | null {
  const head = latin1(bytes.subarray(0, SNIFF_BYTES));
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  if (head.startsWith('%PDF-')) return 'application/pdf';
  // Matroska and WebM share the EBML signature; the document type is in the header's first elements (RFC 8794, RFC
  // 9559).
  if (head.startsWith('\x1a\x45\xdf\xa3')) return head.includes('webm') ? 'video/webm' : null;
  return isoMedia(head);
}

/** Brands of ISO base media files that are pictures or sound, not film. */
const NOT_VIDEO: [brand: RegExp, name: string][] = [
  [/^(avif|avis)/, 'an AVIF picture'],
  [/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/, 'a HEIC picture, as iPhones make them'],
  [/^M4[AB] /, 'an M4A sound file'],
];
/** First bytes of other files that people send. */
const OTHERS: [start: string, at: number, name: string][] = [
  ['II*\0', 0, 'a TIFF picture'],
  ['MM\0*', 0, 'a TIFF picture'],
  ['8BPS', 0, 'a Photoshop file'],
  ['AVI ', 8, 'an AVI video'],
  ['WAVE', 8, 'a WAV sound file'],
  ['\x1a\x45\xdf\xa3', 0, 'a Matroska video'],
  ['FLV', 0, 'a Flash video'],
  ['ID3', 0, 'an MP3 sound file'],
  ['OggS', 0, 'an Ogg file'],
  ['PK\x03\x04', 0, 'a ZIP archive or an office document'],
  ['<svg', 0, 'an SVG drawing'],
  ['<!doctype html', 0, 'a web page'],
  ['<html', 0, 'a web page'],
];

/** What a file is that `sniff` does not take, if it is one of those that people send; else null. */
export function foreignTypeOf(bytes: Uint8Array): string | null {
  const head = latin1(bytes.subarray(0, SNIFF_BYTES));
  if (head.startsWith('ftyp', 4)) {
    return NOT_VIDEO.find(([brand]) => brand.test(head.slice(8, 12)))?.[1] ?? null;
  }
  const found = OTHERS.find(
    ([start, at]) => head.slice(at, at + start.length).toLowerCase() === start.toLowerCase(),
  );
  return found?.[2] ?? null;
}

/** First boxes of QuickTime films older than `ftyp` (QuickTime File Format, movie files). */
const OLD_QUICKTIME = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

function isoMedia(head: string): MediaType | null {
  const box = head.slice(4, 8);
  if (box !== 'ftyp') return OLD_QUICKTIME.has(box) ? 'video/quicktime' : null;
  const brand = head.slice(8, 12);
  if (NOT_VIDEO.some(([pattern]) => pattern.test(brand))) return null;
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
