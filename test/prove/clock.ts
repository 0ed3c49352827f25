/**
 * The time of a whole stage, for processes that start and die. A file stores how far it is ahead of the system's clock.
 * The service's and the networks' clocks read it, so that waits of minutes and hours pass at once for both.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** @returns epoch ms */
export function fileClock(file: string): () => number {
  return () => Date.now() + aheadIn(file);
}

export function aheadIn(file: string): number {
  return Number(readFileSync(file, 'utf8'));
}

/** @param ms how far ahead of the system's clock it is from now on */
export function setAhead(file: string, ms: number): void {
  writeFileSync(`${file}.new`, String(ms));
  renameSync(`${file}.new`, file); // a reader finds the old number or the new one
}
