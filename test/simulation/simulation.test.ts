/** A few hundred seeds; `npm run simulate` runs any number. */
import t from 'tap';
import { playsLong } from '../support/long.ts';
import { seedOf } from '../support/property.ts';
import { simulate } from './simulation.ts';

const SEEDS = playsLong ? 200 : 60;

void t.test('under random commands, faults and crashes every promise is kept', async (t) => {
  const first = seedOf(t);
  let crashes = 0;
  let copies = 0;
  for (let seed = first; seed < first + SEEDS; seed += 1) {
    const report = await simulate(seed);
    crashes += report.crashes;
    copies += report.copies;
  }
  t.ok(crashes > SEEDS / 2, `${crashes} crashes`);
  t.ok(copies > SEEDS, `${copies} copies`);
});

void t.test('the same seed runs the same way', async (t) => {
  t.strictSame(await simulate(7), await simulate(7));
});
