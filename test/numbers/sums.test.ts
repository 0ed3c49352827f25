/** Sums equal their rows, and the rate of engagement. */
import { deepEqual, equal } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { engagementRate, totalsOf } from '../../src/features/numbers/sums.ts';
import { property } from '../support/property.ts';

const count = fc.option(fc.integer({ min: -5, max: 1_000_000 }), { nil: null });
const posts = fc.array(fc.record({ views: count, likes: count, comments: count, shares: count }), {
  maxLength: 30,
});
const NAMES = ['views', 'likes', 'comments', 'shares'] as const;

void t.test('totals equal their rows, and are null where every row is', async (t) => {
  property(t, { arbitrary: posts, runs: 500 }, (rows) => {
    const totals = totalsOf(rows);
    equal(totals.posts, rows.length);
    for (const name of NAMES) {
      const known = rows.flatMap((row) => row[name] ?? []);
      equal(totals[name], known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0));
    }
  });
});

void t.test('the rate is null without views, and takes what is unknown as 0', async () => {
  const rate = (views: number | null, likes: number | null = 1) =>
    engagementRate({ views, likes, comments: 2, shares: null });
  deepEqual([rate(null), rate(0), rate(300), rate(300, null)], [null, null, 1, 0.67]);
});
