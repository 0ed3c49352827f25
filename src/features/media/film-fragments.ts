/**
 * Where the samples of each track are in one fragment of a film (ISO/IEC 14496-12, 8.8). Films that are streamed while they are
 * recorded consist of fragments: the description of the film lists its tracks, and each fragment lists samples of them.
 */
import { numbersIn } from './box-numbers.ts';
import { within } from './film.ts';
import type { Stretch } from './stretch.ts';

/** Fields of a track's header in a fragment that are present only if a flag says so, in their order (8.8.7). */
const HEADER_FIELDS: [flag: number, bytes: number][] = [
  [0x1, 8],
  [0x2, 4],
  [0x8, 4],
  [0x10, 4],
];
/** Fields of each sample in a run, in their order (8.8.8): duration, size, flags, offset of its time. */
const SAMPLE_FIELDS = [0x100, 0x200, 0x400, 0x800];
const HAS_SIZES = 0x200;
const STARTS_AT_FRAGMENT = 0x20000;

/** The size that each track's samples have where their fragment says none, bytes, by the id of the track (8.8.3). */
export function defaultSizes(moov: Buffer): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const extension of within(moov, 'mvex').flatMap((box) => within(box, 'trex'))) {
    const [id, , , size] = numbersIn(extension, { at: 4, bytes: 4 });
    if (id !== undefined && size !== undefined) sizes.set(id, size);
  }
  return sizes;
}

/**
 * @param moof content of the fragment's box, and `at`: where the box starts in the file
 * @param defaults see `defaultSizes`
 * @returns the samples of each track by its id
 */
export function samplesInFragment(
  moof: Buffer,
  { at, defaults }: { at: number; defaults: Map<number, number> },
): Map<number, Stretch[]> {
  const found = new Map<number, Stretch[]>();
  let end = at; // the samples of a track follow those of the track before, unless it says where they start
  for (const [index, traf] of within(moof, 'traf').entries()) {
    const header = headerOf(within(traf, 'tfhd')[0]);
    if (header === null) continue;
    const base = header.base ?? (index === 0 || header.startsAtFragment ? at : end);
    const size = header.size ?? defaults.get(header.id) ?? 0;
    const samples = runsOf(traf, { base, size });
    end = samples.at(-1)?.to ?? base;
    found.set(header.id, [...(found.get(header.id) ?? []), ...samples]);
  }
  return found;
}

/** The id of the track that a `traf` box is about; 0 if it names none. */
export function trackIdOf(traf: Buffer): number {
  return headerOf(within(traf, 'tfhd')[0])?.id ?? 0;
}

function headerOf(box: Buffer | undefined) {
  if (box === undefined || box.length < 8) return null;
  const flags = box.readUInt32BE(0);
  let at = 8;
  const places = new Map<number, number>();
  for (const [flag, bytes] of HEADER_FIELDS) {
    if ((flags & flag) === 0) continue;
    if (at + bytes > box.length) return null;
    places.set(flag, at);
    at += bytes;
  }
  const base = places.get(0x1);
  const size = places.get(0x10);
  return {
    id: box.readUInt32BE(4),
    base: base === undefined ? null : Number(box.readBigUInt64BE(base)),
    size: size === undefined ? null : box.readUInt32BE(size),
    startsAtFragment: (flags & STARTS_AT_FRAGMENT) !== 0,
  };
}

/** @param base where the first run starts unless it says so; size: of each sample, unless the run says so */
function runsOf(traf: Buffer, { base, size }: { base: number; size: number }): Stretch[] {
  const runs: Stretch[] = [];
  for (const run of within(traf, 'trun')) {
    if (run.length < 8) continue;
    const flags = run.readUInt32BE(0);
    const hasStart = (flags & 0x1) !== 0 && run.length >= 12;
    const from = hasStart ? base + run.readInt32BE(8) : (runs.at(-1)?.to ?? base);
    const samplesAt = 8 + ((flags & 0x1) === 0 ? 0 : 4) + ((flags & 0x4) === 0 ? 0 : 4);
    runs.push({ from: Math.max(0, from), to: from + bytesOf(run, { samplesAt, flags, size }) });
  }
  return runs;
}

function bytesOf(
  run: Buffer,
  { samplesAt, flags, size }: { samplesAt: number; flags: number; size: number },
) {
  if ((flags & HAS_SIZES) === 0) return run.readUInt32BE(4) * size;
  const fields = SAMPLE_FIELDS.filter((flag) => (flags & flag) !== 0);
  const all = numbersIn(run, { at: samplesAt, bytes: 4 }).slice(0, run.readUInt32BE(4) * fields.length);
  const place = fields.indexOf(HAS_SIZES);
  return all.reduce((sum, value, index) => (index % fields.length === place ? sum + value : sum), 0);
}
