/**
 * Insights of the Page, its posts and reels, and the posts of the past. A removed or unknown name is refused without being
 * said. Figures of the Page come by day, stamped with midnight in California, and today has none.
 */
import type { Json } from '../../machines/outcome.ts';
import { Computed, Edge, edgeResponse, Node, Refusal } from '../meta/fields.ts';
import { requestedDays, eachDay, insightRows, notValid } from '../meta/insights.ts';
import { commentsBelow } from '../meta/state.ts';
import { countsOf, followersAt, onDay } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import { graphError, idDigits, missing, timestamp } from '../shared/graph.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { postsFor } from './elsewhere.ts';
import { postNode } from './post-node.ts';
import { asPage, callerOf, type Page, READ, type Reel, type State } from './state.ts';

const INSIGHTS_SCOPE = 'read_insights';

export function insightRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  const rows = (shown: Json | Refusal | null, id: string): Response => {
    if (shown === null) return missing(id);
    return shown instanceof Refusal ? graphError(400, shown.codes, shown.message) : Response.json(shown);
  };
  return [
    {
      call: 'video_reels',
      method: 'get',
      path: '/:version/:page/video_reels',
      account,
      answer: (exchange) =>
        asPage(world, exchange, READ, (page) => {
          const own = Object.values(world.state.reels)
            .filter((reel) => reel.page === page.id)
            .toSorted((one, other) => other.at - one.at);
          return edgeResponse(
            exchange,
            Edge.of(own, (reel) => reelNode(world, reel)),
            graphError,
          );
        }),
    },
    {
      call: 'insights',
      method: 'get',
      path: '/:version/:id/insights',
      account,
      answer: (exchange) =>
        asPage(world, exchange, INSIGHTS_SCOPE, (page) => {
          const id = exchange.params['id'] ?? '';
          const post = world.state.posts[id];
          const metric = exchange.url.searchParams.get('metric') ?? '';
          if (post?.page === page.id) return rows(postRows(world, post, metric), id);
          return rows(id === page.id ? pageRows(world, page, exchange) : null, id);
        }),
    },
    {
      call: 'video_insights',
      method: 'get',
      path: '/:version/:id/video_insights',
      account,
      answer: (exchange) =>
        asPage(world, exchange, INSIGHTS_SCOPE, (page) => {
          const id = exchange.params['id'] ?? '';
          const reel = world.state.reels[id];
          const metric = exchange.url.searchParams.get('metric');
          return rows(reel?.page === page.id ? reelRows(world, reel, metric) : null, id);
        }),
    },
    {
      // several objects with one request, which v26.0 ended
      call: 'ids',
      method: 'get',
      path: '/:version/',
      account,
      answer: (exchange) =>
        asPage(world, exchange, READ, () =>
          graphError(
            400,
            { code: 100 },
            exchange.url.searchParams.has('ids')
              ? '(#100) The ids query parameter is deprecated in v26.0+.'
              : 'Unsupported get request.',
          ),
        ),
    },
  ];
}

/** The Page itself, one of its posts, or a reel; null if it has none of this id. */
export function nodeOf(world: World<State>, page: Page, id: string): Node | null {
  const { posts, reels } = world.state;
  const [post, reel] = [posts[id], reels[id]];
  if (post?.page === page.id) {
    return postNode(world, post, new Computed(({ metric }) => postRows(world, post, metric ?? '')));
  }
  if (reel?.page === page.id) return reelNode(world, reel);
  if (id !== page.id) return null;
  const followers = followersAt(id, world.now());
  return new Node('Page', { id, name: page.name, followers_count: followers, fan_count: followers - 20 });
}

function reelNode(world: World<State>, reel: Reel): Node {
  const { id, description, at, post } = reel;
  const { likes } = figuresOf(world, reel);
  return new Node('Video', {
    id,
    description,
    created_time: timestamp(at),
    permalink_url: `/reel/${id}/`,
    post_id: post,
    likes: { data: [], summary: { total_count: likes } },
    comments: { data: [], summary: { total_count: commentsBelow(world, id).length } },
    video_insights: new Computed(({ metric }) => reelRows(world, reel, metric ?? null)),
  });
}

