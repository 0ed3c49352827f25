/** Splits a file for TikTok: chunks of 5 to 64 MB, the last one with the remainder, at most 1000. */

const MAX_IN_ONE = 64_000_000;
/** Half of the maximum, so that the last chunk with the remainder fits too. Each chunk is a step. */
const CHUNK_BYTES = 32_000_000;

interface Chunks {
  chunkSize: number;
  count: number;
}

export function chunksOf(size: number): Chunks {
  const chunkSize = size <= MAX_IN_ONE ? size : CHUNK_BYTES;
  return { chunkSize, count: Math.floor(size / chunkSize) };
}

/** The bytes of a chunk, without `to`. */
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

/** The chunk to continue with when this many bytes are stored. */
export function chunkAfter({ size, chunkSize }: { size: number; chunkSize: number }, stored: number): number {
  return Math.min(Math.floor(stored / chunkSize), Math.floor(size / chunkSize) - 1);
}
