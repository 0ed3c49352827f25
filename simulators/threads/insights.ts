/**
 * Insights of posts and of the account, and the posts of the past. A post of the last ten minutes has no figures yet. The
 * `views` of the account are those of its profile.
 */
import type { Json } from '../../machines/outcome.ts';
import { Computed, Node, Refusal } from '../meta/fields.ts';
import { requestedDays, eachDay, insightRows, notAmong } from '../meta/insights.ts';
import { commentsBelow } from '../meta/state.ts';
import { countsOf, followersAt, onDay } from '../numbers/curve.ts';
import { pastPosts } from '../numbers/history.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import { graphError, idDigits } from '../shared/graph.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { postsFor } from './elsewhere.ts';
import { fieldsOf, unknownContainer } from './media-fields.ts';
import { called, callerOf, type Media, type State } from './state.ts';

const SCOPE = 'threads_manage_insights';
const KNOWN_AFTER_MS = 10 * 60_000;

export function insightRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  const respond = (rows: Json | Refusal) =>
    rows instanceof Refusal ? graphError(400, rows.codes, rows.message) : Response.json(rows);
  return [
    {
      call: 'threads_insights',
      method: 'get',
      path: '/v1.0/:account/threads_insights',
      account,
      answer: (exchange) =>
        called(world, exchange, SCOPE, ({ id }) => respond(accountRows(world, id, exchange))),
    },
    {
      call: 'insights',
      method: 'get',
      path: '/v1.0/:id/insights',
      account,
      answer: (exchange) =>
        called(world, exchange, SCOPE, (account) => {
          const id = exchange.params['id'] ?? '';
          const media = world.state.media[id];
          if (media?.account !== account.id) return unknownContainer(id);
          return respond(mediaRows(world, media, exchange.url.searchParams.get('metric') ?? ''));
        }),
    },
  ];
}

export function mediaNode(world: World<State>, media: Media): Node {
  return new Node('ThreadsMedia', {
    ...fieldsOf(world, media),
    insights: new Computed(({ metric }) => mediaRows(world, media, metric ?? '')),
  });
}

function mediaRows(world: World<State>, media: Media, metric: string): Json | Refusal {
  const { id, account, at } = media;
  const now = world.now();
  const counts = countsOf(id, { publishedAt: at, now, followers: followersAt(account, now) });
  const values: { [metric: string]: number | undefined } = {
    views: counts.views,
    likes: counts.likes,
    replies: commentsBelow(world, id).length,
    reposts: counts.reposts,
    quotes: counts.quotes,
    shares: counts.shares,
  };
  const isKnown = now - at >= KNOWN_AFTER_MS;
  return insightRows(metric, {
    id,
    period: 'lifetime',
    values: isKnown ? values : Object.fromEntries(Object.keys(values).map((name) => [name, undefined])),
    dropped: world.state.numbers.dropped,
    refuse: notAmong,
  });
}

function accountRows(world: World<State>, id: string, { url }: Exchange): Json | Refusal {
  const { from, to } = requestedDays(url.searchParams, world.now());
  const today = new Date(world.now()).toISOString().slice(0, 10);
  const days = eachDay(from, to).filter((day) => day <= today);
  const usual = followersAt(id, world.now());
  const sum = (name: string, share: number) =>
    days.reduce((total, day) => total + onDay(id, name, day, usual * share), 0);
  return insightRows(url.searchParams.get('metric') ?? '', {
    id,
    period: 'day',
    values: {
      views: 0,
      likes: sum('likes', 0.02),
      replies: sum('replies', 0.003),
      reposts: sum('reposts', 0.002),
      quotes: sum('quotes', 0.001),
      clicks: sum('clicks', 0.001),
      followers_count: usual,
    },
    dropped: world.state.numbers.dropped,
    refuse: notAmong,
    rowOf: (name, value) =>
      name === 'views'
        ? {
            values: days.map((day) => ({
              value: onDay(id, 'views', day, usual * 0.05),
              end_time: `${day}T07:00:00+0000`,
            })),
          }
        : name === 'clicks'
          ? { link_total_values: [{ value, link_url: 'https://bakery.example/order' }] }
          : { total_value: { value } },
  });
}

export function threadsNumbers(world: World<State>): NetworkNumbers {
  return numbersOf(world.state.numbers, (account, history) => {
    postsFor(world, account);
    for (const { text, at } of pastPosts(account, history, world.now())) {
      const id = `180${idDigits(world.nextNumber())}`;
      world.state.media[id] = { id, account, type: 'TEXT', text, at, origin: 'elsewhere' };
    }
  });
}
