import * as fc from 'fast-check';
import t from 'tap';
import { createRateLimiter } from '../src/base/rate.ts';

void t.test('a bucket is emptied by use and refilled evenly', async (t) => {
  const take = createRateLimiter({ requests: 10, windowSeconds: 5 });
  for (let used = 1; used <= 10; used += 1) t.ok(take('a', 0).allowed);
  t.match(take('a', 0), { allowed: false, retryAfterSeconds: 1 });
  t.equal(take('a', 499).allowed, false);
  t.equal(take('a', 500).allowed, true);
  t.equal(take('a', 500).allowed, false);
  t.equal(take('b', 500).allowed, true, 'another key has its own');
});

void t.test(
  'a bucket never holds more than its size, and a clock that goes back removes nothing',
  async (t) => {
    const take = createRateLimiter({ requests: 2, windowSeconds: 1 });
    take('a', 0);
    t.equal(take('a', 3_600_000).headers[1]?.[1], '"default";r=1;t=1');
    t.equal(take('a', 0).headers[1]?.[1], '"default";r=0;t=1');
    t.equal(take('a', 0).allowed, false);
  },
);

void t.test('no window has more requests than its burst and its refill', async (t) => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(gaps, (gaps) => {
      const take = createRateLimiter({ requests: 5, windowSeconds: 1 });
      let now = 0;
      let allowed = 0;
      for (const gap of gaps) {
        now += gap;
        if (take('a', now).allowed) allowed += 1;
      }
      return allowed <= 5 + (now / 1000) * 5 + 1e-6;
    }),
  );
  t.pass();
});

void t.test('the least recently used bucket is dropped when there are too many', async (t) => {
  const take = createRateLimiter({ requests: 1, windowSeconds: 60, maxKeys: 2 });
  take('a', 0);
  take('b', 0);
  t.equal(take('a', 0).allowed, false, 'used again, so b is the oldest');
  take('c', 0);
  t.equal(take('a', 0).allowed, false);
  t.equal(take('b', 0).allowed, true, 'forgotten');
});
