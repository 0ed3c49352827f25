/**
 * Removes the places that photos in a PDF and its XMP metadata name. A PDF keeps a JPEG with all that the camera wrote into
 * it (ISO 32000-2, 7.4.8), and XMP as plain text so that programs find it (14.3.2). Both are overwritten where they are, since
 * the file says at which byte each of its objects starts. What is compressed or encrypted once more is not read.
 */
import { placesInJpeg } from './location.ts';
import { namesPlace } from './place-words.ts';

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** What stands in front of an object's data (7.3.8). */
const STREAM_START = /stream\r?\n$/;
const PACKET_START = Buffer.from('<?xpacket begin');
const PACKET_END = Buffer.from('<?xpacket end');

/**
 * Erases the places in the bytes of a PDF.
 * @returns whether anything was erased
 */
export function erasePdfPlaceIn(pdf: Buffer<ArrayBuffer>): boolean {
  let isErased = false;
  for (const at of indexesOf(pdf, JPEG_START)) {
    if (!STREAM_START.test(pdf.toString('latin1', Math.max(0, at - 8), at))) continue;
    for (const { from, to } of placesInJpeg(pdf.subarray(at))) {
      pdf.fill(0, at + from, at + to);
      isErased = true;
    }
  }
  for (const at of indexesOf(pdf, PACKET_START)) {
    const from = pdf.indexOf('?>', at) + 2;
    const to = pdf.indexOf(PACKET_END, at);
    if (from < at || to < from || !namesPlace(pdf.toString('latin1', from, to))) continue;
    pdf.fill(' ', from, to);
    isErased = true;
  }
  return isErased;
}

function* indexesOf(bytes: Buffer, words: Buffer): Generator<number> {
  for (let at = bytes.indexOf(words); at !== -1; at = bytes.indexOf(words, at + words.length)) yield at;
}
