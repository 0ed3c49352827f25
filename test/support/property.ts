/**
 * Properties on random data. Every run draws another seed and prints it; TROUPE_TEST_SEED repeats one:
 * `TROUPE_TEST_SEED=1234 npx --no-install tap test/machines/post.test.ts`.
 */
import * as fc from 'fast-check';
import type { Test } from 'tap';
import { Random } from './random.ts';

const given = Number(process.env['TROUPE_TEST_SEED'] ?? NaN);

/**
 * Checks a property with random data; a failure reports the smallest case that still fails.
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
export function seeded(t: Test): Random {
  return new Random(seedOf(t));
}

/** The seed of a run, which the test prints: given by TROUPE_TEST_SEED, or another one each time. */
export function seedOf(t: Test): number {
  const seed = Number.isInteger(given) ? given : Math.floor(Math.random() * 2 ** 31);
  t.comment(`seed ${seed}`);
  return seed;
}

/** How many seeds a simulation plays: TROUPE_TEST_SEEDS, or what is usual for it. */
export const seedsOr = (usual: number): number => Number(process.env['TROUPE_TEST_SEEDS'] ?? usual);

/** How many people comment in the test of a flood: TROUPE_FLOOD, or what is usual for it. */
export const floodOr = (usual: number): number => Number(process.env['TROUPE_FLOOD'] ?? usual);
