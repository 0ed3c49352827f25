/**
 * One seed of series and imports; TROUPE_TEST_SEED repeats one, TROUPE_TEST_SEEDS plays that many. `npm run simulate -- --ahead` plays
 * hundreds.
 */
import t from 'tap';
import { seedOf, seedsOr } from '../support/property.ts';
import { startService } from '../support/service.ts';
import { type AheadReport, simulateAhead } from './ahead.ts';

const SEEDS = seedsOr(1);

void t.test('series and imports under restarts: each post once, none is missing', async (t) => {
  const running = await startService(t, { platforms: ['mastodon'], restarts: true, ratePerMinute: 100_000 });
  const world = { running, accountId: running.accounts['mastodon']! };
  const sum: AheadReport = { series: 0, imports: 0, posts: 0, published: 0, faults: 0, restarts: 0 };
  const first = seedOf(t);
  for (let seed = first; seed < first + SEEDS; seed += 1) {
    const report = await simulateAhead(world, seed);
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += report[name];
    if (SEEDS > 20 && (seed - first) % 20 === 19) t.comment(`${seed - first + 1}: ${JSON.stringify(sum)}`);
  }
  t.ok(sum.posts > 0 && sum.published > 0, JSON.stringify(sum));
});
