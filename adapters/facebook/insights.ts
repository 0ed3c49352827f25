/**
 * Metrics of a Page and its posts (Graph API, "Insights"). Posts come by the page with their metrics expanded, then the
 * reels in a list of their own. A video that is known by a bare id has no `/insights`, and is asked for `/video_insights`.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { addDays, countAt, dayOf, ignoring, namesFor, sumOf } from '../lib/numbers.ts';
import { rowsIn, timeOf } from '../meta/calls.ts';
import {
  countsOf,
  dailyIn,
  countsAt,
  failsRead,
  insightsProblem,
  pageIn,
  pageQuery,
  type PostRow,
  stretch,
  usedIn,
  valuesIn,
  withMetrics,
  withoutFigures,
} from '../meta/insights.ts';
import { get } from '../meta/request.ts';
import {
  type CountsOfPosts,
  type DailyNumbers,
  type DayMeaning,
  type InsightsPort,
  type InsightsProblem,
  type InsightsStep,
  PERIOD_DAYS,
  type PostCounts,
  type PostDetail,
  type PostNumbers,
} from '../port/insights.ts';
import { metrics, VIDEO_NAMES } from './metrics.ts';
import { addressOf, callerOf, pageOf } from './request.ts';

const PER_PAGE = 100;
/** In front of the cursor of the second list. */
const REELS = 'reels:';
const COUNTS = 'reactions.limit(0).summary(true),comments.limit(0).summary(true),shares';
const FIELDS = `id,message,created_time,permalink_url,status_type,${COUNTS}`;
const VIDEO_FIELDS =
  'id,description,created_time,permalink_url,post_id,likes.limit(0).summary(true),comments.limit(0).summary(true)';
const VIDEO = 'video';

const namesOf = (whose: 'post' | 'account' | 'daily') =>
  metrics.filter(({ of }) => of === whose).map(({ name }) => name);
const MEANS: { [metric: string]: DayMeaning } = {
  page_media_view: 'views',
  page_post_engagements: 'engagement',
  page_follows: 'followers',
  page_daily_follows_unique: 'followersGained',
  page_views_total: 'profileViews',
};

export const insights: InsightsPort = {
  metrics,
  covers: 'all',
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    more: { perPage: PER_PAGE, requests: 1, cursor: REELS },
    read: (step) =>
      step.cursor?.startsWith(REELS)
        ? page(step, {
            edge: 'video_reels',
            fields: VIDEO_FIELDS,
            expansion: 'video_insights',
            after: step.cursor.slice(REELS.length),
            read: (row) => videoIn(row, step.account.remoteId),
            next: (cursor) => (cursor === null ? null : `${REELS}${cursor}`),
          })
        : page(step, {
            edge: 'posts',
            fields: FIELDS,
            names: named(step, { of: 'post', inList: true }),
            after: step.cursor ?? '',
            read: postIn,
            next: (cursor) => cursor ?? REELS,
          }),
  },
  byId: { perCall: 1, read: byId },
  post,
  account: { requests: 2, sums: true, read: account },
  daily: { lateDays: 2, read: daily },
};

async function page(
  step: InsightsStep & { limit?: number; plain?: true },
  how: {
    edge: string;
    fields: string;
    names?: string[];
    /** Asked without names. */
    expansion?: string;
    after: string;
    read: (row: Json) => PostRow[];
    next: (cursor: string | null) => string | null;
  },
) {
  const { limit = PER_PAGE, plain } = step;
  const names = plain ? [] : (how.names ?? []);
  const fields = plain || how.expansion === undefined ? how.fields : `${how.fields},${how.expansion}`;
  const query = pageQuery(fields, { names, limit, after: how.after });
  const answer = await call(step, `${pageOf(step.account)}/${how.edge}`, query);
  const posts = pageIn(answer, how.read);
  return posts === null ? problem(step, answer, { names }) : { ...posts, cursor: how.next(posts.cursor) };
}

