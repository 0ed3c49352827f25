/** Reading an account and its media, page by page. */
import type { Json } from '../../machines/outcome.ts';
import type { Exchange, Route, World } from '../simulator.ts';
import { missing } from './errors.ts';
import { fieldsOf, pick, picked } from './media-fields.ts';
import type { State } from './state.ts';
import { called, callerOf } from './tokens.ts';

export function readRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'own_media',
      method: 'get',
      path: '/:version/:account/media',
      account,
      answer: (exchange) => called(world, exchange, ({ id }) => listMedia(world, id, exchange)),
    },
    {
      call: 'media_node',
      method: 'get',
      path: '/:version/:id',
      account,
      answer: (exchange) =>
        called(world, exchange, (account) => {
          const id = exchange.params['id'] ?? '';
          const media = world.state.media[id];
          return media?.account === account.id ? pick(exchange, 'Media', fieldsOf(media)) : missing(id);
        }),
    },
  ];
}

function listMedia(world: World<State>, account: string, exchange: Exchange): Response {
  const { searchParams, origin, pathname } = exchange.url;
  const limit = Math.min(100, Number(searchParams.get('limit') ?? 25));
  const since = Number(searchParams.get('since') ?? 0) * 1000;
  const after = searchParams.get('after');
  const newestFirst = Object.values(world.state.media)
    .filter((media) => media.account === account && media.at >= since)
    .toReversed();
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => cursorOf(id) === after) + 1;
  const page = newestFirst.slice(start, start + limit);
  const data: Json[] = [];
  for (const media of page) {
    const row = picked(exchange, 'Media', fieldsOf(media));
    if (row instanceof Response) return row;
    data.push(row);
  }
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return Response.json({ data });
  const next = new URL(`${origin}${pathname}?${searchParams.toString()}`);
  next.searchParams.delete('access_token');
  next.searchParams.set('after', cursorOf(last.id));
  const more = start + limit < newestFirst.length ? { next: next.href } : {};
  return Response.json({
    data,
    paging: { cursors: { before: cursorOf(first.id), after: cursorOf(last.id) }, ...more },
  });
}

function cursorOf(id: string): string {
  return Buffer.from(`QVF${id}`).toString('base64url');
}
