/**
 * Counts of posts and followers from the public view, which needs no token. There are no views. Counts include replies of
 * people whom the account cannot see, and lag by seconds. The feed may miss posts that exist: those are asked by their ids.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { ignoring, instantOf, ownCounts, sumOf } from '../lib/numbers.ts';
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
import { didOf } from './xrpc.ts';

const PER_PAGE = 100;
const PER_CALL = 25;
const COUNTS = ['likeCount', 'repostCount', 'replyCount', 'quoteCount', 'bookmarkCount'];
const OF_ACTOR = ['followersCount', 'followsCount', 'postsCount'];
const PUBLIC = 'https://public.api.bsky.app';

export const insights: InsightsPort = {
  metrics: [], // counts come as a whole
  covers: 'all',
  /** A fifth of 3,000 in five minutes, by address. */
  limits: [limit(600, 5 * MINUTE_MS, 'step', 'app')],
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    async read(step) {
      const { account, cursor, limit = PER_PAGE } = step;
      const did = didOf(account);
      const answer = await call(step, 'app.bsky.feed.getAuthorFeed', [
        ['actor', did],
        ['limit', String(limit)],
        ['filter', 'posts_no_replies'],
        ...(cursor === null ? [] : [['cursor', cursor] as [string, string]]),
      ]);
      const feed = listIn(answer, 'feed');
      if (feed === null || answer.kind === 'lost') return problem(step, answer);
      const read = feed.flatMap((row) => postIn(row, did));
      return {
        kind: 'page',
        items: read.map(({ post }) => post),
        cursor: textAt(answer.json, 'cursor'),
        ...ignoring(...read.map(({ ignored }) => ignored)),
      };
    },
  },
  byId: {
    perCall: PER_CALL,
    mixesAccounts: true,
    async read(step) {
      const uris = step.networkPostIds.map((uri): [string, string] => ['uris', uri]);
      const answer = await call(step, 'app.bsky.feed.getPosts', uris);
      const posts = listIn(answer, 'posts');
      if (posts === null) return problem(step, answer);
      const read = posts.flatMap(countsIn);
      const items = read.map(({ post }) => post);
      const gone = step.networkPostIds.filter((id) => !items.some((item) => item.networkPostId === id));
      return { kind: 'counts', items, gone, ...ignoring(...read.map(({ ignored }) => ignored)) };
    },
  },
  account: {
    requests: 1,
    async read(step) {
      const answer = await call(step, 'app.bsky.actor.getProfile', [['actor', didOf(step.account)]]);
      if (answer.kind === 'lost' || answer.status !== 200) return problem(step, answer);
      const { followers, all } = actorIn(answer.json);
      const none = { views: null, reach: null, engagement: null, profileViews: null };
      return { kind: 'account', followers, ...none, all };
    },
  },
  followers: {
    perCall: PER_CALL,
    async read(step) {
      const actors = step.remoteIds.map((did): [string, string] => ['actors', did]);
      const answer = await call(step, 'app.bsky.actor.getProfiles', actors);
      const rows = listIn(answer, 'profiles');
      if (rows === null) return problem(step, answer);
      const items = rows.flatMap((row) => {
        const remoteId = textAt(row, 'did');
        return remoteId === null ? [] : [{ remoteId, ...actorIn(row) }];
      });
      return { kind: 'followers', items };
    },
  },
};

/** Reposts of others stand in the feed with a reason; they are not the account's. */
function postIn(row: Json, did: string): { post: PostNumbers; ignored: number }[] {
  const post = at(row, 'post');
  if (post === undefined || at(row, 'reason') !== undefined || textAt(post, 'author', 'did') !== did)
    return [];
  const publishedAt = instantOf(textAt(post, 'record', 'createdAt') ?? textAt(post, 'indexedAt'));
  return countsIn(post).flatMap(({ post: counts, ignored }) => {
    const key = counts.networkPostId.split('/').at(-1) ?? '';
    if (publishedAt === null) return [];
    const url = `https://bsky.app/profile/${did}/post/${key}`;
    const text = textAt(post, 'record', 'text') ?? '';
    return [{ post: { ...counts, url, text, publishedAt, mediaKind: null }, ignored }];
  });
}

/** Counts are what ends with `Count`; all else of a post is no metric. */
function countsIn(post: Json): { post: PostCounts; ignored: number }[] {
  const networkPostId = textAt(post, 'uri');
  if (networkPostId === null) return [];
  const { all, ignored } = ownCounts(post, COUNTS);
  const counts = {
    networkPostId,
    views: null,
    likes: all['likeCount'] ?? null,
    comments: all['replyCount'] ?? null,
    shares: sumOf(all['repostCount'], all['quoteCount']),
    all,
  };
  return [{ post: counts, ignored }];
}

function actorIn(actor: Json): { followers: number | null; all: { [metric: string]: number } } {
  const { all } = ownCounts(actor, OF_ACTOR);
  return { followers: all['followersCount'] ?? null, all };
}

function listIn(answer: NetworkResponse | Lost, name: string): Json[] | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const rows = at(answer.json, name);
  return Array.isArray(rows) ? rows : null;
}

function call({ account, fetch, signal }: InsightsStep, method: string, query: [string, string][]) {
  const base = account.endpoints['public'] ?? PUBLIC;
  const address = `${base}/xrpc/${method}?${new URLSearchParams(query).toString()}`;
  return ask(fetch, new Request(address), signal);
}

function problem(step: InsightsStep, answer: NetworkResponse | Lost): InsightsProblem {
  return numbersProblem({ readError }, answer, step);
}
