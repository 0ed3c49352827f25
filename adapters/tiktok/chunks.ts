/** How a file is cut for TikTok: chunks of 5 to 64 MB, the last one takes the rest, at most 1000. */

const MAX_IN_ONE = 64_000_000;
/** Half of what is allowed, so that the last one with its rest is no larger either. Each chunk is a step. */
const CHUNK_BYTES = 32_000_000;

export interface Chunks {
  chunkSize: number;
  count: number;
}

export function chunksOf(size: number): Chunks {
  const chunkSize = size <= MAX_IN_ONE ? size : CHUNK_BYTES;
  return { chunkSize, count: Math.floor(size / chunkSize) };
}

/** The bytes of a chunk, `to` excluded. */
export function rangeOf(
  { size, chunkSize }: { size: number; chunkSize: number },
  index: number,
): { from: number; to: number } {
  const from = index * chunkSize;
  return { from, to: isLastChunk({ size, chunkSize }, index) ? size : from + chunkSize };
}

export function isLastChunk(
  { size, chunkSize }: { size: number; chunkSize: number },
  index: number,
): boolean {
  return index >= Math.floor(size / chunkSize) - 1;
}

/** The chunk to go on with when so many bytes are stored. */
export function chunkAfter({ size, chunkSize }: { size: number; chunkSize: number }, stored: number): number {
  return Math.min(Math.floor(stored / chunkSize), Math.floor(size / chunkSize) - 1);
}
