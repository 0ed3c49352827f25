/**
 * A few seeds of people who comment what rules wait for; TROUPE_TEST_SEED repeats one, TROUPE_TEST_SEEDS plays that many.
 * `npm run simulate -- --rules` plays thousands.
 */
import t from 'tap';
import { people } from '../comments/people.ts';
import { seedOf, seedsOr } from '../support/property.ts';
import { type RulesReport, simulateRules } from './rules.ts';

const SEEDS = seedsOr(3);

void t.test('comments, calls and rules go wrong: one message for each person and rule', async (t) => {
  const { running, mediaOf, app } = await people(t, { subscribes: true, restarts: true });
  const accountId = running.accounts['instagram']!;
  const world = { running, accountId, mediaId: mediaOf('instagram'), app };
  const sum: RulesReport = {
    comments: 0,
    sent: 0,
    skipped: 0,
    failed: 0,
    faults: 0,
    restarts: 0,
    tests: 0,
    forgotten: 0,
  };
  const first = seedOf(t);
  for (let seed = first; seed < first + SEEDS; seed += 1) {
    const report = await simulateRules(world, seed);
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += report[name];
    if (SEEDS > 100 && (seed - first) % 100 === 99) t.comment(`${seed - first + 1}: ${JSON.stringify(sum)}`);
  }
  t.ok(sum.comments > 0, JSON.stringify(sum));
});
