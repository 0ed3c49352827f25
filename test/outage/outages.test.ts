/**
 * A few outages, each of another kind; TROUPE_TEST_SEED repeats one, TROUPE_TEST_SEEDS plays that many.
 * `npm run simulate -- --outages` plays hundreds.
 */
import t from 'tap';
import { seedOf, seedsOr } from '../support/property.ts';
import { simulateOutage } from './outages.ts';
import { outageWorld } from './world.ts';

/** Kinds of outages take turns from seed to seed, and the first seed is another in each run. */
const SEEDS = seedsOr(3);

void t.test('after an outage everything that the networks still show is here, once', async (t) => {
  const world = await outageWorld(t);
  const first = seedOf(t);
  for (let seed = first; seed < first + SEEDS; seed += 1) {
    const started = performance.now();
    const { trace: _, ...report } = await simulateOutage(world, seed);
    t.pass(`${seed}: ${JSON.stringify(report)} in ${Math.round(performance.now() - started)} ms`);
  }
});
