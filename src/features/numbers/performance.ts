/** Every post of the accounts over a period, with its numbers (docs/contract.md, Numbers). */
import { Type } from 'typebox';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../store/connect.ts';
import { listTopPosts, type PostOrder, type PostsOfPeriod, sumPosts } from '../../../store/tracked-posts.ts';
import { keepJson } from '../../api/json-text.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, instant, workspaceField } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { operation } from './context.ts';
import { accountsOf, type Freshness, freshen } from './fresh.ts';
import { lastDays, periodFields, periodOf } from './period.ts';
import { cachedAt, PerformancePost, sources, Totals } from './schemas.ts';
import { filterFields, postExample, refreshField, postSource, sourceExample } from './sources.ts';
import { within } from '../../api/held.ts';

const USUAL_DAYS = 30;
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
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/performance' },
  tool: { name: 'get_content_performance' },
  tag: 'Numbers',
  summary: 'Every post of a period with its numbers',
  description:
    'All posts of the accounts, wherever they were published, where the network lists them; on other networks those of this service. The numbers are counts of a post’s whole life, dated by the day on which it was published. They are kept for an hour: older ones are read first, for up to ten seconds; `sources` says what is missing and why. `totals` are about all posts of the period, not only those that are listed.',
  query: Type.Object(
    {
      ...workspaceField,
      ...periodFields({ max: 365, usual: USUAL_DAYS }),
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
    const { sortBy = 'date', limit = 25, platform, accountId, refresh = false } = call.query;
    const { timezone: timeZone } = workspace;
    const { from, to } = periodOf(call.query, { usual: USUAL_DAYS, timeZone }, call.now);
    const accounts = await accountsOf(context, { ...within(workspace), platform, accountId });
    if (accounts === null) throw notFound('account', accountId!);
    const depth = from < lastDays(USUAL_DAYS, timeZone, call.now).from ? 'year' : 'month';
    const fresh = await freshen(context, accounts, { force: refresh, depth });
    const found = {
      ...within(workspace),
      platform: platform ?? null,
      accountId: accountId ?? null,
      from,
      to,
    };
    const { revision, ...freshness } = fresh;
    const answer = async (): Promise<Answer> => ({
      ...(await readPerformance(context.sql, { ...found, order: sortBy, limit }, revision)),
      period: { from: isoOf(from), to: isoOf(to) },
      ...freshness,
    });
    if (revision === null) return { body: await answer() };
    return { body: await answers.of(JSON.stringify([found, sortBy, limit, revision]), answer) };
  },
});

type PerformanceQuery = PostsOfPeriod & { order: PostOrder; limit: number };

/** Characters of JSON that are kept in memory, over all answers, and how many sums. */
const KEPT_CHARS = 8 * 1024 * 1024;
const KEPT_SUMS = 1_000;
/** Numbers that are deleted for a network's terms are shown no longer than this, ms. */
const KEPT_MS = 60_000;

/** Answers to questions that are asked again while no number was read: the revision of the numbers is part of the question. */
class Cache<Answer extends object> {
  readonly #answers: LRUCache<string, { answer: Promise<Answer> }>;
  readonly #sizeOf: (answer: Answer) => number;

  /** @param options.most sizes of all answers together */
  constructor({ most, sizeOf }: { most: number; sizeOf: (answer: Answer) => number }) {
    this.#answers = new LRUCache({ maxSize: most, ttl: KEPT_MS });
    this.#sizeOf = sizeOf;
  }

  /** @param read what callers share: they do not change it */
  of(question: string, read: () => Promise<Answer>): Promise<Answer> {
    const cached = this.#answers.get(question);
    if (cached) return cached.answer;
    const entry = { answer: read() };
    this.#answers.set(question, entry, { size: 1 });
    entry.answer.then(
      (answer) => this.#answers.set(question, entry, { size: this.#sizeOf(answer), noUpdateTTL: true }),
      () => this.#answers.delete(question),
    );
    return entry.answer;
  }
}

interface Answer extends Performance, Freshness {
  period: { from: string; to: string };
}

const answers = new Cache<Answer>({ most: KEPT_CHARS, sizeOf: (answer) => keepJson(answer).length });
const sums = new Cache<Sums>({ most: KEPT_SUMS, sizeOf: () => 1 });

type Performance = Awaited<ReturnType<typeof readPerformance>>;
type Sums = Awaited<ReturnType<typeof sumPosts>>;

/**
 * The posts that were asked for, and the sums of all: these are the same in every order.
 * @param revision of the numbers of the accounts; null if nothing is kept
 */
async function readPerformance(
  sql: Sql,
  { order, limit, ...period }: PerformanceQuery,
  revision: string | null,
) {
  const readSums = () => sumPosts(sql, period);
  const [posts, all] = await Promise.all([
    listTopPosts(sql, { ...period, order, limit }),
    revision === null ? readSums() : sums.of(JSON.stringify([period, revision]), readSums),
  ]);
  return {
    posts: posts.map(postSource),
    totals: Object.fromEntries(all.map(({ platform, ...totals }) => [platform, totals])),
  };
}
