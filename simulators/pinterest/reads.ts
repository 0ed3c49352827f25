/** Reading accounts, boards and pins, page by page. */
import { followersAt } from '../numbers/curve.ts';
import type { Route, World } from '../simulator.ts';
import { call } from './callers.ts';
import { refusal } from './errors.ts';
import { pinBody, timeOf } from './pin-body.ts';
import type { State } from './state.ts';

export function readRoutes(world: World<State>): Route[] {
  const { state } = world;
  return [
    call(world, {
      call: 'user_account/get',
      method: 'get',
      path: '/api/v5/user_account',
      scopes: ['user_accounts:read'],
      answer: ({ id, username }) =>
        Response.json({
          id,
          username,
          account_type: 'BUSINESS',
          profile_image: 'https://i.pinimg.com/280x280_RS/sandbox.jpg',
          website_url: '',
          business_name: username,
          about: '',
          follower_count: followersAt(id, world.now()),
          following_count: 5,
          pin_count: Object.values(state.pins).filter(({ account }) => account === id).length,
          board_count: Object.values(state.boards).filter(({ account }) => account === id).length,
          monthly_views: 900,
        }),
    }),
    call(world, {
      call: 'boards/list',
      method: 'get',
      path: '/api/v5/boards',
      scopes: ['boards:read'],
      answer: ({ id, username }, { url }) => {
        const boards = Object.values(state.boards).filter(({ account }) => account === id);
        return page(url, boards, (board) => ({
          id: board.id,
          name: board.name,
          description: '',
          privacy: board.privacy,
          owner: { username },
          pin_count: Object.values(state.pins).filter((pin) => pin.board === board.id).length,
          follower_count: 1,
          created_at: timeOf(board.at),
        }));
      },
    }),
    call(world, {
      call: 'boards/list_pins',
      method: 'get',
      path: '/api/v5/boards/:board/pins',
      scopes: ['boards:read', 'pins:read'],
      answer: (account, { params, url }) => {
        const board = state.boards[params['board'] ?? ''];
        if (!board) return refusal(404, 40, 'Board not found.');
        if (board.account !== account.id) return refusal(403, 7, 'Not authorized to access board or Pin.');
        const newestFirst = Object.values(state.pins)
          .filter((pin) => pin.board === board.id)
          .toReversed();
        return page(url, newestFirst, (pin) => pinBody(account, pin));
      },
    }),
    call(world, {
      call: 'pins/get',
      method: 'get',
      path: '/api/v5/pins/:pin',
      scopes: ['boards:read', 'pins:read'],
      answer: (account, { params }) => {
        const pin = state.pins[params['pin'] ?? ''];
        return pin?.account === account.id
          ? Response.json(pinBody(account, pin))
          : refusal(404, 50, 'Pin not found.');
      },
    }),
  ];
}

function page<T extends { id: string }>(url: URL, all: T[], bodyOf: (one: T) => object): Response {
  const size = Number(url.searchParams.get('page_size') ?? 25);
  if (!Number.isInteger(size) || size < 1 || size > 250) {
    return refusal(400, 1, `Invalid request: 'page_size' ${size} is not between 1 and 250.`);
  }
  const bookmark = url.searchParams.get('bookmark');
  const start = bookmark === null ? 0 : all.findIndex(({ id }) => bookmarkOf(id) === bookmark) + 1;
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  const more = start + size < all.length && last !== undefined;
  return Response.json({ items: items.map(bodyOf), bookmark: more ? bookmarkOf(last.id) : null });
}

function bookmarkOf(id: string): string {
  return Buffer.from(`after ${id}`).toString('base64url');
}
