/**
 * Metrics of videos and of the channel (Data API v3, Analytics API v2). Counts are right at once; Analytics lacks the last
 * two or three days, and the two are never mixed in one curve. Terms: statistics are kept 30 days ("Developer Policies").
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { addDays, countAt, countOf, dayOf, ignoring, instantOf, ownCounts, sumOf } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { authorization } from '../lib/request.ts';
import { DAY_MS, limit } from '../port/budget.ts';
import {
  type DailyNumbers,
  type DayMeaning,
  type DaySeries,
  type InsightsPort,
  type InsightsProblem,
  type InsightsStep,
  type MetricName,
  type MetricSeries,
  PERIOD_DAYS,
  type PostCounts,
  type PostDetail,
  type PostNumbers,
} from '../port/insights.ts';
import { readError } from './errors.ts';
import { get } from './request.ts';
import { addressOfVideo } from './session.ts';
import { endpoints } from './version.ts';

const MOST = 50;
const ANALYTICS_SCOPE = 'https://www.googleapis.com/auth/yt-analytics.readonly';
const READ_SCOPE = 'https://www.googleapis.com/auth/youtube.readonly';
const COUNTS = ['viewCount', 'likeCount', 'commentCount'];
const OF_CHANNEL = ['viewCount', 'subscriberCount', 'videoCount', 'commentCount'];

/** Metrics of Analytics. `engagedViews` is the older, stricter figure of views, since those changed in August 2026. */
const NAMES = [
  'views',
  'engagedViews',
  'estimatedMinutesWatched',
  'averageViewDuration',
  'averageViewPercentage',
  'likes',
  'dislikes',
  'comments',
  'shares',
  'subscribersGained',
  'subscribersLost',
];
const metrics: MetricName[] = (['account', 'daily', 'post'] as const).flatMap((of) =>
  NAMES.map((name): MetricName => ({ of, name, since: null, until: null })),
);
const MEANS: { [metric: string]: DayMeaning } = {
  views: 'views',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  subscribersGained: 'followersGained',
};

export const insights: InsightsPort = {
  metrics,
  covers: 'all',
  /** A fifth of the 10,000 units that a project has in a day. */
  limits: [limit(2_000, DAY_MS, 'step', 'app')],
  terms: { keepDays: 30, refreshWithinDays: 28 },
  posts: {
    perPage: MOST,
    requests: 2,
    async read(step) {
      const { account, cursor, limit = MOST } = step;
      const listed = await ask(
        step.fetch,
        get(account, 'playlistItems', {
          part: 'snippet,contentDetails',
          playlistId: uploadsOf(account.remoteId),
          maxResults: String(limit),
          ...(cursor === null ? {} : { pageToken: cursor }),
        }),
        step.signal,
      );
      const rows = itemsIn(listed);
      if (rows === null || listed.kind === 'lost') return problem(step, listed, READ_SCOPE);
      const videos = rows.flatMap(videoIn);
      const cursorAfter = textAt(listed.json, 'nextPageToken');
      if (videos.length === 0) return { kind: 'page', items: [], cursor: cursorAfter };
      const counts = await stats(
        step,
        videos.map(({ networkPostId }) => networkPostId),
      );
      if (counts.kind !== 'counts') return counts;
      const { items, ignored } = counts;
      return {
        kind: 'page',
        items: videos.map((video) => ({
          ...video,
          ...items.find(({ networkPostId }) => networkPostId === video.networkPostId),
        })),
        cursor: cursorAfter,
        ...ignoring(ignored ?? 0),
      };
    },
  },
  byId: { perCall: MOST, mixesAccounts: true, read: (step) => stats(step, step.networkPostIds) },
  post,
  account: { requests: 2, sums: true, read: account },
  followers: {
    perCall: MOST,
    async read(step) {
      const query = { part: 'statistics', id: step.remoteIds.join(',') };
      const answer = await ask(step.fetch, get(step.account, 'channels', query), step.signal);
      const rows = itemsIn(answer);
      if (rows === null) return problem(step, answer, READ_SCOPE);
      const items = rows.flatMap((row) => {
        const remoteId = textAt(row, 'id');
        return remoteId === null ? [] : [{ remoteId, ...channelIn(row) }];
      });
      return { kind: 'followers', items };
    },
  },
  daily: { lateDays: 3, sums: true, read: daily },
};

