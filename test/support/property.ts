/**
 * Properties on random data. Every run draws another seed and prints it; TROUPE_TEST_SEED repeats one:
 * `TROUPE_TEST_SEED=1234 npx --no-install tap test/machines/post.test.ts`.
 *
 * With CI set, each test has a seed of its own that stays the same, so that a build judges the change it is run for. New
 * cases are searched by everybody's runs of `npm test` and by `npm run prove`.
 */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { Test } from 'tap';
import { playsLong } from './long.ts';
import { Random } from './random.ts';

const given = Number(process.env['TROUPE_TEST_SEED'] ?? NaN);
/** Whether every check runs: what a test needs and is not there is then a failure. */
export const isCi = (process.env['CI'] ?? '') !== '';

/**
 * Checks a property with random data; a failure reports the smallest case that still fails.
 * @param check.runs how many cases a long run or one with a given seed plays (long.ts); others play a third
 * @returns how many cases were played
 */
export function property<T>(
  t: Test,
  { arbitrary, runs }: { arbitrary: fc.Arbitrary<T>; runs: number },
  holds: (value: T) => void,
): number {
  const seed = seedOf(t);
  const numRuns = playsLong || Number.isInteger(given) ? runs : Math.ceil(runs / 3);
  fc.assert(fc.property(arbitrary, holds), { seed, numRuns });
  t.pass(`${numRuns} cases`);
  return numRuns;
}

/** Chance for a run that is no property: the same picks for the same seed. */
export function seeded(t: Test): Random {
  return new Random(seedOf(t));
}

/** The seed of a run, which the test prints: given by TROUPE_TEST_SEED, or another one each time; with CI the test's own. */
export function seedOf(t: Test): number {
  const drawn = isCi ? ownSeed(t) : Math.floor(Math.random() * 2 ** 31);
  const seed = Number.isInteger(given) ? given : drawn;
  t.comment(`seed ${seed}`);
  return seed;
}

const ownSeed = (t: Test): number => createHash('sha256').update(t.fullname).digest().readUInt32BE() >>> 1;

/** How many seeds a simulation plays: TROUPE_TEST_SEEDS, or what is usual for it. */
export const seedsOr = (usual: number): number => Number(process.env['TROUPE_TEST_SEEDS'] ?? usual);

/** How many people comment in the test of a flood: TROUPE_FLOOD, or what is usual for it. */
export const floodOr = (usual: number): number => Number(process.env['TROUPE_FLOOD'] ?? usual);
