/** Every post of the accounts over a period, with its numbers (docs/contract.md, Numbers). */
import { Type } from 'typebox';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../store/connect.ts';
import { listTopPosts, type PostOrder, type PostsOfPeriod, sumPosts } from '../../store/tracked-posts.ts';
import { workspaceOf } from '../api/principal.ts';
import { notFound } from '../api/problem.ts';
import { closed, instant, workspaceField } from '../api/schemas.ts';
import { isoOf } from '../time.ts';
import { operation } from './context.ts';
import { accountsOf, freshen } from './fresh.ts';
import { lastDays } from './period.ts';
import { cachedAt, PerformancePost, sources, Totals } from './schemas.ts';
import { filterFields, postExample, refreshField, shownPost, sourceExample } from './sources.ts';

const SORTS = ['date', 'views', 'likes', 'comments', 'shares', 'engagement'] as const;

/** Headings of the CSV. */
const COLUMNS = [
  'publishedAt',
  'platform',
  'accountId',
  'networkPostId',
  'postId',
  'url',
  'text',
  'views',
  'likes',
  'comments',
  'shares',
  'engagementRate',
];

export const getPerformance = operation({
  id: 'getPerformance',
  rest: { method: 'get', path: '/v1/performance' },
  tool: { name: 'get_content_performance' },
  tag: 'Numbers',
  summary: 'Every post of a period with its numbers',
  description:
    'All posts of the accounts, wherever they were published, where the network lists them; on other networks those of this service. The numbers are counts of a post’s whole life, dated by the day on which it was published. They are kept for an hour: older ones are read first, for up to ten seconds; `sources` says what is missing and why. `totals` are about all posts of the period, not only those that are listed.',
  query: Type.Object(
    {
      ...workspaceField,
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          default: 30,
          description: "So many calendar days of the workspace's time zone, today last.",
        }),
      ),
      sortBy: Type.Optional(
        Type.Enum([...SORTS], { type: 'string', default: 'date', description: 'Most first, nulls last.' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25 })),
      ...filterFields,
      ...refreshField,
    },
    closed,
  ),
  result: Type.Object({
    posts: Type.Array(PerformancePost),
    totals: Type.Record(Type.String(), Totals, {
      description: 'Sums by network; null where no post has the number.',
    }),
    period: Type.Object({ from: instant('Its first instant.'), to: instant('Its end.') }),
    cachedAt,
    sources,
  }),
  csv: ({ posts }) => [
    COLUMNS,
    ...posts.map((post) => [
      post.publishedAt,
      post.platform,
      post.accountId,
      post.networkPostId,
      post.postId,
      post.url,
      post.text,
      post.views,
      post.likes,
      post.comments,
      post.shares,
      post.engagementRate,
    ]),
  ],
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    query: { days: 30, sortBy: 'views' },
    result: {
      posts: [postExample],
      totals: { instagram: { posts: 1, views: 1200, likes: 80, comments: 12, shares: 4 } },
      period: { from: '2026-04-04T22:00:00.000Z', to: '2026-05-04T22:00:00.000Z' },
      cachedAt: '2026-05-04T08:00:00.000Z',
      sources: [sourceExample],
    },
  },
  handle: async (call) => {
    const { context } = call;
    const workspace = workspaceOf(call, call.query.workspace);
    const { days = 30, sortBy = 'date', limit = 25, platform, accountId, refresh = false } = call.query;
    const accounts = await accountsOf(context.sql, { workspaceId: workspace.id, platform, accountId });
    if (accounts === null) throw notFound('account', accountId!);
    const depth = days > 30 ? 'year' : 'month';
    const fresh = await freshen(context, accounts, { force: refresh, depth });
    const { from, to } = lastDays(days, workspace.timezone, call.now);
    const found = {
      workspaceId: workspace.id,
      platform: platform ?? null,
      accountId: accountId ?? null,
      from,
      to,
    };
    const { revision, ...freshness } = fresh;
    const performance = await performanceOf(context.sql, { ...found, order: sortBy, limit }, revision);
    return { body: { ...performance, period: { from: isoOf(from), to: isoOf(to) }, ...freshness } };
  },
});

type Asked = PostsOfPeriod & { order: PostOrder; limit: number };
type Performance = Awaited<ReturnType<typeof readPerformance>>;

/** Posts that are kept in memory, over all answers. */
const KEPT_POSTS = 5_000;
/** Numbers that are deleted for a network's terms are shown no longer than this, ms. */
const KEPT_MS = 60_000;
const kept = new LRUCache<string, Promise<Performance>>({ maxSize: KEPT_POSTS, ttl: KEPT_MS });

/**
 * The posts that were asked for and the sums of all. The same question is answered from memory while no number was read.
 * @param revision of the numbers of the accounts; null: some were never read, and nothing is kept
 */
async function performanceOf(sql: Sql, asked: Asked, revision: string | null): Promise<Performance> {
  if (revision === null) return readPerformance(sql, asked);
  const key = JSON.stringify([asked, revision]);
  const known = kept.get(key);
  if (known) return known;
  const reading = readPerformance(sql, asked);
  kept.set(key, reading, { size: asked.limit + 1 });
  reading.catch(() => kept.delete(key));
  return reading;
}

async function readPerformance(sql: Sql, { order, limit, ...period }: Asked) {
  const [posts, sums] = await Promise.all([
    listTopPosts(sql, { ...period, order, limit }),
    sumPosts(sql, period),
  ]);
  return {
    posts: posts.map(shownPost),
    totals: Object.fromEntries(sums.map(({ platform, ...totals }) => [platform, totals])),
  };
}
