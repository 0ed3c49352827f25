/**
 * The long comparison of compiled steps with XState's (test/machines/compiled.test.ts takes a small part of it): every kind
 * of actor with the rows that each version of its chart has stored, and random charts, a new one every few hundred
 * steps.
 */
import { compareEverything } from '../support/compared-machines.ts';

export interface ComparedSteps {
  /** Steps that both took, with the same result to the character or a fault in both. */
  steps: number;
  /** How many of them were faults. */
  faults: number;
  /** The first step that differed; null: none. */
  breach: string | null;
}

/** Random steps in a whole run. */
const STEPS = 2_800_000;
/** Steps that are compared under one seed, between two lines of progress. */
const STEPS_OF_SEED = 200_000;

/** @param seed of the first part; a breach names the seed of its part, with which the test plays it again */
export function compareManySteps(seed: number, say: (line: string) => void): ComparedSteps {
  const compared: ComparedSteps = { steps: 0, faults: 0, breach: null };
  const startedAt = performance.now();
  for (let part = 0; compared.steps < STEPS; part += 1) {
    const partSeed = seed * 1_000 + part;
    try {
      const { kinds, charts } = compareEverything(partSeed, {
        steps: STEPS_OF_SEED,
        everySample: part === 0,
      });
      compared.steps += kinds.steps + charts.steps;
      compared.faults += kinds.faults + charts.faults;
    } catch (difference) {
      compared.breach = `seed ${partSeed}: ${String(difference)}`;
      return compared;
    }
    say(`  ${compared.steps} steps the same, ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  return compared;
}
