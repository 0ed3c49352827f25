/**
 * Tracks of a film that record where the camera was while it recorded (ISO/IEC 14496-12, 8.5 to 8.7: descriptions, sizes and
 * places of samples).
 */
import { boxAt, within } from './film.ts';

/** A part of a file, bytes: from `from` on, before `to`. */
export interface Stretch {
  from: number;
  to: number;
}

/**
 * Formats of samples that record places among other measurements: GoPro (gpmd), Google's camera motion (camm), Sony (rtmd),
 * DJI (djmd, dbgi). None of them is picture or sound.
 * @see https://github.com/gopro/gpmf-parser
 * @see https://developers.google.com/streetview/publish/camm-spec
 */
const TELEMETRY = new Set(['gpmd', 'camm', 'rtmd', 'djmd', 'dbgi']);
/** Apple's timed metadata: the description lists its keys, of which com.apple.quicktime.location.ISO6709 is a place. */
const TIMED_METADATA = 'mebx';

/**
 * @param track content of a `trak` box
 * @param bytes length of the file
 * @returns where its samples are in the file, in order and without overlap; null means it records no place
 */
export function placesAlong(track: Buffer, bytes: number): Stretch[] | null {
  const [table] = within(track, 'mdia')
    .flatMap((media) => within(media, 'minf'))
    .flatMap((information) => within(information, 'stbl'));
  if (table === undefined || !recordsPlace(table)) return null;
  return joined(chunksOf(table), bytes);
}

function recordsPlace(table: Buffer): boolean {
  const [descriptions] = within(table, 'stsd');
  if (descriptions === undefined || descriptions.length < 16) return false;
  const entries = descriptions.subarray(8);
  const { name } = boxAt(entries.subarray(0, 16), entries.length);
  return TELEMETRY.has(name) || (name === TIMED_METADATA && /location/i.test(entries.toString('latin1')));
}

/** The chunks of a track: each is a run of samples that follow each other in the file. */
function chunksOf(table: Buffer): Stretch[] {
  const starts = startsOf(table);
  const sizes = sizesOf(table);
  const runs = numbers(within(table, 'stsc')[0], { at: 8, bytes: 4 });
  const chunks: Stretch[] = [];
  let sample = 0;
  for (let chunk = 0, run = 0; chunk < starts.length; chunk += 1) {
    // three numbers a run: its first chunk counted from 1, samples in a chunk, description
    while (run + 3 < runs.length && chunk + 1 >= runs[run + 3]!) run += 3;
    const count = runs[run + 1] ?? 0;
    const from = starts[chunk]!;
    chunks.push({ from, to: from + sizes(sample, count) });
    sample += count;
  }
  return chunks;
}

function startsOf(table: Buffer): number[] {
  const [short] = within(table, 'stco');
  return short === undefined
    ? numbers(within(table, 'co64')[0], { at: 8, bytes: 8 })
    : numbers(short, { at: 8, bytes: 4 });
}

/** @returns a function from the first sample and how many they are to their bytes together */
function sizesOf(table: Buffer): (first: number, count: number) => number {
  const [box] = within(table, 'stsz');
  const every = box !== undefined && box.length >= 12 ? box.readUInt32BE(4) : 0;
  if (every > 0) return (_, count) => every * count;
  const ends = [0];
  for (const size of numbers(box, { at: 12, bytes: 4 })) ends.push(ends.at(-1)! + size);
  const endAt = (sample: number) => ends[Math.min(sample, ends.length - 1)]!;
  return (first, count) => endAt(first + count) - endAt(first);
}

function numbers(box: Buffer | undefined, { at, bytes }: { at: number; bytes: 4 | 8 }): number[] {
  const found: number[] = [];
  if (box === undefined) return found;
  for (let place = at; place + bytes <= box.length; place += bytes)
    found.push(bytes === 4 ? box.readUInt32BE(place) : Number(box.readBigUInt64BE(place)));
  return found;
}

/** Those that are in the file, each byte once: a damaged list may name the same one a million times. */
function joined(stretches: Stretch[], bytes: number): Stretch[] {
  const found: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(to, bytes);
    const last = found.at(-1);
    if (from >= end) continue;
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, end);
    else found.push({ from, to: end });
  }
  return found;
}