/** Counts of at most 50 videos, of any channel. */
async function stats(step: InsightsStep, ids: string[]) {
  const query = { part: 'snippet,statistics', id: ids.join(',') };
  const answer = await ask(step.fetch, get(step.account, 'videos:batchGetStats', query), step.signal);
  const rows = itemsIn(answer);
  if (rows === null) return problem(step, answer, READ_SCOPE);
  const read = rows.flatMap(countsIn);
  const items = read.map(({ post }) => post);
  const gone = ids.filter((id) => !items.some(({ networkPostId }) => networkPostId === id));
  return { kind: 'counts' as const, items, gone, ...ignoring(...read.map(({ ignored }) => ignored)) };
}

/** The counts, what Analytics says of the whole life of the video, and how many of its viewers stay how long. */
async function post(
  step: InsightsStep & { networkPostId: string; publishedAt: number | null },
): Promise<PostDetail | InsightsProblem> {
  const { networkPostId, publishedAt, now } = step;
  const counts = await stats(step, [networkPostId]);
  if (counts.kind !== 'counts') return counts;
  const [own] = counts.items;
  if (own === undefined) return { kind: 'gone', reason: 'YouTube does not have the video' };
  const [from, to] = [dayOf(publishedAt ?? now - 365 * DAY_MS), dayOf(now)];
  const filters = `video==${networkPostId}`;
  const totals = await report(step, { from, to, names: namesOf(step, 'post'), more: { filters } });
  const table = tableIn(totals);
  if (table === null) return { kind: 'post', ...own, lacks: problem(step, totals, ANALYTICS_SCOPE) };
  const names = ['audienceWatchRatio', 'relativeRetentionPerformance'];
  const more = { dimensions: 'elapsedVideoTimeRatio', filters };
  const curve = await report(step, { from, to, names, more });
  const curves = tableIn(curve);
  const [row = {}] = table.rows;
  const all: PostDetail['all'] = { ...own.all };
  for (const [name, value] of Object.entries(row)) {
    const count = countOf(value);
    // Analytics lags: its figures stand beside the counts under names of their own
    if (count !== null && namesOf(step, 'post').includes(name)) all[`analytics.${name}`] = count;
  }
  for (const name of names) {
    const series: MetricSeries = (curves?.rows ?? []).flatMap((one) => {
      const into = countOf(one['elapsedVideoTimeRatio']);
      return into === null ? [] : [{ at: into, value: countOf(one[name]) }];
    });
    if (series.length > 0) all[name] = series;
  }
  const shares = countOf(row['shares']);
  const lacks = curves === null ? { lacks: problem(step, curve, ANALYTICS_SCOPE) } : {};
  return { kind: 'post', ...own, shares, all, ...lacks };
}

/** Subscribers (rounded to three digits), and the sums of four weeks from Analytics. */
async function account(step: InsightsStep) {
  const query = { part: 'statistics', mine: 'true' };
  const answer = await ask(step.fetch, get(step.account, 'channels', query), step.signal);
  const [channel] = itemsIn(answer) ?? [];
  if (channel === undefined) return problem(step, answer, READ_SCOPE);
  const { followers, all } = channelIn(channel);
  const to = dayOf(step.now);
  const sums = await report(step, {
    from: addDays(to, 1 - PERIOD_DAYS),
    to,
    names: namesOf(step, 'account'),
    more: {},
  });
  const table = tableIn(sums);
  const none = { views: null, reach: null, engagement: null, profileViews: null };
  if (table === null) {
    return { kind: 'account' as const, followers, ...none, all, lacks: problem(step, sums, ANALYTICS_SCOPE) };
  }
  const [row = {}] = table.rows;
  const period = ownCounts(row, namesOf(step, 'account'));
  const { likes, comments, shares, views } = period.all;
  return {
    kind: 'account' as const,
    followers,
    ...none,
    views: views ?? null,
    engagement: sumOf(likes, comments, shares),
    all: {
      ...all,
      ...Object.fromEntries(Object.entries(period.all).map(([name, count]) => [`analytics.${name}`, count])),
    },
    ...ignoring(period.ignored),
  };
}

