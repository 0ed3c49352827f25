/**
 * Removes the place of recording from an MP4 or QuickTime file (ISO/IEC 14496-12, 8.10 and 8.11; QuickTime File Format,
 * metadata; 3GPP TS 26.244, 8.10). Phones write it into the description of the film. A box that holds a place is turned
 * into free space of the same length, so no byte of picture or sound moves and no offset changes.
 * A track that records places along the film (GoPro, drones) becomes free space too, and its samples become zeros where they
 * are: taking them out would move the rest.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { trackIdOf } from './film-fragments.ts';
import { boxAt, MAX_MOOV_BYTES, outerBoxes, type OuterBox } from './film.ts';
import { type Film, idOf, mayRecordPlaces, tracksWithPlaces } from './place-tracks.ts';
import { namesPlace } from './place-words.ts';
import type { Stretch } from './stretch.ts';

/** A part of a file that becomes free space: where its box starts, how long its head is, and its size with the head. */
type Erased = Pick<OuterBox, 'at' | 'head' | 'size'>;

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
    const boxes = [...outerBoxes(read, bytes)].filter(
      ({ name, size }) => isDescription(name) && size <= MAX_MOOV_BYTES,
    );
    const tracks = placesAlong({ read, bytes, boxes });
    // the samples first: after a crash in between the track still says where they are
    for (const samples of tracks.values()) for (const stretch of samples) clear(descriptor, stretch);
    let isErased = false;
    for (const { at, size } of boxes) {
      const box = read(at, size);
      for (const erased of placesIn(box, { tracks })) {
        blank(box, erased);
        writeSync(descriptor, box, erased.at, erased.size, at + erased.at);
        isErased = true;
      }
    }
    return isErased;
  } finally {
    closeSync(descriptor);
  }
}

const isDescription = (name: string) => CONTAINERS.has(name) || Object.hasOwn(METADATA, name);

/** The tracks of the film that record places, by id, with where their samples are. */
function placesAlong(film: Film): Map<number, Stretch[]> {
  const moovs = film.boxes.filter(({ name }) => name === 'moov');
  return new Map(
    moovs.flatMap(({ at, head, size }) => [
      ...tracksWithPlaces(film.read(at + head, size - head), film).entries(),
    ]),
  );
}

interface Surroundings {
  /** Where these boxes start in the part of the file that is read. */
  start?: number;
  /** Tracks that record places. */
  tracks: Map<number, unknown>;
}

/** The boxes among these, and in them, that hold a place. */
function placesIn(boxes: Buffer, { start = 0, tracks }: Surroundings): Erased[] {
  const found: Erased[] = [];
  for (let at = 0; at + 8 <= boxes.length;) {
    const { size, head, name } = boxAt(boxes.subarray(at, at + 16), boxes.length - at);
    if (size < head || at + size > boxes.length) break;
    const content = boxes.subarray(at + head, at + size);
    if (holdsPlace(name, content, tracks)) found.push({ at: start + at, head, size });
    else if (CONTAINERS.has(name)) found.push(...placesIn(content, { start: start + at + head, tracks }));
    at += size;
  }
  return found;
}

function holdsPlace(name: string, content: Buffer, tracks: Map<number, unknown>): boolean {
  if (name === 'trak') return tracks.has(idOf(content)) && mayRecordPlaces(content);
  if (name === 'traf') return tracks.has(trackIdOf(content));
  return PLACES.has(name) || METADATA[name]?.(content) === true;
}

function clear(descriptor: number, { from, to }: Stretch): void {
  for (let at = from; at < to; at += ZEROS.length)
    writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, to - at), at);
}

function blank(box: Buffer, { at, head, size }: Erased): void {
  box.write('free', at + 4, 'latin1');
  box.fill(0, at + head, at + size);
}
