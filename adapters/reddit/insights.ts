/**
 * Counts of submissions and of the profile's subscribers (reddit.com/dev/api: `/api/info`, `/user/{name}/submitted`,
 * `/api/v1/me`). There are no views. The score is votes for less votes against, and Reddit blurs it a little, so that it may
 * fall.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { countAt, namedCounts } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { limit, MINUTE_MS } from '../port/budget.ts';
import type {
  InsightsPort,
  InsightsProblem,
  InsightsStep,
  PostCounts,
  PostNumbers,
} from '../port/insights.ts';
import { readError } from './errors.ts';
import { getRequest } from './request.ts';

const PER_PAGE = 100;
const COUNTS = [
  'score',
  'ups',
  'upvote_ratio',
  'num_comments',
  'num_crossposts',
  'total_awards_received',
  'view_count',
];
const OF_ACCOUNT = ['total_karma', 'link_karma', 'comment_karma', 'awardee_karma', 'awarder_karma'];
/** In the place of the name of somebody who deleted a post. */
const DELETED = '[deleted]';

export const insights: InsightsPort = {
  metrics: [], // counts come as a whole
  covers: 'own',
  /** A fifth of 100 calls a minute, averaged over ten minutes, of all accounts together. */
  limits: [limit(200, 10 * MINUTE_MS, 'step', 'app')],
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    /** The network lists about a thousand posts. */
    async read(step) {
      const { account, cursor, limit = PER_PAGE } = step;
      const path = `/user/${encodeURIComponent(account.username)}/submitted`;
      const after = cursor === null ? {} : { after: cursor };
      const answer = await call(step, path, { sort: 'new', limit: String(limit), ...after });
      const rows = rowsIn(answer);
      if (answer.kind === 'lost' || rows === null) return problem(step, answer, 'history');
      const items = rows.flatMap((row) => postIn(row, account.endpoints['www'] ?? ''));
      return { kind: 'page', items, cursor: textAt(answer.json, 'data', 'after'), ...usedIn(answer) };
    },
  },
  byId: {
    perCall: 100,
    mixesAccounts: true,
    async read(step) {
      const { networkPostIds } = step;
      const answer = await call(step, '/api/info', { id: networkPostIds.join(',') });
      const rows = rowsIn(answer);
      if (answer.kind === 'lost' || rows === null) return problem(step, answer, 'read');
      const items = rows.filter((row) => textAt(row, 'author') !== DELETED).flatMap(countsIn);
      const found = new Set(items.map(({ networkPostId }) => networkPostId));
      const gone = networkPostIds.filter((id) => !found.has(id));
      return { kind: 'counts', items, gone, ...usedIn(answer) };
    },
  },
  account: {
    requests: 1,
    async read(step) {
      const answer = await call(step, '/api/v1/me', {});
      if (answer.kind === 'lost' || answer.status !== 200 || textAt(answer.json, 'name') === null) {
        return problem(step, answer, 'identity');
      }
      const followers = countAt(answer.json, 'subreddit', 'subscribers');
      const all = {
        ...namedCounts(answer.json, OF_ACCOUNT),
        ...(followers === null ? {} : { subscribers: followers }),
      };
      const none = { views: null, reach: null, engagement: null, profileViews: null };
      return { kind: 'account', followers, ...none, all, ...usedIn(answer) };
    },
  },
};

/** The posts of a listing; null if it is none. */
function rowsIn(answer: NetworkResponse | Lost): Json[] | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const rows = at(answer.json, 'data', 'children');
  return Array.isArray(rows) ? rows.map((row) => at(row, 'data') ?? null) : null;
}

function postIn(row: Json, www: string): PostNumbers[] {
  const seconds = countAt(row, 'created_utc');
  if (seconds === null) return [];
  const permalink = textAt(row, 'permalink');
  const post = {
    url: permalink === null ? null : `${www}${permalink}`,
    text: [textAt(row, 'title'), textAt(row, 'selftext')].filter(Boolean).join('\n'),
    publishedAt: seconds * 1000,
    mediaKind: null,
  };
  return countsIn(row).map((counts) => ({ ...post, ...counts }));
}

function countsIn(row: Json): PostCounts[] {
  const networkPostId = textAt(row, 'name');
  if (networkPostId === null) return [];
  const all = namedCounts(row, COUNTS);
  const { score = null, num_comments: comments = null, num_crossposts: shares = null } = all;
  return [{ networkPostId, views: null, likes: score, comments, shares, all }];
}

/** The app's share of its window: `x-ratelimit-used`, and what remains, which has decimals. */
function usedIn({ headers }: NetworkResponse): { used?: number } {
  const [used, remaining] = ['used', 'remaining'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  );
  const share = used! / (used! + remaining!);
  return Number.isFinite(share) ? { used: Math.round(share * 1000) / 1000 } : {};
}

function call({ account, fetch, signal }: InsightsStep, path: string, query: { [name: string]: string }) {
  return ask(fetch, getRequest(account, path, query), signal);
}

function problem(step: InsightsStep, answer: NetworkResponse | Lost, scope: string): InsightsProblem {
  return numbersProblem({ readError, scope }, answer, step);
}
