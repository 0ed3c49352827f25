/**
 * Counts of videos, reports of Analytics, and the videos of the past. One video in seven hides its likes, one in nine takes no
 * comments. Analytics knows nothing of the last three days.
 */
import type { Json } from '../../machines/outcome.ts';
import { countsOf, DAY, dayAt, followersAt, isOneOf, onDay } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf, withoutDropped } from '../numbers/network.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { refusal } from './errors.ts';
import { type Channel, hash, type State, type Video } from './state.ts';
import { authorized, tokenOf } from './tokens.ts';
import { timeOf } from './video-body.ts';

const MAX_IDS = 50;
const LATE_DAYS = 3;

export function statisticsRoutes(world: World<State>): Route[] {
  const { state } = world;
  const account = ({ request }: Exchange) => state.access[tokenOf(request) ?? '']?.channel ?? null;
  return [
    {
      call: 'videos.batchGetStats',
      method: 'get',
      path: '/api/youtube/v3/videos:method',
      account,
      answer: ({ request, url, params }) => {
        const channel = authorized(world, request, 'youtube.readonly');
        if (channel instanceof Response) return channel;
        if (params['method'] !== ':batchGetStats') return refusal(404, 'notFound', 'Not Found');
        const ids = (url.searchParams.get('id') ?? '').split(',').filter(Boolean);
        if (ids.length > MAX_IDS) return refusal(400, 'invalidVideoId', 'Too many ids.');
        const items = ids.flatMap((id) => {
          const video = state.videos[id];
          return video ? [statsOf(world, video)] : [];
        });
        return Response.json({
          kind: 'youtube#batchGetStatsResponse',
          etag: hash(ids.join()).slice(0, 12),
          items,
        });
      },
    },
    {
      call: 'reports.query',
      method: 'get',
      path: '/analytics/v2/reports',
      account,
      answer: ({ request, url }) => {
        const channel = authorized(world, request, 'yt-analytics.readonly');
        return channel instanceof Response ? channel : report(world, channel, url.searchParams);
      },
    },
  ];
}

export function subscribersOf(world: World<State>, channel: string): number {
  return followersAt(channel, world.now());
}

function statsOf(world: World<State>, video: Video): Json {
  const { id, at } = video;
  const counts = figuresOf(world, video);
  const statistics = withoutDropped(world.state.numbers, {
    viewCount: String(counts.views),
    ...(isOneOf(id, 'hides likes', 7) ? {} : { likeCount: String(counts.likes) }),
    ...(isOneOf(id, 'no comments', 9) ? {} : { commentCount: String(counts.comments) }),
  });
  const etag = hash(id).slice(0, 12);
  return { kind: 'youtube#videoStats', etag, id, snippet: { publishTime: timeOf(at) }, statistics };
}

function figuresOf(world: World<State>, { id, channel, at }: Video) {
  return countsOf(id, { publishedAt: at, now: world.now(), followers: followersAt(channel, world.now()) });
}

/** What a channel has on a day, as a share of its subscribers. */
const SHARES: { [metric: string]: number } = {
  views: 0.3,
  engagedViews: 0.2,
  estimatedMinutesWatched: 0.6,
  likes: 0.02,
  dislikes: 0.0005,
  comments: 0.002,
  shares: 0.001,
  subscribersGained: 0.002,
  subscribersLost: 0.0005,
};
const AVERAGES: { [metric: string]: number } = { averageViewDuration: 74, averageViewPercentage: 48 };
const CURVES = ['audienceWatchRatio', 'relativeRetentionPerformance'];

function report(world: World<State>, channel: Channel, query: URLSearchParams): Response {
  const names = (query.get('metrics') ?? '').split(',').filter(Boolean);
  const dimension = query.get('dimensions');
  const { dropped } = world.state.numbers;
  const good =
    dimension === 'elapsedVideoTimeRatio' ? CURVES : [...Object.keys(SHARES), ...Object.keys(AVERAGES)];
  const isKnown = names.every((name) => good.includes(name) && !dropped.includes(name));
  const takesDimension = [null, 'day', 'elapsedVideoTimeRatio'].includes(dimension);
  if (query.get('ids') !== 'channel==MINE' || names.length === 0 || !isKnown || !takesDimension) {
    return refusal(
      400,
      'badRequest',
      'The query is not supported. Check the documentation for supported queries.',
    );
  }
  const video = world.state.videos[/^video==(.+)$/.exec(query.get('filters') ?? '')?.[1] ?? ''];
  const days = daysOf(world, query).filter((day) => video === undefined || day >= dayAt(video.at));
  const columns = [...(dimension === null ? [] : [dimension]), ...names];
  const columnHeaders = columns.map((name) => ({
    name,
    columnType: name === dimension ? 'DIMENSION' : 'METRIC',
    dataType: name === 'day' ? 'STRING' : 'INTEGER',
  }));
  const rows = rowsOf({ world, channel, video, names, days, dimension });
  return Response.json({
    kind: 'youtubeAnalytics#resultTable',
    columnHeaders,
    ...(rows.length > 0 && { rows }),
  });
}

function daysOf(world: World<State>, query: URLSearchParams): string[] {
  const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? ''];
  const days: string[] = [];
  const last = dayAt(world.now() - LATE_DAYS * DAY);
  for (let at = Date.parse(`${from}T00:00:00Z`); dayAt(at) <= to && dayAt(at) <= last; at += DAY) {
    days.push(dayAt(at));
  }
  return days;
}

interface Asked {
  world: World<State>;
  channel: Channel;
  video: Video | undefined;
  names: string[];
  days: string[];
  dimension: string | null;
}

function rowsOf({ world, channel, video, names, days, dimension }: Asked): Json[] {
  if (days.length === 0) return [];
  if (dimension === 'elapsedVideoTimeRatio') {
    return Array.from({ length: 100 }, (_, index) => {
      const into = (index + 1) / 100;
      const stay = 1.05 * Math.exp(-1.4 * into);
      return [into, ...names.map((name) => (name === 'audienceWatchRatio' ? stay : 0.5))];
    });
  }
  const usual =
    video === undefined ? followersAt(channel.id, world.now()) : figuresOf(world, video).views / 20;
  const seed = video?.id ?? channel.id;
  const on = (name: string, day: string) =>
    AVERAGES[name] ?? onDay(seed, name, day, usual * (SHARES[name] ?? 0));
  if (dimension === 'day') return days.map((day) => [day, ...names.map((name) => on(name, day))]);
  return [names.map((name) => AVERAGES[name] ?? days.reduce((sum, day) => sum + on(name, day), 0))];
}

export function youtubeNumbers(world: World<State>): NetworkNumbers {
  return numbersOf(world.state.numbers, (channel, history) => {
    for (const { text, at } of pastPosts(channel, history, world.now())) {
      const id = hash(`past video ${world.nextNumber()}`).slice(0, 11);
      const common = { title: text, description: '', privacy: 'public', at, rejected: false };
      world.state.videos[id] = { id, channel, ...common };
    }
  });
}
