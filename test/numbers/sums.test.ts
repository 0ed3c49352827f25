/** Sums equal their rows, sums of networks equal those of accounts, and the order is total. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import {
  engagementRate,
  type NumberedPost,
  type SortBy,
  sorted,
  type Totals,
  totalsBy,
  totalsOf,
} from '../../src/numbers/sums.ts';
import { property } from '../support/property.ts';

const count = fc.option(fc.integer({ min: -5, max: 1_000_000 }), { nil: null });
const post: fc.Arbitrary<NumberedPost> = fc
  .record({
    platform: fc.constantFrom('x', 'instagram', 'bluesky'),
    account: fc.constantFrom('1', '2'),
    networkPostId: fc.string({ minLength: 1, maxLength: 6 }),
    publishedAt: fc.integer({ min: 0, max: 50 }),
    views: count,
    likes: count,
    comments: count,
    shares: count,
  })
  .map(({ account, ...rest }) => ({ ...rest, accountId: `${rest.platform}-${account}` }));
const posts = fc.array(post, { maxLength: 30 });
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

void t.test('sums of networks equal the sums of their accounts', async (t) => {
  property(t, { arbitrary: posts, runs: 500 }, (rows) => {
    const accounts = Object.entries(totalsBy(rows, 'accountId'));
    for (const [platform, totals] of Object.entries(totalsBy(rows, 'platform'))) {
      const own = accounts.filter(([id]) => id.startsWith(`${platform}-`)).map(([, sums]) => sums);
      const { posts: _rows, ...sums } = totalsOf(own);
      const all: Totals = { posts: own.reduce((sum, { posts }) => sum + posts, 0), ...sums };
      deepEqual(totals, all);
    }
  });
});

void t.test('the order goes down, nulls last, whatever order the rows come in', async (t) => {
  const arbitrary = fc.tuple(
    fc.uniqueArray(post, { selector: ({ networkPostId }) => networkPostId, maxLength: 30 }),
    fc.constantFrom<SortBy>('date', 'views', 'likes', 'comments', 'shares', 'engagement'),
  );
  property(t, { arbitrary, runs: 500 }, ([rows, by]) => {
    const inOrder = sorted(rows, by);
    deepEqual(sorted(rows.toReversed(), by), inOrder);
    const values = inOrder.map((row) =>
      by === 'date' ? row.publishedAt : by === 'engagement' ? engagementRate(row) : row[by],
    );
    const known = values.filter((value) => value !== null);
    deepEqual(values.slice(0, known.length), known, 'nulls are last');
    ok(known.every((value, index) => index === 0 || value <= (known[index - 1] ?? 0)));
  });
});

void t.test('the rate is null without views, and takes what is unknown as 0', async () => {
  const rate = (views: number | null, likes: number | null = 1) =>
    engagementRate({ views, likes, comments: 2, shares: null });
  deepEqual([rate(null), rate(0), rate(300), rate(300, null)], [null, null, 1, 0.67]);
});
