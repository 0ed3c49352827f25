/**
 * Whether an MP4 or QuickTime file is whole and shows anything (ISO/IEC 14496-12, 4.2, 8.1, 8.4.3). Only the heads of
 * its outer boxes and the description of its tracks are read.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** A description of tracks is some megabytes for hours of film. */
export const MAX_MOOV_BYTES = 64 * 1024 * 1024;
const MAX_BOXES = 100_000;

/**
 * @param path of the complete file, of `bytes` bytes
 * @returns what is wrong with it, as the end of a sentence; null if nothing
 */
export function filmFault(path: string, bytes: number): string | null {
  const descriptor = openSync(path, 'r');
  try {
    const read = (at: number, length: number) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(descriptor, buffer, 0, length, at));
    };
    return faultIn(read, bytes);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a part of a file; it is shorter where the file ends. */
export type Read = (at: number, length: number) => Buffer;

/** A box that is in no other: where it starts in the file, its size with its head, bytes, and its name. */
export interface OuterBox {
  at: number;
  size: number;
  head: number;
  name: string;
}

/** The outer boxes of a file of `bytes` bytes, up to one that is damaged. */
export function* outerBoxes(read: Read, bytes: number): Generator<OuterBox> {
  for (let at = 0, count = 0; at + 8 <= bytes && count < MAX_BOXES; count += 1) {
    const box = boxAt(read(at, 16), bytes - at);
    if (box.size < box.head) return;
    yield { at, ...box };
    at += box.size;
  }
}

function faultIn(read: Read, bytes: number): string | null {
  let at = 0;
  let hasVideo: boolean | null = null;
  for (let count = 0; at + 8 <= bytes && count < MAX_BOXES; count += 1) {
    const { size, head, name } = boxAt(read(at, 16), bytes - at);
    if (size < head) return 'is damaged: its boxes cannot be read';
    if (at + size > bytes) {
      return `is incomplete: its box "${name}" ends after ${at + size} bytes, and the file has ${bytes}`;
    }
    if (name === 'moov' && size <= MAX_MOOV_BYTES) hasVideo ||= tracksShow(read(at + head, size - head));
    at += size;
  }
  if (hasVideo === null) return 'is incomplete: it has no description of its tracks (no "moov" box)';
  return hasVideo ? null : 'has no video track, only sound or data';
}

/** The head of a box. A size of 1 means that 64 bits follow the name, 0 means the rest of the file. */
export function boxAt(bytes: Buffer, rest: number): { size: number; head: number; name: string } {
  const short = bytes.readUInt32BE(0);
  const name = bytes.toString('latin1', 4, 8);
  if (short === 0) return { size: rest, head: 8, name };
  if (short !== 1) return { size: short, head: 8, name };
  return { size: bytes.length < 16 ? 0 : Number(bytes.readBigUInt64BE(8)), head: 16, name };
}

/** Whether a handler of the media of any track is that of video. */
function tracksShow(moov: Buffer): boolean {
  return within(moov, 'trak').some((track) =>
    within(track, 'mdia').some((media) =>
      within(media, 'hdlr').some((handler) => handler.toString('latin1', 8, 12) === 'vide'),
    ),
  );
}

/** The contents of the boxes of one name. A box that is longer than its parent ends the search. */
export function within(parent: Buffer, name: string): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  while (at + 8 <= parent.length) {
    const box = boxAt(parent.subarray(at, at + 16), parent.length - at);
    if (box.size < box.head || at + box.size > parent.length) return found;
    if (box.name === name) found.push(parent.subarray(at + box.head, at + box.size));
    at += box.size;
  }
  return found;
}