function figuresOf(world: World<State>, { id, page, at }: { id: string; page: string; at: number }) {
  return countsOf(id, { publishedAt: at, now: world.now(), followers: followersAt(page, world.now()) });
}

function postRows(
  world: World<State>,
  post: { id: string; page: string; at: number },
  metric: string,
): Json | Refusal {
  const counts = figuresOf(world, post);
  const love = Math.floor(counts.likes / 6);
  const values = {
    post_media_view: counts.views,
    post_total_media_view_unique: counts.reach,
    post_clicks: counts.clicks,
    post_reactions_by_type_total: counts.likes === 0 ? {} : { like: counts.likes - love, love },
    post_activity_by_action_type: { like: counts.likes, share: counts.shares },
  };
  const { dropped } = world.state.numbers;
  return insightRows(metric, { id: post.id, period: 'lifetime', values, dropped, refuse: notValid });
}

function reelRows(world: World<State>, reel: Reel, metric: string | null): Json | Refusal {
  const counts = figuresOf(world, reel);
  const values = {
    fb_reels_total_plays: counts.views,
    blue_reels_play_count: counts.reach,
    post_video_avg_time_watched: 4_200,
    post_video_social_actions: { SHARE: counts.shares },
  };
  const { dropped } = world.state.numbers;
  return insightRows(metric, { id: reel.id, period: 'lifetime', values, dropped, refuse: notValid });
}

/** One value for each day, also where a value covers four weeks. */
function pageRows(world: World<State>, { id }: Page, { url }: Exchange): Json | Refusal {
  const query = url.searchParams;
  const { from, to } = requestedDays(query, world.now());
  const today = new Date(world.now()).toISOString().slice(0, 10);
  const days = eachDay(from, to).filter((day) => day < today);
  const covers = query.get('period') === 'days_28' ? 28 : 1;
  const shares: { [metric: string]: number } = {
    page_media_view: 0.5,
    page_total_media_view_unique: 0.3,
    page_post_engagements: 0.05,
    page_views_total: 0.02,
    page_daily_follows_unique: 0.002,
    page_follows: 0,
  };
  const usual = followersAt(id, world.now());
  const valueOf = (name: string, day: string): number => {
    const ends = Date.parse(`${day}T00:00:00Z`) + DAY;
    if (name === 'page_follows') return followersAt(id, ends);
    const within = Array.from({ length: covers }, (_, back) => isoDay(ends - (back + 1) * DAY));
    return within.reduce((sum, one) => sum + onDay(id, name, one, usual * (shares[name] ?? 0)), 0);
  };
  return insightRows(query.get('metric') ?? '', {
    id,
    period: query.get('period') ?? 'day',
    values: shares,
    dropped: world.state.numbers.dropped,
    refuse: notValid,
    rowOf: (name) => ({
      values: days.map((day) => ({
        value: valueOf(name, day),
        end_time: `${isoDay(Date.parse(`${day}T00:00:00Z`) + DAY)}T07:00:00+0000`,
      })),
    }),
  });
}

const DAY = 86_400_000;
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function facebookNumbers(world: World<State>): NetworkNumbers {
  return numbersOf(world.state.numbers, (page, history) => {
    postsFor(world, page);
    for (const { text, at, kind } of pastPosts(page, history, world.now())) {
      const number = idDigits(world.nextNumber());
      if (kind === 'video') {
        const id = `800${number}`;
        world.state.reels[id] = { id, page, description: text, at, post: `700${number}` };
        continue;
      }
      const id = `${page}_700${number}`;
      const common = { message: text, at, photos: [], video: null, origin: 'elsewhere' as const };
      world.state.posts[id] = { id, page, ...common };
    }
  });
}
