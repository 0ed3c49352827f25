/** How far back refreshes read, by what a network charges (src/features/numbers/reach.ts). */
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import { reachOf } from '../../src/features/numbers/reach.ts';

const DAY = 24 * 3_600_000;
const price = networks.x.insights!.price;
/** A UTC day whose number is divided by three without a rest. */
const THIRD = 3 * 6_900 * DAY + 5 * 3_600_000;

const days = (...args: Parameters<typeof reachOf>) => reachOf(...args) / DAY;

void t.test('without a price a refresh reads as far as its depth says', async (t) => {
  const of = { isAsked: false, begunAt: THIRD };
  t.equal(days({ ...of, depth: 'page' }, undefined), 0);
  t.equal(days({ ...of, depth: 'month' }, undefined), 30);
  t.equal(days({ ...of, depth: 'year' }, undefined), 366);
});

void t.test('posts of x up to a week old are read each day, those of a month every third day', async (t) => {
  const found = [0, 1, 2, 3, 4].map((later) =>
    days({ depth: 'month', isAsked: false, begunAt: THIRD + later * DAY }, price),
  );
  t.strictSame(found, [30, 8, 8, 30, 8]);
  t.equal(days({ depth: 'year', isAsked: false, begunAt: THIRD + DAY }, price), 31, 'the first time, too');
});

void t.test('older posts of x are read when somebody asks', async (t) => {
  const asked = { isAsked: true, begunAt: THIRD + DAY };
  t.equal(days({ ...asked, depth: 'year' }, price), 366);
  t.equal(days({ ...asked, depth: 'month' }, price), 30);
});
