/** One suite for both meters, and their behaviour when Redis is lost. */
import * as fc from 'fast-check';
import t, { type Test } from 'tap';
import {
  type PlaceRequest,
  LocalMeter,
  type Meter,
  type Place,
  type Rule,
} from '../../../src/features/accounts/budgets/meter.ts';
import { redisMeter } from '../../../src/features/accounts/budgets/redis-meter.ts';
import { testRedis } from '../../support/redis.ts';
import { silent } from '../../support/stage.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const rule = (key: string, most: number, windowMs: number): Rule => ({ key, most, windowMs });
const asked = (now: number, ...stages: Rule[][]): PlaceRequest => ({
  blocks: ['a:until', 'app:until'],
  stages,
  now,
});

const meters: { [name: string]: (t: Test) => Promise<Meter> } = {
  'one process': async () => new LocalMeter(),
  'all nodes over Redis': async (t) => {
    const redis = await testRedis(t);
    const meter = redisMeter({ url: redis.url, log: silent });
    t.teardown(() => meter.close());
    await meter.ready();
    return meter;
  },
};

for (const [name, make] of Object.entries(meters)) {
  void t.test(
    `${name}: requests up to the limit go at once, and each later one gets a time of its own`,
    async (t) => {
      const meter = await make(t);
      const rules = [rule('a', 5, 2_000)];
      const places: Place[] = [];
      for (let step = 0; step < 12; step += 1) places.push(await meter.take(asked(NOW, rules)));
      t.strictSame(
        places.map(({ at }) => at - NOW),
        [0, 0, 0, 0, 0, 2_000, 2_000, 2_000, 2_000, 2_000, 4_000, 4_000],
      );
      t.strictSame(await meter.take(asked(NOW + 60_000, rules)), { at: NOW + 60_000, paid: 1 });
    },
  );

  void t.test(`${name}: all windows of one budget are enforced`, async (t) => {
    const meter = await make(t);
    const rules = [rule('a', 1, 1_000), rule('a', 3, 60_000)];
    const ats: number[] = [];
    for (let step = 0; step < 5; step += 1) ats.push((await meter.take(asked(NOW, rules))).at - NOW);
    t.strictSame(ats, [0, 1_000, 2_000, 60_000, 61_000]);
  });

  void t.test(`${name}: a request that waits for its own budget takes none of a shared one`, async (t) => {
    const meter = await make(t);
    const shared = [rule('app', 3, 60_000)];
    const step = (account: string) => meter.take(asked(NOW, [rule(account, 1, 60_000)], shared));
    t.strictSame(await step('a'), { at: NOW, paid: 2 });
    for (let flood = 1; flood <= 20; flood += 1)
      t.strictSame(await step('a'), { at: NOW + flood * 60_000, paid: 1 });
    t.strictSame(await step('b'), { at: NOW, paid: 2 });
    t.strictSame(await step('c'), { at: NOW, paid: 2 });
    t.strictSame(await step('d'), { at: NOW + 60_000, paid: 2 }, 'the app is used up: it has a place there');
  });

  void t.test(`${name}: nothing is taken during a block, and the later end of two blocks wins`, async (t) => {
    const meter = await make(t);
    const rules = [rule('a', 1, 1_000)];
    await meter.block('app:until', NOW + 20_000, NOW);
    await meter.block('app:until', NOW + 5_000, NOW);
    t.strictSame(await meter.take(asked(NOW, rules)), { at: NOW + 20_000, paid: null });
    t.equal(await meter.blockedUntil(['a:until', 'app:until'], NOW + 19_999), NOW + 20_000);
    t.equal(await meter.blockedUntil(['a:until', 'app:until'], NOW + 20_000), 0);
    t.strictSame(await meter.take(asked(NOW + 20_000, rules)), { at: NOW + 20_000, paid: 1 });
  });
}

void t.test('no window ever exceeds its limit, whenever steps come', async (t) => {
  const arbitrary = fc.array(fc.nat(3_000), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(arbitrary, fc.integer({ min: 1, max: 7 }), (waits, most) => {
      const meter = new LocalMeter();
      let now = NOW;
      const ats = waits.map((wait) => {
        now += wait;
        return meter.takeNow(asked(now, [rule('a', most, 5_000)])).at;
      });
      return ats.every((at, index) => index < most || at - ats[index - most]! >= 5_000);
    }),
  );
  t.pass('held against 100 floods');
});

void t.test('two nodes share a budget, also again after they worked without Redis', async (t) => {
  const redis = await testRedis(t);
  const nodes = [1, 2].map(() => redisMeter({ url: redis.url, log: silent }));
  t.teardown(() => Promise.all(nodes.map((node) => node.close())));
  await Promise.all(nodes.map((node) => node.ready()));
  const [a, b] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  const rules = [rule('a', 2, 10_000)];
  const places = await Promise.all([a, b, a, b].map((node) => node.take(asked(NOW, rules))));
  t.strictSame(
    places.map(({ at }) => at - NOW).sort((x, y) => x - y),
    [0, 0, 10_000, 10_000],
    'two at once over both nodes',
  );
  await a.block('a:until', NOW + 30_000, NOW);
  t.equal((await b.take(asked(NOW, rules))).at, NOW + 30_000, 'what one was told, both keep to');

  await redis.stop();
  const later = NOW + 40_000;
  t.equal((await a.take(asked(later, rules))).at, later, 'it answers all the same');
  t.equal((await a.take(asked(later, rules))).at, later);
  t.equal((await a.take(asked(later, rules))).at, later + 10_000, 'and still counts');
  t.equal(await a.blockedUntil(['a:until'], NOW), NOW + 30_000, 'a block it knows of still stands');

  await redis.start();
  await Promise.all(nodes.map((node) => node.ready()));
  const back = later + 60_000;
  t.equal((await a.take(asked(back, rules))).at, back);
  t.equal((await b.take(asked(back, rules))).at, back);
  t.equal((await b.take(asked(back, rules))).at, back + 10_000, 'shared again');
});

void t.test('a Redis that accepts connections and never responds delays nobody for long', async (t) => {
  const { createServer } = await import('node:net');
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  const meter = redisMeter({ url: `redis://127.0.0.1:${port}`, log: silent });
  t.teardown(async () => {
    await meter.close();
    server.close();
  });
  const begun = Date.now();
  t.strictSame(await meter.take(asked(NOW, [rule('a', 1, 1_000)])), { at: NOW, paid: 1 });
  t.ok(Date.now() - begun < 2_000);
});

void t.test('old entries are dropped', async (t) => {
  const meter = new LocalMeter();
  for (let account = 0; account < 999; account += 1)
    meter.takeNow(asked(NOW, [rule(`a${account}`, 1, 1_000)]));
  t.equal(meter.size, 999);
  meter.takeNow(asked(NOW + 60_000, [rule('b', 1, 1_000)]));
  t.equal(meter.size, 1);
});
