/**
 * Tracks of a film that record where the camera was while it recorded: as measurements, or in subtitles (ISO/IEC 14496-12, 8.4
 * to 8.8: descriptions, sizes and positions of samples).
 */
import { numbersIn } from './box-numbers.ts';
import { defaultSizes, samplesInFragment } from './film-fragments.ts';
import { boxAt, type OuterBox, type Read, within } from './film.ts';
import { subtitlesHavePlace } from './place-words.ts';
import { joinedStretches, type Stretch } from './stretch.ts';

/**
 * Formats of samples that record places among other measurements: GoPro (gpmd), Google's camera motion (camm), Sony (rtmd),
 * DJI (djmd, dbgi). None of them is picture or sound.
 * @see https://github.com/gopro/gpmf-parser
 * @see https://developers.google.com/streetview/publish/camm-spec
 */
const TELEMETRY = new Set(['gpmd', 'camm', 'rtmd', 'djmd', 'dbgi']);
/** Apple's timed metadata: the description lists its keys, of which com.apple.quicktime.location.ISO6709 is a place. */
const TIMED_METADATA = 'mebx';
/** Formats of subtitles: 3GPP's timed text, QuickTime's text, WebVTT. */
const SUBTITLES = new Set(['tx3g', 'text', 'wvtt']);
/** How much of a track's subtitles is read. Drones write the place into each of them. */
const READ_SUBTITLES = 64 * 1024;

/** A complete film on the disk. */
export interface Film {
  read: Read;
  bytes: number;
  boxes: OuterBox[];
}

/**
 * @param moov content of the film's description
 * @returns by the id of each track that records places, where its samples are in the file, in order and without overlap
 */
export function tracksWithPlaces(moov: Buffer, film: Film): Map<number, Stretch[]> {
  const tracks = new Map<number, { format: string; samples: Stretch[] }>();
  for (const track of within(moov, 'trak')) {
    const table = tableOf(track);
    const format = formatOf(table);
    if (table && format && mayTell(format))
      tracks.set(idOf(track), { format: format.name, samples: chunksOf(table) });
  }
  if (tracks.size > 0)
    for (const [id, samples] of inFragments(moov, film)) tracks.get(id)?.samples.push(...samples);
  const found = new Map<number, Stretch[]>();
  for (const [id, { format, samples }] of tracks) {
    const inFile = joinedStretches(samples, film.bytes);
    if (!SUBTITLES.has(format) || subtitlesHavePlace(textOf(inFile, film))) found.set(id, inFile);
  }
  return found;
}

/** The id in the content of a `trak` box; 0 if it has none. */
export function idOf(track: Buffer): number {
  const [header] = within(track, 'tkhd');
  // two instants come before it, in version 1 of 8 bytes each
  const at = header?.[0] === 1 ? 20 : 12;
  return header === undefined || header.length < at + 4 ? 0 : header.readUInt32BE(at);
}

/** Whether the content of a `trak` box is of a format that may record places. */
export function mayRecordPlaces(track: Buffer): boolean {
  const format = formatOf(tableOf(track));
  return format !== null && mayTell(format);
}

function tableOf(track: Buffer): Buffer | undefined {
  return within(track, 'mdia')
    .flatMap((media) => within(media, 'minf'))
    .flatMap((information) => within(information, 'stbl'))[0];
}

interface Format {
  name: string;
  description: Buffer;
}

function formatOf(table: Buffer | undefined): Format | null {
  const [descriptions] = table === undefined ? [] : within(table, 'stsd');
  if (descriptions === undefined || descriptions.length < 16) return null;
  const description = descriptions.subarray(8);
  return { name: boxAt(description.subarray(0, 16), description.length).name, description };
}

function mayTell({ name, description }: Format): boolean {
  if (name === TIMED_METADATA) return /location/i.test(description.toString('latin1'));
  return TELEMETRY.has(name) || SUBTITLES.has(name);
}

function inFragments(moov: Buffer, { read, boxes }: Film): [id: number, samples: Stretch[]][] {
  const defaults = defaultSizes(moov);
  return boxes
    .filter(({ name }) => name === 'moof')
    .flatMap(({ at, head, size }) => [
      ...samplesInFragment(read(at + head, size - head), { at, defaults }).entries(),
    ]);
}

function textOf(samples: Stretch[], { read }: Film): string {
  let text = '';
  for (const { from, to } of samples) {
    if (text.length >= READ_SUBTITLES) break;
    text += read(from, Math.min(to - from, READ_SUBTITLES)).toString('latin1');
  }
  return text;
}

/** The chunks of a track: each is a run of samples that follow each other in the file. */
function chunksOf(table: Buffer): Stretch[] {
  const starts = startsOf(table);
  const sizes = sizesOf(table);
  const runs = numbersIn(within(table, 'stsc')[0], { at: 8, bytes: 4 });
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
    ? numbersIn(within(table, 'co64')[0], { at: 8, bytes: 8 })
    : numbersIn(short, { at: 8, bytes: 4 });
}

/** @returns a function from the first sample and how many they are to their bytes together */
function sizesOf(table: Buffer): (first: number, count: number) => number {
  const [box] = within(table, 'stsz');
  const every = box !== undefined && box.length >= 12 ? box.readUInt32BE(4) : 0;
  if (every > 0) return (_, count) => every * count;
  const ends = [0];
  for (const size of numbersIn(box, { at: 12, bytes: 4 })) ends.push(ends.at(-1)! + size);
  const endAt = (sample: number) => ends[Math.min(sample, ends.length - 1)]!;
  return (first, count) => endAt(first + count) - endAt(first);
}
