/**
 * Removes the place of recording from an MP4 or QuickTime file (ISO/IEC 14496-12, 8.10 and 8.11; QuickTime File Format,
 * metadata; 3GPP TS 26.244, 8.10). Phones write it into the description of the film. A box that holds a place is turned
 * into free space of the same length, so no byte of picture or sound moves and no offset changes.
 * A track that records places along the film (GoPro, drones) becomes free space too, and its samples become zeros where they
 * are: taking them out would move the rest.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { boxAt, MAX_BOXES, MAX_MOOV_BYTES } from './film.ts';
import { namesPlace } from './place-words.ts';
import { placesAlong, type Stretch } from './telemetry-track.ts';

/** A part of a file that becomes free space: where its box starts, how long its head is, and its size with the head. */
interface Erased {
  at: number;
  head: number;
  size: number;
  /** Where the samples of a track are in the file. */
  samples?: Stretch[];
}

/** How much is written at once, bytes. */
const ZEROS = Buffer.alloc(1024 * 1024);

/** Boxes with boxes in them that metadata can be in. */
const CONTAINERS = new Set(['moov', 'trak', 'udta', 'moof', 'traf', 'mdia', 'minf']);
/** The place itself: QuickTime's user data, and 3GPP's. */
const PLACES = new Set(['\xa9xyz', 'loci']);
/** Boxes of metadata that may hold a place among other things: keys with values (Apple, iTunes), and XMP. */
const METADATA: { [name: string]: (content: Buffer) => boolean } = {
  meta: (content) => /location|\xa9xyz|loci/i.test(content.toString('latin1')),
  XMP_: (content) => namesPlace(content.toString('latin1')),
  uuid: (content) => content.subarray(0, 16).equals(XMP_ID) && namesPlace(content.toString('latin1')),
};
/** The UUID of XMP (XMP specification, part 3, 2.3.1). */
const XMP_ID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/**
 * Erases the places in a complete file on the disk.
 * @param path of the file, of `bytes` bytes
 * @returns whether anything was erased
 */
export function erasePlaceOf(path: string, bytes: number): boolean {
  const descriptor = openSync(path, 'r+');
  try {
    const read = (at: number, length: number) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(descriptor, buffer, 0, length, at));
    };
    let isErased = false;
    for (let at = 0, count = 0; at + 8 <= bytes && count < MAX_BOXES; count += 1) {
      const { size, head, name } = boxAt(read(at, 16), bytes - at);
      if (size < head) break;
      if ((CONTAINERS.has(name) || Object.hasOwn(METADATA, name)) && size <= MAX_MOOV_BYTES) {
        const box = read(at, size);
        for (const erased of placesIn(box, { bytes })) {
          // the samples first: after a crash in between the track still says where they are
          for (const stretch of erased.samples ?? []) clear(descriptor, stretch);
          blank(box, erased);
          writeSync(descriptor, box, erased.at, erased.size, at + erased.at);
          isErased = true;
        }
      }
      at += size;
    }
    return isErased;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The boxes among these, and in them, that hold a place.
 * @param start of `boxes` in the file's part that is read; bytes: length of the file
 */
function placesIn(boxes: Buffer, { start = 0, bytes }: { start?: number; bytes: number }): Erased[] {
  const found: Erased[] = [];
  for (let at = 0; at + 8 <= boxes.length;) {
    const { size, head, name } = boxAt(boxes.subarray(at, at + 16), boxes.length - at);
    if (size < head || at + size > boxes.length) break;
    const content = boxes.subarray(at + head, at + size);
    const samples = name === 'trak' ? placesAlong(content, bytes) : null;
    if (samples !== null) found.push({ at: start + at, head, size, samples });
    else if (CONTAINERS.has(name)) found.push(...placesIn(content, { start: start + at + head, bytes }));
    else if (PLACES.has(name) || METADATA[name]?.(content) === true)
      found.push({ at: start + at, head, size });
    at += size;
  }
  return found;
}

function clear(descriptor: number, { from, to }: Stretch): void {
  for (let at = from; at < to; at += ZEROS.length)
    writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, to - at), at);
}

function blank(box: Buffer, { at, head, size }: Erased): void {
  box.write('free', at + 4, 'latin1');
  box.fill(0, at + head, at + size);
}
