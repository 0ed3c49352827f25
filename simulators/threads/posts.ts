/** Own posts, as they are read. */
import type { Json } from '../../machines/outcome.ts';
import type { Exchange, Route, World } from '../simulator.ts';
import { graphError, hash, pageOf, pick, timestamp } from '../shared/graph.ts';
import { called, callerOf, type Media, type State } from './state.ts';

export function readRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'own_threads',
      method: 'get',
      path: '/v1.0/:account/threads',
      account,
      answer: (exchange) =>
        called(world, exchange, 'threads_basic', ({ id }) => {
          const since = Number(exchange.url.searchParams.get('since') ?? 0) * 1000;
          const own = Object.values(world.state.media)
            .filter((media) => media.account === id && media.at >= since)
            .toReversed();
          return pageOf(
            exchange,
            'ThreadsMedia',
            own.map((media) => fieldsOf(world, media)),
          );
        }),
    },
    {
      call: 'media_node',
      method: 'get',
      path: '/v1.0/:id',
      account,
      answer: (exchange) =>
        called(world, exchange, 'threads_basic', (account) => {
          const id = exchange.params['id'] ?? '';
          const media = world.state.media[id];
          return media?.account === account.id
            ? pick(exchange, 'ThreadsMedia', fieldsOf(world, media))
            : unknownContainer(id);
        }),
    },
  ];
}

function fieldsOf(world: World<State>, media: Media): { id: string; [field: string]: Json | undefined } {
  return {
    id: media.id,
    media_product_type: 'THREADS',
    media_type: readType(media),
    text: media.text === '' ? undefined : media.text,
    permalink: permalinkOf(world, media),
    shortcode: shortcodeOf(media),
    username: world.state.accounts[media.account]?.username,
    timestamp: timestamp(media.at),
  };
}

export function readType({ type }: Media): string {
  return type === 'TEXT' ? 'TEXT_POST' : type;
}

function shortcodeOf({ id }: Media): string {
  return `D${hash(id).slice(0, 10)}`;
}

export function permalinkOf(world: World<State>, media: Media): string {
  const username = world.state.accounts[media.account]?.username ?? '';
  return `https://www.threads.com/@${username}/post/${shortcodeOf(media)}`;
}

/** One answer for what is not ready, not there and published already. */
export function unknownContainer(id: string): Response {
  return graphError(400, { code: 24, subcode: 4279009 }, 'The requested resource does not exist', {
    title: 'Media Not Found',
    message: `The media with id ${id} cannot be found.`,
  });
}
