/**
 * Metrics of posts and followers (X API v2, "Metrics"). Everything that X returns is paid by the operator, so that pages
 * are read seldom and only as far as the day's money goes. Numbers for the author alone exist for 30 days after the post.
 * X gives no history: what is not kept on the day is gone.
 */
import type { Json } from '../../machines/outcome.ts';
import { at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { countAt, ignoring, instantOf, ownCounts, sumOf } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { authorization } from '../lib/request.ts';
import type { AccountAccess } from '../port/account.ts';
import type {
  InsightsPort,
  InsightsProblem,
  InsightsStep,
  PostCounts,
  PostDetail,
  PostNumbers,
} from '../port/insights.ts';
import { readError } from './errors.ts';
import { askByNames } from './names.ts';
import { postAddress } from './post.ts';
import { addressOf } from './request.ts';
import { listOf, wordsOf } from './words.ts';

const MOST = 100;
const LEAST = 5;
/**
 * $0.005 for a post, $0.001 for one of the user's own in their list, $0.010 for a person, in millionths of a dollar ("Pricing", owned
 * reads, 20 April 2026).
 */
const PRICE = { post: 5_000, listed: 1_000, account: 10_000 };
const DAY_MS = 86_400_000;
/** An hour less than 30 days: one older post fails the fields of its batch. */
const PRIVATE_MS = 30 * DAY_MS - 3_600_000;

const PUBLIC = [
  'repost_count',
  'retweet_count', // its name until August 2026
  'reply_count',
  'like_count',
  'quote_count',
  'bookmark_count',
  'impression_count',
];
const OF_AUTHOR = ['impression_count', 'url_link_clicks', 'user_profile_clicks', 'engagements'];
const ORGANIC = [
  'impression_count',
  'like_count',
  'reply_count',
  'repost_count',
  'retweet_count',
  ...OF_AUTHOR.slice(1, 3),
];
const OF_VIDEO = [
  'view_count',
  'playback_0_count',
  'playback_25_count',
  'playback_50_count',
  'playback_75_count',
  'playback_100_count',
];
const OF_USER = [
  'followers_count',
  'following_count',
  'post_count',
  'tweet_count', // its name until August 2026
  'listed_count',
  'like_count',
  'media_count',
];

export const insights: InsightsPort = {
  metrics: [], // fields are asked as a whole
  covers: 'all',
  price: {
    ...PRICE,
    perDay: 150_000,
    ladder: [
      { youngerThanDays: 8, everyDays: 1 },
      { youngerThanDays: 31, everyDays: 3 },
    ],
    leastPerPage: LEAST,
  },
  posts: {
    perPage: MOST,
    requests: 1,
    /** Replies are left out: they are conversations, each is paid, and an account that answers much has thousands. */
    async read(step) {
      const { account, cursor, limit = MOST } = step;
      const answer = await call(step, `/2/users/${encodeURIComponent(account.remoteId)}/tweets`, {
        max_results: String(Math.max(LEAST, Math.min(MOST, limit))),
        exclude: 'replies,retweets',
        'post.fields': 'created_at,entities,note_post,public_metrics',
        ...(cursor === null ? {} : { pagination_token: cursor }),
      });
      const rows = rowsIn(answer);
      if (rows === null || answer.kind === 'lost') return problem(step, answer);
      const read = rows.flatMap((row) => postIn(row, account));
      return {
        kind: 'page',
        items: read.map(({ post }) => post),
        cursor: textAt(answer.json, 'meta', 'next_token'),
        cost: rows.length * PRICE.listed,
        ...ignoring(...read.map(({ ignored }) => ignored)),
      };
    },
  },
  byId: {
    perCall: MOST,
    mixesAccounts: true,
    async read(step) {
      const ids = step.networkPostIds.filter((id) => /^\d{1,19}$/.test(id));
      if (ids.length === 0) return { kind: 'counts', items: [], gone: step.networkPostIds };
      const answer = await call(step, '/2/tweets', {
        ids: ids.join(','),
        'post.fields': 'public_metrics',
      });
      const rows = rowsIn(answer);
      if (rows === null || answer.kind === 'lost') return problem(step, answer);
      const read = rows.flatMap((row) => countsIn(row));
      const items = read.map(({ post }) => post);
      const gone = step.networkPostIds.filter((id) => !items.some((item) => item.networkPostId === id));
      const cost = rows.length * PRICE.post;
      return { kind: 'counts', items, gone, cost, ...ignoring(...read.map(({ ignored }) => ignored)) };
    },
  },
  post,
  account: {
    requests: 1,
    async read(step) {
      const answer = await call(step, '/2/users/me', { 'user.fields': 'public_metrics' });
      const user = answer.kind === 'response' && answer.status < 300 ? at(answer.json, 'data') : undefined;
      if (user === undefined || answer.kind === 'lost') return problem(step, answer);
      const { all, ignored } = ownCounts(at(user, 'public_metrics'), OF_USER);
      const none = { views: null, reach: null, engagement: null, profileViews: null };
      const followers = all['followers_count'] ?? null;
      return { kind: 'account', followers, ...none, all, cost: PRICE.account, ...ignoring(ignored) };
    },
  },
  followers: {
    perCall: MOST,
    async read(step) {
      const ids = step.remoteIds.join(',');
      const answer = await call(step, '/2/users', { ids, 'user.fields': 'public_metrics' });
      const rows = rowsIn(answer);
      if (rows === null || answer.kind === 'lost') return problem(step, answer);
      const items = rows.flatMap((row) => {
        const remoteId = textAt(row, 'id');
        const { all } = ownCounts(at(row, 'public_metrics'), OF_USER);
        return remoteId === null ? [] : [{ remoteId, followers: all['followers_count'] ?? null, all }];
      });
      return { kind: 'followers', items, cost: rows.length * PRICE.account };
    },
  },
};

/** With the author's own numbers where the post is young enough, and those of its video. */
async function post(
  step: InsightsStep & { networkPostId: string; publishedAt: number | null },
): Promise<PostDetail | InsightsProblem> {
  const { networkPostId, publishedAt, now } = step;
  const isYoung = publishedAt !== null && now - publishedAt < PRIVATE_MS;
  const own = isYoung ? ',non_public_metrics,organic_metrics' : '';
  const answer = await call(step, '/2/tweets', {
    ids: networkPostId,
    'post.fields': `public_metrics${own}`,
    expansions: 'attachments.media_keys',
    'media.fields': `public_metrics${isYoung ? ',non_public_metrics' : ''}`,
  });
  const rows = rowsIn(answer);
  if (rows === null || answer.kind === 'lost') return problem(step, answer);
  const [found] = rows.flatMap((row) => countsIn(row));
  if (found === undefined) {
    return { kind: 'gone', reason: textAt(answer.json, 'errors', 0, 'detail') ?? 'X does not show the post' };
  }
  const { all, ignored } = ownCounts(at(rows[0], 'non_public_metrics'), OF_AUTHOR);
  const organic = ownCounts(at(rows[0], 'organic_metrics'), ORGANIC);
  const [video] = listOf(at(answer.json, 'includes', 'media'));
  const watched = ownCounts(at(video, 'public_metrics'), OF_VIDEO);
  const played = ownCounts(at(video, 'non_public_metrics'), OF_VIDEO);
  const named = (prefix: string, counts: { [metric: string]: number }) =>
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${prefix}.${name}`, count]));
  const retention = retentionIn(played.all);
  return {
    kind: 'post',
    ...found.post,
    all: {
      ...all,
      ...found.post.all,
      ...named('organic', organic.all),
      ...named('video', { ...watched.all, ...played.all }),
      ...(retention === null ? {} : { 'video.retention': retention }),
    },
    cost: PRICE.post,
    ...ignoring(ignored, organic.ignored, watched.ignored, played.ignored, found.ignored),
  };
}

/** The share of those who began that were still there at each quarter; null if nobody began, or X does not say. */
function retentionIn(played: { [metric: string]: number }) {
  const began = played['playback_0_count'] ?? 0;
  if (began <= 0) return null;
  return [0, 25, 50, 75, 100].map((quarter) => {
    const count = played[`playback_${quarter}_count`];
    return { at: quarter / 100, value: count === undefined ? null : count / began };
  });
}

function postIn(row: Json, account: AccountAccess): { post: PostNumbers; ignored: number }[] {
  const publishedAt = instantOf(textAt(row, 'created_at'));
  return countsIn(row).flatMap(({ post, ignored }) => {
    if (publishedAt === null) return [];
    const { networkPostId } = post;
    const url = postAddress(account, networkPostId);
    return [
      { post: { ...post, url, text: wordsOf(row).words.trim(), publishedAt, mediaKind: null }, ignored },
    ];
  });
}

function countsIn(row: Json): { post: PostCounts; ignored: number }[] {
  const networkPostId = textAt(row, 'id');
  if (networkPostId === null) return [];
  const { all, ignored } = ownCounts(at(row, 'public_metrics'), PUBLIC);
  const post = {
    networkPostId,
    views: countAt(all, 'impression_count'),
    likes: countAt(all, 'like_count'),
    comments: countAt(all, 'reply_count'),
    shares: sumOf(all['repost_count'] ?? all['retweet_count'], all['quote_count']),
    all,
  };
  return [{ post, ignored }];
}

/** An empty list has no `data`: only its count, or the errors of what is not shown. */
function rowsIn(answer: NetworkResponse | Lost): Json[] | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const rows = at(answer.json, 'data');
  if (Array.isArray(rows)) return rows;
  const isEmpty = at(answer.json, 'meta', 'result_count') === 0 || Array.isArray(at(answer.json, 'errors'));
  return rows === undefined && isEmpty ? [] : null;
}

function call(step: InsightsStep, path: string, query: { [name: string]: string }) {
  const address = addressOf(step.account, `${path}?${new URLSearchParams(query).toString()}`);
  const request = new Request(address, { headers: authorization(step.account) });
  return askByNames(step.fetch, request, step.signal);
}

function problem(step: InsightsStep, answer: NetworkResponse | Lost): InsightsProblem {
  return numbersProblem({ readError, scope: 'tweet.read' }, answer, step);
}
