/**
 * Insights of media and of the account, and the posts of the past. Media published within the last hour, and those with fewer
 * than five viewers, have no figures yet; one in nine hides its likes. Names that are not of the kind of medium are refused.
 */
import type { Json } from '../../machines/outcome.ts';
import { Computed, Refusal } from '../meta/fields.ts';
import { requestedDays, eachDay, insightRows, notAmong } from '../meta/insights.ts';
import { commentsBelow } from '../meta/state.ts';
import { samplePicture } from '../meta/view.ts';
import { countsOf, followersAt, HOUR, isOneOf, onDay } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { postsFor } from './elsewhere.ts';
import { missing, refusal } from './errors.ts';
import { idDigits, type Media, type State } from './state.ts';
import { called, callerOf, pageCalling } from './tokens.ts';

const INSIGHTS_SCOPE = 'instagram_business_manage_insights';
const LEAST_VIEWERS = 5;

export function insightRoutes(world: World<State>): Route[] {
  return [
    {
      call: ({ params }) => (world.state.media[params['id'] ?? ''] ? 'media_insights' : 'account_insights'),
      method: 'get',
      path: '/:version/:id/insights',
      account: (exchange) => callerOf(world, exchange),
      answer: (exchange) =>
        called(
          world,
          exchange,
          (account) => {
            const id = exchange.params['id'] ?? '';
            const media = world.state.media[id];
            const rows =
              media?.account === account.id
                ? mediaRows(world, media, {
                    metric: exchange.url.searchParams.get('metric') ?? '',
                    byPage: pageCalling(world, exchange) !== undefined,
                  })
                : id === account.id
                  ? accountRows(world, id, exchange)
                  : null;
            if (rows === null) return missing(id);
            return rows instanceof Refusal ? refusal(400, rows.codes, rows.message) : Response.json(rows);
          },
          { scope: INSIGHTS_SCOPE },
        ),
    },
  ];
}

/** `insights.metric(…)` in a list of media: names that only some kinds have are refused for the whole list. */
export function insightsField(world: World<State>, media: Media): Computed {
  return new Computed((args) => mediaRows(world, media, { metric: args['metric'] ?? '', byPage: false }));
}

/** Undefined: the account hides it. */
export function likesOf(world: World<State>, media: Media): number | undefined {
  if (isOneOf(media.id, 'hides likes', 9)) return undefined;
  return figuresOf(world, media).likes;
}

function figuresOf(world: World<State>, { id, account, at }: Media) {
  return countsOf(id, { publishedAt: at, now: world.now(), followers: followersAt(account, world.now()) });
}

function mediaRows(
  world: World<State>,
  media: Media,
  { metric, byPage }: { metric: string; byPage: boolean },
): Json | Refusal {
  const counts = figuresOf(world, media);
  const isReel = media.kind === 'video' && media.ad === undefined && !media.isStory;
  const comments = commentsBelow(world, media.id).length;
  const likes = likesOf(world, media);
  const isKnown = world.now() - media.at >= HOUR && counts.views >= LEAST_VIEWERS;
  const all: { [metric: string]: number | undefined } = {
    views: counts.views,
    reach: counts.reach,
    likes,
    comments,
    saved: counts.saved,
    shares: counts.shares,
    total_interactions: counts.likes + comments + counts.saved + counts.shares,
    reposts: counts.reposts,
    ...(isReel
      ? {
          ig_reels_avg_watch_time: 4_200,
          ig_reels_video_view_total_time: counts.views * 4_200,
          reels_skip_rate: 38,
        }
      : { follows: 0, profile_visits: counts.clicks, profile_activity: counts.clicks }),
    ...(byPage ? { total_views: counts.views, total_likes: likes, total_comments: comments } : {}),
  };
  return insightRows(metric, {
    id: media.id,
    period: 'lifetime',
    values: isKnown ? all : Object.fromEntries(Object.keys(all).map((name) => [name, undefined])),
    dropped: world.state.numbers.dropped,
    refuse: notAmong,
  });
}

/** Sums of a stretch; a series of reach alone. Nothing is known of the last day yet. */
function accountRows(world: World<State>, id: string, { url }: Exchange): Json | Refusal {
  const query = url.searchParams;
  const { from, to } = requestedDays(query, world.now());
  const today = new Date(world.now()).toISOString().slice(0, 10);
  const days = eachDay(from, to).filter((day) => day < today);
  const usual = followersAt(id, world.now());
  const sum = (name: string, share: number) =>
    days.reduce((total, day) => total + onDay(id, name, day, usual * share), 0);
  const isSeries = query.get('metric_type') === 'time_series';
  const sums: { [metric: string]: number } = {
    views: sum('views', 0.4),
    reach: sum('reach', 0.25),
    accounts_engaged: sum('engaged', 0.03),
    total_interactions: sum('interactions', 0.04),
    likes: sum('likes', 0.03),
    comments: sum('comments', 0.004),
    saves: sum('saves', 0.003),
    shares: sum('shares', 0.002),
    replies: 0,
    profile_links_taps: sum('taps', 0.002),
  };
  return insightRows(query.get('metric') ?? '', {
    id,
    period: 'day',
    values: isSeries ? { reach: sums['reach'] } : sums,
    dropped: world.state.numbers.dropped,
    refuse: notAmong,
    rowOf: (_name, value) =>
      isSeries
        ? {
            values: days.map((day) => ({
              value: onDay(id, 'reach', day, usual * 0.25),
              // the account is in Berlin: its midnight is this hour in winter
              end_time: `${day}T23:00:00+0000`,
            })),
          }
        : { total_value: { value } },
  });
}

export function instagramNumbers(world: World<State>): NetworkNumbers {
  return numbersOf(world.state.numbers, (account, history) => {
    postsFor(world, account);
    for (const { text, at, kind } of pastPosts(account, history, world.now())) {
      const number = world.nextNumber();
      const id = `180${idDigits(number)}`;
      const isVideo = kind === 'video';
      const file = samplePicture(world, isVideo ? 'clip.mp4' : 'photo.jpg');
      const common = { id, account, caption: text, at, number, file, origin: 'elsewhere' as const };
      world.state.media[id] = { ...common, kind: isVideo ? 'video' : 'image' };
    }
  });
}