/** One call for each post: `GET /?ids=` is an error since v26.0, and new apps may use it in no version (changelogs of v26.0 and v27.0). */
async function byId(
  step: InsightsStep & { networkPostIds: string[] },
): Promise<CountsOfPosts | InsightsProblem> {
  const items: PostCounts[] = [];
  const gone: string[] = [];
  const ignored: number[] = [];
  let used = {};
  for (const id of step.networkPostIds) {
    const isVideo = !id.includes('_');
    const names = isVideo ? [] : named(step, { of: 'post', inList: true });
    const fields = isVideo ? `${VIDEO_FIELDS},video_insights` : withMetrics(FIELDS, names);
    const answer = await call(step, encodeURIComponent(id), { fields });
    const row = answer.kind === 'response' && answer.status < 300 ? (answer.json ?? null) : null;
    const [found] = isVideo ? videoIn(row, step.account.remoteId) : postIn(row);
    if (found === undefined || answer.kind === 'lost') {
      const failure = problem(step, answer, { names, isPost: true });
      if (failure.kind !== 'gone') return failure;
      gone.push(id);
      continue;
    }
    items.push({ ...countsOf(found.post), networkPostId: id });
    ignored.push(found.ignored);
    used = usedIn(answer);
  }
  return { kind: 'counts', items, gone, ...ignoring(...ignored), ...used };
}

/** The post, then its metrics; a video's come without names. */
async function post(
  step: InsightsStep & { networkPostId: string; mediaKind: string | null },
): Promise<PostDetail | InsightsProblem> {
  const { networkPostId } = step;
  const path = encodeURIComponent(networkPostId);
  const isVideo = !networkPostId.includes('_');
  const reel = (row: Json) => videoIn(row, step.account.remoteId);
  const [fields, read] = isVideo ? [VIDEO_FIELDS, reel] : [FIELDS, postIn];
  const node = await call(step, path, { fields });
  const [own] = node.kind === 'lost' || node.status >= 300 ? [] : read(node.json);
  if (own === undefined || node.kind === 'lost') return problem(step, node, { isPost: true });
  const mediaKind = own.post.mediaKind ?? '';
  const names = isVideo ? [] : named(step, { of: 'post', kind: mediaKind });
  const answer = await call(
    step,
    `${path}/${isVideo ? 'video_insights' : 'insights'}`,
    isVideo ? {} : { metric: names.join(',') },
  );
  if (answer.kind === 'lost' || rowsIn(answer) === null) {
    const lacks = problem(step, answer, { names, mediaKind, isPost: true });
    if (failsRead(lacks)) return lacks;
    return { kind: 'post', ...countsOf(own.post), networkPostId, lacks };
  }
  const edge = isVideo ? 'video_insights' : 'insights';
  const [whole] = read({ ...(node.json as object), [edge]: answer.json });
  return {
    kind: 'post',
    ...countsOf((whole ?? own).post),
    networkPostId,
    ...ignoring(whole?.ignored ?? 0),
    ...usedIn(answer),
  };
}

async function daily(
  step: InsightsStep & { from: string; to: string },
): Promise<DailyNumbers | InsightsProblem> {
  const { account, from, to } = step;
  const names = named(step, { of: 'daily' });
  const answer = await call(step, `${pageOf(account)}/insights`, {
    metric: names.join(','),
    period: 'day',
    ...stretch(from, to),
  });
  const period = { means: MEANS, from, to, at: 'end' } as const;
  const series = dailyIn(answer, { zone: 'America/Los_Angeles', metrics: namesOf('daily'), ...period });
  return series ?? problem(step, answer, { names });
}

