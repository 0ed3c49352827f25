/**
 * Counts of statuses and followers (Mastodon API, "Status"). There are no views. A server counts what it can verify, so
 * that remote reactions may be missing.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { instantOf, namedCounts, sumOf } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { authorization } from '../lib/request.ts';
import { limit, MINUTE_MS } from '../port/budget.ts';
import type { InsightsPort, InsightsProblem, InsightsStep, PostNumbers } from '../port/insights.ts';
import { readError } from './errors.ts';
import { textOf } from './html.ts';
import { idOf } from './remote-id.ts';
import { addressOf } from './request.ts';

const PER_PAGE = 40;
const COUNTS = ['replies_count', 'reblogs_count', 'favourites_count', 'quotes_count'];
const OF_ACCOUNT = ['followers_count', 'following_count', 'statuses_count'];

export const insights: InsightsPort = {
  metrics: [], // counts come as a whole
  covers: 'own',
  /** A fifth of 300 calls in five minutes. */
  limits: [limit(60, 5 * MINUTE_MS, 'step')],
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    async read(step) {
      const { account, cursor, limit = PER_PAGE } = step;
      const query = new URLSearchParams({ limit: String(limit), exclude_reblogs: 'true' });
      if (cursor !== null) query.set('max_id', cursor);
      const id = encodeURIComponent(idOf(account.remoteId));
      const answer = await call(step, `/api/v1/accounts/${id}/statuses?${query.toString()}`);
      if (answer.kind === 'lost' || answer.status !== 200 || !Array.isArray(answer.json)) {
        return problem(step, answer);
      }
      const hasNext = (answer.headers.get('link') ?? '').includes('rel="next"');
      const last = textAt(answer.json.at(-1), 'id');
      return { kind: 'page', items: answer.json.flatMap(postIn), cursor: hasNext ? last : null };
    },
  },
  account: {
    requests: 1,
    async read(step) {
      const answer = await call(step, '/api/v1/accounts/verify_credentials');
      if (answer.kind === 'lost' || answer.status !== 200) return problem(step, answer);
      const all = namedCounts(answer.json, OF_ACCOUNT);
      const none = { views: null, reach: null, engagement: null, profileViews: null };
      return { kind: 'account', followers: all['followers_count'] ?? null, ...none, all };
    },
  },
};

function postIn(status: Json): PostNumbers[] {
  const networkPostId = textAt(status, 'id');
  const publishedAt = instantOf(textAt(status, 'created_at'));
  if (networkPostId === null || publishedAt === null) return [];
  const all = namedCounts(status, COUNTS);
  return [
    {
      networkPostId,
      url: textAt(status, 'url'),
      text: textOf(textAt(status, 'content') ?? ''),
      publishedAt,
      mediaKind: null,
      views: null,
      likes: all['favourites_count'] ?? null,
      comments: all['replies_count'] ?? null,
      shares: sumOf(all['reblogs_count'], all['quotes_count']),
      all,
    },
  ];
}

function call({ account, fetch, signal }: InsightsStep, path: string) {
  return ask(fetch, new Request(addressOf(account, path), { headers: authorization(account) }), signal);
}

function problem(step: InsightsStep, answer: NetworkResponse | Lost): InsightsProblem {
  return numbersProblem({ readError, scope: 'read:statuses' }, answer, step);
}
