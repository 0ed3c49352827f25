/**
 * Properties on random data. Every run draws another seed and prints it; TROUPE_TEST_SEED repeats one:
 * `TROUPE_TEST_SEED=1234 npx --no-install tap test/machines/post.test.ts`.
 */
import * as fc from 'fast-check';
import type { Test } from 'tap';

const given = Number(process.env['TROUPE_TEST_SEED'] ?? NaN);

/**
 * Holds a property against random data; a failure tells the smallest case that still fails.
 * @param runs how many cases; each file stays under 20 s on two shared cores
 */
export function property<T>(
  t: Test,
  { arbitrary, runs }: { arbitrary: fc.Arbitrary<T>; runs: number },
  holds: (value: T) => void,
): void {
  const seed = seedOf(t);
  fc.assert(fc.property(arbitrary, holds), { seed, numRuns: runs });
  t.pass(`${runs} cases`);
}

/** Chance for a run that is no property: the same picks for the same seed. */
export function seeded(t: Test): { pick<T>(list: T[]): T } {
  let state = seedOf(t);
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { pick: (list) => list[Math.floor(next() * list.length)]! };
}

function seedOf(t: Test): number {
  const seed = Number.isInteger(given) ? given : Math.floor(Math.random() * 2 ** 31);
  t.comment(`seed ${seed}`);
  return seed;
}