/** Followers, and figures of four weeks, of which each day has one: the last. */
async function account(step: InsightsStep) {
  const path = pageOf(step.account);
  const node = await call(step, path, { fields: 'id,followers_count,fan_count' });
  if (node.kind === 'lost' || node.status >= 300) return problem(step, node, {});
  const names = named(step, { of: 'account' });
  const today = dayOf(step.now);
  const answer = await call(step, `${path}/insights`, {
    metric: names.join(','),
    period: `days_${PERIOD_DAYS}`,
    ...stretch(addDays(today, -3), addDays(today, -1)),
  });
  const followers = countAt(node.json, 'followers_count');
  const own = countsAt(node.json, ['followers_count', 'fan_count']);
  if (answer.kind === 'lost' || rowsIn(answer) === null) {
    const lacks = problem(step, answer, { names });
    if (failsRead(lacks)) return lacks;
    return withoutFigures({ followers, all: own, lacks });
  }
  const { all, ignored } = valuesIn(at(answer.json, 'data'), namesOf('account'));
  return {
    kind: 'account' as const,
    followers,
    views: all['page_media_view'] ?? null,
    reach: all['page_total_media_view_unique'] ?? null,
    engagement: all['page_post_engagements'] ?? null,
    profileViews: all['page_views_total'] ?? null,
    all: { ...own, ...all },
    ...ignoring(ignored),
    ...usedIn(answer),
  };
}

function postIn(row: Json): PostRow[] {
  const networkPostId = textAt(row, 'id');
  const publishedAt = timeOf(row, 'created_time');
  if (networkPostId === null || publishedAt === null) return [];
  const { all, ignored } = valuesIn(at(row, 'insights', 'data'), namesOf('post'));
  const post: PostNumbers = {
    networkPostId,
    url: textAt(row, 'permalink_url'),
    text: textAt(row, 'message') ?? '',
    publishedAt,
    mediaKind: textAt(row, 'status_type'),
    views: all['post_media_view'] ?? null,
    likes: countAt(row, 'reactions', 'summary', 'total_count') ?? all['post_reactions_by_type_total'] ?? null,
    comments: countAt(row, 'comments', 'summary', 'total_count'),
    shares: countAt(row, 'shares', 'count') ?? 0, // the field is left out where nobody shared it
    all,
  };
  return [{ post, ignored }];
}

/** A reel or a video. Its post may be named with the Page in front, or without. */
function videoIn(row: Json, pageId: string): PostRow[] {
  const networkPostId = textAt(row, 'id');
  const publishedAt = timeOf(row, 'created_time');
  if (networkPostId === null || publishedAt === null) return [];
  const { all, ignored } = valuesIn(at(row, 'video_insights', 'data'), VIDEO_NAMES);
  const postId = textAt(row, 'post_id');
  const path = textAt(row, 'permalink_url');
  const reactions = all['post_video_likes_by_reaction_type'];
  const post: PostNumbers = {
    networkPostId,
    ...(postId === null ? {} : { otherIds: [postId.includes('_') ? postId : `${pageId}_${postId}`] }),
    url: path?.startsWith('/') ? `https://www.facebook.com${path}` : (path ?? addressOf(networkPostId)),
    text: textAt(row, 'description') ?? '',
    publishedAt,
    mediaKind: VIDEO,
    views: all['fb_reels_total_plays'] ?? all['blue_reels_play_count'] ?? all['total_video_views'] ?? null,
    likes: countAt(row, 'likes', 'summary', 'total_count') ?? reactions ?? null,
    comments: countAt(row, 'comments', 'summary', 'total_count'),
    shares: sumOf(all['post_video_social_actions.SHARE'], all['post_video_social_actions.share']),
    all,
  };
  return [{ post, ignored }];
}

function named(
  { now, without }: InsightsStep,
  of: { of: 'post' | 'account' | 'daily'; kind?: string; inList?: true },
): string[] {
  return namesFor(metrics, { ...of, day: dayOf(now), without });
}

function call(step: InsightsStep, path: string, query: { [name: string]: string }) {
  return ask(step.fetch, get(callerOf(step.account), path, query), step.signal);
}

function problem(
  step: InsightsStep,
  answer: NetworkResponse | Lost,
  query: { names?: string[]; mediaKind?: string; isPost?: true },
): InsightsProblem {
  const access = { name: 'Facebook', scope: 'read_insights' };
  return insightsProblem({ access, names: [], mediaKind: null, ...query }, answer, step.now);
}