async function daily(
  step: InsightsStep & { from: string; to: string },
): Promise<DailyNumbers | InsightsProblem> {
  const { from, to } = step;
  const names = namesOf(step, 'daily');
  const answer = await report(step, { from, to, names, more: { dimensions: 'day', sort: 'day' } });
  const table = tableIn(answer);
  if (table === null) return problem(step, answer, ANALYTICS_SCOPE);
  const series = Object.entries(MEANS).flatMap(([metric, means]): DaySeries[] => {
    if (!table.columns.includes(metric)) return [];
    const days = table.rows.flatMap((row) => {
      const day = textAt(row['day']) ?? '';
      const value = countOf(row[metric]);
      const isIn = /^\d{4}-\d\d-\d\d$/.test(day) && day >= from && day <= to;
      return isIn && value !== null ? [{ day, value }] : [];
    });
    return [{ metric, means, days }];
  });
  return { kind: 'daily', zone: 'America/Los_Angeles', series };
}

/** `UC…` is the channel, `UU…` the list of its uploads. */
function uploadsOf(channelId: string): string {
  return `UU${channelId.slice(2)}`;
}

function videoIn(row: Json): PostNumbers[] {
  const networkPostId = textAt(row, 'contentDetails', 'videoId');
  const time = textAt(row, 'contentDetails', 'videoPublishedAt') ?? textAt(row, 'snippet', 'publishedAt');
  const publishedAt = instantOf(time);
  if (networkPostId === null || publishedAt === null) return [];
  const none = { views: null, likes: null, comments: null, shares: null, all: {} };
  const text = textAt(row, 'snippet', 'title') ?? '';
  const url = addressOfVideo(networkPostId);
  return [{ networkPostId, url, text, publishedAt, mediaKind: null, ...none }];
}

/** Likes are missing where they are hidden, comments where they are closed; shares are in Analytics alone. */
function countsIn(row: Json): { post: PostCounts; ignored: number }[] {
  const networkPostId = textAt(row, 'id');
  if (networkPostId === null) return [];
  const { all, ignored } = ownCounts(at(row, 'statistics'), COUNTS);
  const post = {
    networkPostId,
    views: all['viewCount'] ?? null,
    likes: all['likeCount'] ?? null,
    comments: all['commentCount'] ?? null,
    shares: null,
    all,
  };
  return [{ post, ignored }];
}

function channelIn(channel: Json): { followers: number | null; all: { [metric: string]: number } } {
  const { all } = ownCounts(at(channel, 'statistics'), OF_CHANNEL);
  const isHidden = at(channel, 'statistics', 'hiddenSubscriberCount') === true;
  return { followers: isHidden ? null : countAt(channel, 'statistics', 'subscriberCount'), all };
}

function itemsIn(answer: NetworkResponse | Lost): Json[] | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const items = at(answer.json, 'items');
  if (Array.isArray(items)) return items;
  // Google leaves empty lists out
  return textAt(answer.json, 'kind') === null ? null : [];
}

interface Table {
  columns: string[];
  rows: { [column: string]: Json }[];
}

/** Rows by the names of their columns; without data there are none. */
function tableIn(answer: NetworkResponse | Lost): Table | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const headers = at(answer.json, 'columnHeaders');
  if (!Array.isArray(headers)) return null;
  const columns = headers.map((header) => textAt(header, 'name') ?? '');
  const rows = at(answer.json, 'rows');
  return {
    columns,
    rows: (Array.isArray(rows) ? rows : []).map((row) =>
      Object.fromEntries(
        columns.flatMap((column, index) => {
          const value = at(row, index);
          return value === undefined ? [] : [[column, value] as const];
        }),
      ),
    ),
  };
}

function report(
  { account, fetch, signal }: InsightsStep,
  of: { from: string; to: string; names: string[]; more: { [name: string]: string } },
) {
  const query = new URLSearchParams({
    ids: 'channel==MINE',
    startDate: of.from,
    endDate: of.to,
    metrics: of.names.join(','),
    ...of.more,
  });
  const base = account.endpoints['analytics'] ?? endpoints.analytics;
  const address = `${base}/v2/reports?${query.toString()}`;
  return ask(fetch, new Request(address, { headers: authorization(account) }), signal);
}

function namesOf({ without }: InsightsStep, of: MetricName['of']): string[] {
  const refused = without.map(({ metric }) => metric);
  return metrics
    .filter((metric) => metric.of === of && !refused.includes(metric.name))
    .map(({ name }) => name);
}

function problem(step: InsightsStep, answer: NetworkResponse | Lost, scope: string): InsightsProblem {
  return numbersProblem({ readError, scope }, answer, step);
}
