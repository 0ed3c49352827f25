/** Posts of a period in the store: their order and their sums beside those of the same posts in memory. */
import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import t from 'tap';
import { engagementRate, totalsOf } from '../../src/features/numbers/sums.ts';
import { listTopPosts, type PostOrder, savePosts, sumPosts } from '../../store/tracked-posts.ts';
import { seedOf } from '../support/property.ts';
import { startService } from '../support/service.ts';

const PLATFORMS = ['x', 'instagram', 'bluesky'];
const RUNS = 60;
const EPOCH = Date.UTC(2026, 4, 4);
/** An account has posts within so many ms after EPOCH, and periods are parts of it: many posts have the same instant. */
const SPAN = 20;

interface Post {
  platform: string;
  networkPostId: string;
  publishedAt: number;
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
}

const count = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null });
const few = fc.option(fc.integer({ min: 0, max: 2 }), { nil: null });
const posts: fc.Arbitrary<Post[]> = fc.uniqueArray(
  fc.record({
    platform: fc.constantFrom(...PLATFORMS),
    networkPostId: fc.stringMatching(/^[a-zA-Z0-9_-]{1,4}$/),
    publishedAt: fc.integer({ min: EPOCH, max: EPOCH + SPAN }),
    views: fc.oneof(count, few),
    likes: fc.oneof(count, few),
    comments: fc.oneof(count, few),
    shares: few,
  }),
  { selector: ({ networkPostId }) => networkPostId, maxLength: 30 },
);
const asked = fc.record({
  platform: fc.option(fc.constantFrom(...PLATFORMS), { nil: null }),
  ofAccount: fc.option(fc.constantFrom(...PLATFORMS), { nil: null }),
  from: fc.integer({ min: EPOCH, max: EPOCH + SPAN }),
  length: fc.integer({ min: 0, max: SPAN + 1 }),
  order: fc.constantFrom<PostOrder>('date', 'views', 'likes', 'comments', 'shares', 'engagement'),
  limit: fc.integer({ min: 1, max: 40 }),
});

void t.test('the store orders and adds up as it is written', async (t) => {
  const { service, accounts } = await startService(t, { platforms: PLATFORMS });
  const { sql } = service;
  const [{ workspaceId }] = await sql<[{ workspaceId: string }]>`
    select workspace_id as "workspaceId" from accounts limit 1`;
  const seed = seedOf(t);
  await fc.assert(
    fc.asyncProperty(posts, asked, async (rows, { ofAccount, from, length, order, limit, platform }) => {
      for (const one of PLATFORMS) {
        const own = rows.filter((row) => row.platform === one).map(saved);
        await savePosts(sql, { workspaceId, accountId: accounts[one]!, platform: one }, own, EPOCH);
      }
      const to = from + length;
      const accountId = ofAccount && accounts[ofAccount]!;
      const period = { workspaceId, heldTo: null, platform, accountId, from, to };
      const wanted = rows.filter(
        (row) =>
          row.publishedAt >= from &&
          row.publishedAt < to &&
          (platform === null || row.platform === platform) &&
          (ofAccount === null || row.platform === ofAccount),
      );
      const top = await listTopPosts(sql, { ...period, order, limit });
      deepEqual(
        top.map(({ networkPostId }) => networkPostId),
        inOrder(wanted, order)
          .slice(0, limit)
          .map(({ networkPostId }) => networkPostId),
      );
      const sums = await sumPosts(sql, period);
      const groups = Map.groupBy(wanted, (row) => row.platform);
      deepEqual(
        Object.fromEntries(sums.map(({ platform, ...totals }) => [platform, totals])),
        Object.fromEntries([...groups].map(([one, group]) => [one, totalsOf(group)])),
      );
      // sums of a network are those of its accounts, and every post of a period is in one of them
      for (const { platform: one, ...totals } of sums) {
        const [ofAccount] = await sumPosts(sql, { ...period, platform: null, accountId: accounts[one]! });
        deepEqual(ofAccount, { platform: one, ...totals });
      }
      const all = await listTopPosts(sql, { ...period, order, limit: rows.length + 1 });
      deepEqual(
        sums.reduce((count, { posts: some }) => count + some, 0),
        all.length,
      );
      for (const { platform: one, posts: count, ...totals } of sums) {
        const listed = all.filter((row) => row.platform === one);
        deepEqual({ posts: count, ...totals }, totalsOf(listed));
      }
      await sql`delete from tracked_posts where workspace_id = ${workspaceId}`;
    }),
    { seed, numRuns: RUNS },
  );
  t.pass(`${RUNS} cases`);
});

const saved = (row: Post) => ({
  ...row,
  key: randomUUID(),
  postId: null,
  url: null,
  text: '',
  mediaKind: null,
  allCounts: null,
  state: 'ok' as const,
  bucket: EPOCH,
});

/** Most first, nulls last; equal ones by date, the newest first, then by id. */
function inOrder(rows: readonly Post[], order: PostOrder): Post[] {
  const valueOf = (row: Post): number =>
    (order === 'date' ? row.publishedAt : order === 'engagement' ? engagementRate(row) : row[order]) ?? -1;
  return rows.toSorted(
    (one, other) =>
      valueOf(other) - valueOf(one) ||
      other.publishedAt - one.publishedAt ||
      (one.networkPostId < other.networkPostId ? -1 : 1),
  );
}
