/** Reading an account and its media, page by page, and whatever has an id. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { followersAt } from '../numbers/curve.ts';
import { Edge, edgeResponse, Node, nodeResponse } from '../meta/fields.ts';
import { missing, refusal } from './errors.ts';
import { facebookMe } from './facebook-login.ts';
import { mediaNode, pick } from './media-fields.ts';
import { isOver } from './live.ts';
import { peopleNode } from './people.ts';
import { type Account, HOUR, loginIdOf, type State } from './state.ts';

import { called, callerOf } from './tokens.ts';

const DAY = 24 * HOUR;

export function readRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'me',
      method: 'get',
      path: '/:version/me',
      account: (exchange) => callerOf(world, exchange),
      answer: (exchange) =>
        facebookMe(world, exchange) ??
        called(world, exchange, ({ id, username, name }) =>
          pick(exchange, 'User', {
            id: loginIdOf(id),
            user_id: id,
            username,
            name,
            account_type: 'BUSINESS',
            profile_picture_url: null,
            followers_count: followersAt(id, world.now()),
            media_count: Object.values(world.state.media).filter(({ account }) => account === id).length,
          }),
        ),
    },
    {
      call: 'own_media',
      method: 'get',
      path: '/:version/:account/media',
      account,
      answer: (exchange) => called(world, exchange, ({ id }) => listMedia(world, id, exchange)),
    },
    {
      call: 'own_stories',
      method: 'get',
      path: '/:version/:account/stories',
      account,
      answer: (exchange) => called(world, exchange, ({ id }) => listStories(world, id, exchange)),
    },
    {
      call: 'live_media',
      method: 'get',
      path: '/:version/:account/live_media',
      account,
      answer: (exchange) => called(world, exchange, ({ id }) => listBroadcasts(world, id, exchange)),
    },
    {
      call: ({ params }) => nodeKind(world, params['id'] ?? ''),
      method: 'get',
      path: '/:version/:id',
      account,
      answer: (exchange) =>
        called(world, exchange, (account) => {
          const id = exchange.params['id'] ?? '';
          const media = world.state.media[id];
          const node =
            media?.account === account.id && !isOver(media)
              ? mediaNode(world, media)
              : id === account.id
                ? accountNode(world, account)
                : peopleNode(world, account.id, id);
          if (node instanceof Response) return node;
          return node ? nodeResponse(exchange, node, refusal) : missing(id);
        }),
    },
  ];
}

function nodeKind({ state }: World<State>, id: string): string {
  if (state.people.comments[id]) return 'comment_node';
  if (state.people.conversations[id]) return 'conversation';
  if (state.people.messages[id]) return 'message';
  return state.people.persons[id] ? 'profile' : 'media_node';
}

function accountNode(world: World<State>, { id, username, name }: Account): Node {
  const figures = {
    profile_picture_url: undefined,
    followers_count: followersAt(id, world.now()),
    media_count: Object.values(world.state.media).filter(({ account }) => account === id).length,
  };
  return new Node('IGUser', { id, username, name, ...figures });
}

/** Stories of the last day, newest first. The list takes no times. */
function listStories(world: World<State>, account: string, exchange: Exchange): Response {
  const own = Object.values(world.state.media)
    .filter((media) => media.account === account && media.isStory && world.now() - media.at < DAY)
    .toReversed();
  return edgeResponse(
    exchange,
    Edge.of(own, (media) => mediaNode(world, media)),
    refusal,
  );
}

/** The broadcast of this moment: one that is over is in no list. */
function listBroadcasts(world: World<State>, account: string, exchange: Exchange): Response {
  const own = Object.values(world.state.media).filter(
    (media) => media.account === account && media.live?.endedAt === null,
  );
  return edgeResponse(
    exchange,
    Edge.of(own, (media) => mediaNode(world, media)),
    refusal,
  );
}

/** Newest first. The medium of an ad is in no list, stories and broadcasts have one of their own. */
function listMedia(world: World<State>, account: string, exchange: Exchange): Response {
  const since = Number(exchange.url.searchParams.get('since') ?? 0) * 1000;
  const own = Object.values(world.state.media)
    .filter(
      (media) => media.account === account && media.at >= since && !media.ad && !media.isStory && !media.live,
    )
    .toReversed()
    .sort((a, b) => b.at - a.at);
  return edgeResponse(
    exchange,
    Edge.of(own, (media) => mediaNode(world, media)),
    refusal,
  );
}
