/** Replies, the comments of Threads: read, answered by publishing, hidden; people are known by their handle alone. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { type CommentSide, removeComment } from '../meta/comments.ts';
import { Edge, edgeResponse, Node } from '../meta/fields.ts';
import { type Comment, commentsBelow, livingComment, repliesTo } from '../meta/state.ts';
import { graphError, idDigits, inputOf, textOf, timestamp } from '../shared/graph.ts';
import { postsFor } from './elsewhere.ts';
import { sendEvent } from './events.ts';
import { permalinkOf, shortcodeOf, unknownContainer } from './media-fields.ts';
import { called, callerOf, type State } from './state.ts';

const READ = 'threads_read_replies';
const MANAGE = 'threads_manage_replies';
const DELETE = 'threads_delete';

export function replySide(world: World<State>): CommentSide {
  return {
    isDeep: true,
    takesPictures: true,
    posts: (account) => postsFor(world, account),
    hasPost: (account, post) => world.state.media[post]?.account === account,
    commentId: () => `180${idDigits(world.nextNumber())}`,
    // an edit, a like and a person's own deletion are not told
    tell: (comment, change) => {
      if (change === 'add') sendEvent(world, comment.account, 'replies', replyItem(world, comment));
    },
  };
}

export function replyRoutes(world: World<State>): Route[] {
  const account = (exchange: Exchange) => callerOf(world, exchange);
  const idIn = ({ params }: Exchange) => params['id'] ?? '';
  const list = (edge: 'replies' | 'conversation'): Route => ({
    call: edge,
    method: 'get',
    path: `/v1.0/:id/${edge}`,
    account,
    answer: (exchange) =>
      called(world, exchange, READ, (account) => {
        const id = idIn(exchange);
        const found = ['me', account.id].includes(id)
          ? ownReplies(world, account.id)
          : below(world, account.id, id, edge);
        if (!found) return unknownContainer(id);
        const ordered = exchange.url.searchParams.get('reverse') === 'false' ? found : found.toReversed();
        return edgeResponse(
          exchange,
          Edge.of(ordered, (reply) => replyNode(world, reply)),
          graphError,
        );
      }),
  });
  return [
    list('replies'),
    list('conversation'),
    {
      call: 'manage_reply',
      method: 'post',
      path: '/v1.0/:id/manage_reply',
      account,
      answer: (exchange) =>
        called(world, exchange, MANAGE, async (account) => {
          const reply = livingComment(world, account.id, idIn(exchange));
          if (!reply) return unknownContainer(idIn(exchange));
          const input = await inputOf(exchange);
          const wanted = typeof input['hide'] === 'boolean' ? String(input['hide']) : textOf(input, 'hide');
          if (wanted !== 'true' && wanted !== 'false') {
            return graphError(400, { code: 100 }, 'The parameter hide is required');
          }
          if (reply.parent !== null)
            return graphError(400, { code: 100 }, 'Only top-level replies can be hidden.');
          reply.hidden = wanted === 'true';
          return Response.json({ success: true });
        }),
    },
    {
      call: 'delete',
      method: 'delete',
      path: '/v1.0/:id',
      account,
      answer: (exchange) =>
        called(world, exchange, DELETE, (account) => remove(world, account.id, idIn(exchange))),
    },
  ];
}

/** Own posts and own replies. Replies of others can only be hidden. */
function remove(world: World<State>, account: string, id: string): Response {
  const reply = livingComment(world, account, id);
  if (reply && reply.by !== null) {
    return graphError(403, { code: 10 }, '(#10) Application does not have permission for this action');
  }
  if (world.state.media[id]?.account !== account) return unknownContainer(id);
  const at = world.now();
  if (reply) removeComment(world, replySide(world), reply, null);
  delete world.state.media[id];
  const owner = { owner_id: account };
  sendEvent(world, account, 'delete', { id, owner, deleted_at: timestamp(at), timestamp: timestamp(at) });
  return Response.json({ success: true, deleted_id: id });
}

/** Oldest first; null if there is no such post or reply. */
function below(world: World<State>, account: string, id: string, edge: string): Comment[] | null {
  const reply = livingComment(world, account, id);
  const media = world.state.media[id];
  if (!reply && media?.account !== account) return null;
  const all = commentsBelow(world, reply?.post ?? id);
  if (edge === 'conversation' && !reply) return all;
  return all.filter(({ parent }) => parent === (reply?.id ?? null));
}

function ownReplies(world: World<State>, account: string): Comment[] {
  return Object.values(world.state.people.comments).filter(
    (reply) => reply.account === account && reply.by === null && !reply.deleted,
  );
}

export function replyNode(world: World<State>, reply: Comment): Node {
  const { id, text, at, by, post, parent, account } = reply;
  const hasReplies = repliesTo(world, id).length > 0;
  const username = authorOf(world, reply);
  return new Node('ThreadsMedia', {
    id,
    text,
    username,
    timestamp: timestamp(at),
    permalink: replyLink(world, reply),
    shortcode: shortcodeOf({ id }),
    media_product_type: 'THREADS',
    media_type: typeOf(reply),
    media_url: reply.pictureUrl,
    thumbnail_url: undefined,
    children: undefined,
    alt_text: undefined,
    owner: by === null ? new Node('ThreadsUser', { id: account }) : undefined,
    is_quote_post: false,
    has_replies: hasReplies,
    is_reply: true,
    is_reply_owned_by_me: by === null,
    root_post: new Node('ThreadsMedia', { id: post }),
    replied_to: new Node('ThreadsMedia', { id: parent ?? post }),
    hide_status: isHidden(world, reply) ? 'HIDDEN' : 'NOT_HUSHED',
    reply_audience: 'EVERYONE',
  });
}

const typeOf = ({ pictureUrl }: Comment) => (pictureUrl === undefined ? 'TEXT_POST' : 'IMAGE');

/** What is below a hidden reply is hidden with it. */
function isHidden({ state }: World<State>, reply: Comment): boolean {
  for (let one: Comment | undefined = reply; one; one = state.people.comments[one.parent ?? '']) {
    if (one.hidden) return true;
  }
  return false;
}

function replyItem(world: World<State>, reply: Comment) {
  const { id, text, at, post, parent, account } = reply;
  const username = world.state.accounts[account]?.username ?? '';
  return {
    id,
    ...(world.webhooks.manner().withoutFrom ? {} : { username: authorOf(world, reply) }),
    text,
    media_type: typeOf(reply),
    permalink: replyLink(world, reply),
    replied_to: { id: parent ?? post },
    root_post: { id: post, owner_id: account, username },
    shortcode: shortcodeOf({ id }),
    timestamp: timestamp(at),
  };
}

function authorOf({ state }: World<State>, { by, account }: Comment): string {
  return (by === null ? state.accounts[account]?.username : state.people.persons[by]?.username) ?? '';
}

function replyLink(world: World<State>, reply: Comment): string {
  const media = world.state.media[reply.id];
  if (media) return permalinkOf(world, media);
  return `https://www.threads.com/@${authorOf(world, reply)}/post/${shortcodeOf(reply)}`;
}
