/**
 * A few seeds of automations of direct messages; TROUPE_TEST_SEED repeats one, TROUPE_TEST_SEEDS plays that many.
 * `npm run simulate -- --automations` plays thousands.
 */
import t from 'tap';
import { seedOf, seedsOr } from '../support/property.ts';
import { startService } from '../support/service.ts';
import { simulateFlows } from './flows.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const SEEDS = seedsOr(3);

void t.test(
  'people, calls and automations go every way: one flow each, and silence when it has ended',
  async (t) => {
    const running = await startService(t, { platforms: ['instagram'], subscribes: true, restarts: true });
    const accountId = running.accounts['instagram']!;
    await untilReceiving(running.service, 'instagram');
    const sum = { runs: 0, messages: 0, faults: 0, restarts: 0 };
    const ended: { [reason: string]: number } = {};
    const first = seedOf(t);
    for (let seed = first; seed < first + SEEDS; seed += 1) {
      const report = await simulateFlows({ running, accountId }, seed);
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += report[name];
      for (const [reason, count] of Object.entries(report.ended))
        ended[reason] = (ended[reason] ?? 0) + count;
      if (SEEDS > 50 && (seed - first) % 50 === 49)
        t.comment(`${seed - first + 1}: ${JSON.stringify({ ...sum, ended })}`);
    }
    t.ok(sum.runs > 0, JSON.stringify({ ...sum, ended }));
  },
);
