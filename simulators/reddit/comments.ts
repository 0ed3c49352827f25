/** Comments below submissions: written, and listed newest first. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { escaped, refused } from './posts.ts';
import { authorize, callerIn, type Comment, refusal, type State } from './state.ts';

const MAX_TEXT = 10_000;
const MAX_IN_LIST = 500;

export function commentRoutes(world: World<State>): Route[] {
  const account = callerIn(world);
  return [
    {
      call: 'POST /api/comment',
      method: 'post',
      path: '/oauth/api/comment',
      account,
      answer: async ({ request }) => {
        const grant = authorize(world, request, 'submit');
        if (grant instanceof Response) return grant;
        return comment(world, grant.accountId, new URLSearchParams(await request.text()));
      },
    },
    {
      call: 'GET /comments/:id',
      method: 'get',
      path: '/oauth/comments/:id',
      account,
      answer: (exchange) => {
        const grant = authorize(world, exchange.request, 'read');
        return grant instanceof Response ? grant : list(world, exchange);
      },
    },
  ];
}

function comment(world: World<State>, accountId: string, form: URLSearchParams): Response {
  const text = form.get('text') ?? '';
  const parent = form.get('thing_id') ?? '';
  const { posts, comments } = world.state;
  if (text.trim() === '') return refused('NO_TEXT', 'we need something here', 'text');
  if (Array.from(text).length > MAX_TEXT)
    return refused('TOO_LONG', `this is too long (max: ${MAX_TEXT})`, 'text');
  const isThere =
    posts.some(({ id }) => parent === `t3_${id}`) || comments.some(({ id }) => parent === `t1_${id}`);
  if (!isThere) return refused('DELETED_LINK', 'the link you are commenting on has been deleted', 'parent');
  const made: Comment = {
    id: (2_000_000 + world.nextNumber()).toString(36),
    accountId,
    parent,
    at: world.now(),
    text,
  };
  comments.push(made);
  const name = `t1_${made.id}`;
  world.record({ account: `t2_${accountId}`, id: name, text, media: [], details: { commentOn: parent } });
  const things = [{ kind: 't1', data: bodyOf(world, made, true) }];
  return Response.json({ json: { errors: [], data: { things } } });
}

function list(world: World<State>, { params, url }: Exchange): Response {
  const post = world.state.posts.find(({ id }) => id === params['id']);
  if (!post) return refusal(404, 'Not Found');
  const limit = Math.min(Number(url.searchParams.get('limit') ?? 200), MAX_IN_LIST);
  const isRaw = url.searchParams.get('raw_json') === '1';
  const all = world.state.comments.filter(({ parent }) => parent === `t3_${post.id}`).toReversed();
  const shown = all.slice(0, limit).map((one) => ({ kind: 't1', data: bodyOf(world, one, isRaw) }));
  const left = all.slice(limit).map(({ id }) => id);
  const more = left.length === 0 ? [] : [{ kind: 'more', data: { count: left.length, children: left } }];
  const listing = (children: object[]) => ({ kind: 'Listing', data: { after: null, children } });
  const top = { kind: 't3', data: { id: post.id, name: `t3_${post.id}`, title: post.title } };
  return Response.json([listing([top]), listing([...shown, ...more])]);
}

function bodyOf({ state }: World<State>, { id, accountId, parent, at, text }: Comment, isRaw: boolean) {
  return {
    id,
    name: `t1_${id}`,
    author: state.accounts[accountId]?.name ?? '[deleted]',
    body: isRaw ? text : escaped(text),
    parent_id: parent,
    link_id: parent,
    created_utc: Math.floor(at / 1000),
    score: 1,
    replies: '',
  };
}
