/**
 * How large and how long an MP4 or QuickTime film is, from the description of its tracks (ISO/IEC 14496-12, 8.2.2, 8.3.2, 8.8.2). Only that
 * description is read.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { MAX_MOOV_BYTES, outerBoxes, within } from './film.ts';
import type { Pixels } from './pixels.ts';
import { videoPixelsOf } from './video-pixels.ts';

interface FilmFacts {
  /** As players show it; null where the film does not say. */
  pixels: Pixels | null;
  durationSeconds: number | null;
}

const UNKNOWN: FilmFacts = { pixels: null, durationSeconds: null };

/** @param path of the complete file, of `bytes` bytes */
export function filmFacts(path: string, bytes: number): FilmFacts {
  const descriptor = openSync(path, 'r');
  try {
    const read = (at: number, length: number) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(descriptor, buffer, 0, length, at));
    };
    for (const { at, size, head, name } of outerBoxes(read, bytes)) {
      if (name !== 'moov' || size > MAX_MOOV_BYTES) continue;
      const box = read(at, size);
      return { pixels: videoPixelsOf(box, 'video/mp4'), durationSeconds: durationIn(box.subarray(head)) };
    }
    return UNKNOWN;
  } finally {
    closeSync(descriptor);
  }
}

/** A film in fragments has its length in a box of its own, if anywhere. */
function durationIn(moov: Buffer): number | null {
  const [header] = within(moov, 'mvhd');
  if (header === undefined || header.length < 1) return null;
  const isLong = header.readUInt8(0) === 1; // version 1 has times of 64 bits
  if (header.length < (isLong ? 32 : 20)) return null;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const units = length > 0 ? length : fragmentsIn(moov);
  return scale === 0 || units === null ? null : Math.round((units / scale) * 100) / 100;
}

/** The length of all fragments in units of the film. */
function fragmentsIn(moov: Buffer): number | null {
  const [header] = within(moov, 'mvex').flatMap((box) => within(box, 'mehd'));
  if (header === undefined || header.length < 1) return null;
  const isLong = header.readUInt8(0) === 1;
  if (header.length < (isLong ? 12 : 8)) return null;
  return isLong ? Number(header.readBigUInt64BE(4)) : header.readUInt32BE(4);
}
