/** Own posts, as they are read. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { Edge, edgeResponse, nodeResponse } from '../meta/fields.ts';
import { livingComment } from '../meta/state.ts';
import { graphError } from '../shared/graph.ts';
import { mediaNode } from './insights.ts';
import { unknownContainer } from './media-fields.ts';
import { replyNode } from './replies.ts';
import { called, callerOf, type State } from './state.ts';

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
            .filter((media) => media.account === id && media.at >= since && !media.replyTo)
            .toReversed()
            .sort((a, b) => b.at - a.at);
          return edgeResponse(
            exchange,
            Edge.of(own, (media) => mediaNode(world, media)),
            graphError,
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
          const reply = livingComment(world, account.id, id);
          if (reply) return nodeResponse(exchange, replyNode(world, reply), graphError);
          return media?.account === account.id
            ? nodeResponse(exchange, mediaNode(world, media), graphError)
            : unknownContainer(id);
        }),
    },
  ];
}
