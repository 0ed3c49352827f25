/** A few seeds of people and a team; TROUPE_TEST_SEED repeats one, TROUPE_TEST_SEEDS plays that many. */
import t from 'tap';
import { seedOf, seedsOr } from '../support/property.ts';
import { startService } from '../support/service.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { simulatePeople } from './people.ts';

const SEEDS = seedsOr(3);

void t.test('people write and are answered while webhooks and calls go wrong: each thing once', async (t) => {
  const running = await startService(t, { platforms: ['instagram'], subscribes: true });
  await untilReceiving(running.service, 'instagram');
  const first = seedOf(t);
  let sends = 0;
  for (let seed = first; seed < first + SEEDS; seed += 1) {
    const report = await simulatePeople(running, seed);
    t.ok(report.messages >= 3, JSON.stringify(report));
    sends += report.sends;
  }
  t.ok(sends > 0, `${sends} sends`);
});
