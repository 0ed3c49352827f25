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
export const SNIFF_BYTES = 64;

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

/** Brands of ISO base media files that are pictures or sound (AVIF, HEIC, M4A), not film. */
const NOT_VIDEO = /^(avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|msf1|M4A |M4B )/;
/** First boxes of QuickTime films older than `ftyp` (QuickTime File Format, movie files). */
const OLD_QUICKTIME = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

function isoMedia(head: string): MediaType | null {
  const box = head.slice(4, 8);
  if (box !== 'ftyp') return OLD_QUICKTIME.has(box) ? 'video/quicktime' : null;
  const brand = head.slice(8, 12);
  if (NOT_VIDEO.test(brand)) return null;
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
