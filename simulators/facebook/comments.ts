/** Comments below a Page's posts: read, answered, hidden, deleted, liked; and what the app hears of them. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { addComment, type CommentSide, removeComment } from '../meta/comments.ts';
import type { Dialect } from '../meta/dialect.ts';
import { Edge, edgeResponse, Node } from '../meta/fields.ts';
import { type Comment, commentsBelow, DAY, livingComment, repliesTo } from '../meta/state.ts';
import { graphError, idDigits, type Input, missing, textOf, timestamp } from '../shared/graph.ts';
import { postsFor } from './elsewhere.ts';
import { tellComment } from './feed-events.ts';
import { type Post, READ, type State } from './state.ts';

const PRIVATE_REPLY_MS = 7 * DAY;

export function commentSide(world: World<State>, dialect: Dialect): CommentSide {
  return {
    takesPictures: true,
    posts: (account) => postsFor(world, account),
    hasPost: (account, post) => world.state.posts[post]?.page === account,
    commentId: (post) => `${post.split('_')[1]}_${idDigits(world.nextNumber())}`,
    tell: (comment, change, by) => tellComment(world, dialect, { comment, change, by }),
  };
}

export function commentRoutes(world: World<State>, dialect: Dialect, side: CommentSide): Route[] {
  const at = (
    call: string,
    method: Route['method'],
    path: string,
    respond: (exchange: Exchange, page: string, input: Input) => Response,
  ): Route => ({
    call,
    method,
    path,
    account: ({ params }) => ownerOf(world, params['id'] ?? ''),
    answer: (exchange) =>
      dialect.enter(exchange, method === 'get' ? READ : dialect.scopes.comments, ({ id }, input) =>
        respond(exchange, id, input),
      ),
  });
  const commentIn = ({ params }: Exchange, page: string) => livingComment(world, page, params['id'] ?? '');
  const gone = ({ params }: Exchange) => missing(params['id'] ?? '');
  return [
    at('comments', 'get', '/:version/:id/comments', (exchange, page) => {
      const post = postOf(world, page, exchange.params['id'] ?? '');
      if (post) return listComments(world, exchange, commentsBelow(world, post.id), null);
      const comment = commentIn(exchange, page);
      return comment
        ? listComments(world, exchange, commentsBelow(world, comment.post), comment.id)
        : gone(exchange);
    }),
    at('comments/post', 'post', '/:version/:id/comments', (exchange, page, input) => {
      const post = postOf(world, page, exchange.params['id'] ?? '')?.id;
      const parent = commentIn(exchange, page) ?? null;
      const below = post ?? parent?.post;
      return below === undefined
        ? gone(exchange)
        : write(exchange, input, { account: page, post: below, parent }, (of) => addComment(world, side, of));
    }),
    at('hide', 'post', '/:version/:id', (exchange, page, input) => {
      const comment = commentIn(exchange, page);
      return comment ? setHidden(side, comment, input) : gone(exchange);
    }),
    at('delete', 'delete', '/:version/:id', (exchange, page) => {
      const comment = commentIn(exchange, page);
      if (!comment) return gone(exchange);
      removeComment(world, side, comment, null);
      return Response.json({ success: true });
    }),
    ...(['post', 'delete'] as const).map((method) =>
      at(`likes/${method}`, method, '/:version/:id/likes', (exchange, page) => {
        const comment = commentIn(exchange, page);
        if (!comment) return gone(exchange);
        comment.likes = comment.likes.filter((who) => who !== page);
        if (method === 'post') comment.likes.push(page);
        return Response.json({ success: true });
      }),
    ),
  ];
}

/** The comment is made first: `fields` in the address then spoil the response, and a retry would double it. */
function write(
  exchange: Exchange,
  input: Input,
  at: { account: string; post: string; parent: Comment | null },
  make: (of: typeof at & { text: string; by: null }) => Comment,
): Response {
  // two levels: which code a third one has is not known
  if (at.parent && at.parent.parent !== null) {
    return graphError(400, { code: 100 }, '(#100) A reply cannot be replied to.');
  }
  const text = textOf(input, 'message');
  if (text === '') return graphError(400, { code: 100 }, '(#100) The parameter message is required');
  const { id } = make({ ...at, text, by: null });
  if (!exchange.url.searchParams.has('fields')) return Response.json({ id });
  return graphError(400, { code: 20, subcode: 1_772_107 }, 'Cannot comment');
}

function setHidden(side: CommentSide, comment: Comment, input: Input): Response {
  const { is_hidden: wanted } = input;
  if (wanted === undefined) {
    return graphError(400, { code: 100 }, '(#100) The parameter is_hidden is required');
  }
  if (comment.by === null) return graphError(400, { code: 100 }, '(#100) The comment cannot be hidden.');
  const hidden = wanted === true || wanted === 'true' || wanted === '1';
  if (comment.hidden !== hidden) {
    comment.hidden = hidden;
    side.tell(comment, hidden ? 'hide' : 'unhide', null);
  }
  return Response.json({ success: true });
}

/** By its id, with the Page before it or without, or by the id of its video. */
function postOf({ state }: World<State>, page: string, id: string): Post | undefined {
  const post = state.posts[id] ?? state.posts[`${page}_${id}`] ?? state.posts[state.videos[id]?.post ?? ''];
  return post?.page === page ? post : undefined;
}

function ownerOf({ state }: World<State>, id: string): string | null {
  return state.posts[id]?.page ?? state.people.comments[id]?.account ?? null;
}

/** @param below a comment: replies to it. Null means the post's; `filter=stream` shows every level, else the top one */
function listComments(
  world: World<State>,
  exchange: Exchange,
  all: Comment[],
  below: string | null,
): Response {
  const { searchParams } = exchange.url;
  const isStream = below === null && searchParams.get('filter') === 'stream';
  const found = all.filter(({ parent }) => isStream || parent === below);
  const ordered = searchParams.get('order') === 'reverse_chronological' ? found.toReversed() : found;
  return edgeResponse(
    exchange,
    Edge.of(ordered, (comment) => commentNode(world, comment)),
    graphError,
  );
}

export function commentNode(world: World<State>, comment: Comment): Node {
  const { id, text, at, likes, hidden, parent, post, by } = comment;
  const replies = repliesTo(world, id);
  const person = by === null ? undefined : world.state.people.persons[by];
  const isFresh = world.now() - at < PRIVATE_REPLY_MS;
  return new Node(
    'Comment',
    {
      id,
      message: text,
      created_time: timestamp(at),
      from: authorOf(world, comment) ?? undefined,
      parent: parent === null ? undefined : new Node('Comment', { id: parent }),
      like_count: likes.length,
      comment_count: replies.length,
      is_hidden: hidden,
      can_hide: by !== null,
      can_remove: true,
      can_comment: parent === null,
      can_reply_privately: person !== undefined && comment.privateReply === null && isFresh,
      permalink_url: `https://www.facebook.com/${post}?comment_id=${id.split('_')[1]}`,
      attachment: attachmentOf(comment),
      user_likes: likes.includes(comment.account),
      object: new Node('Post', { id: post }),
      comments: Edge.of(replies, (reply) => commentNode(world, reply)),
    },
    ['id', 'message', 'created_time', 'from'],
  );
}

function attachmentOf({ pictureUrl: src, post }: Comment): Node | undefined {
  if (src === undefined) return undefined;
  const url = `https://www.facebook.com/photo/?fbid=${post.split('_')[1]}`;
  const fields = { type: 'photo', url, media: { image: { src, height: 720, width: 720 } } };
  return new Node('StoryAttachment', { ...fields, target: { id: post, url } }, Object.keys(fields));
}

/** Null means a private person: Pages do not get their name. */
function authorOf({ state }: World<State>, { by, account }: Comment): { id: string; name: string } | null {
  if (by === null) return { id: account, name: state.pages[account]?.name ?? '' };
  const person = state.people.persons[by];
  return person && !person.isPrivate ? { id: person.id, name: person.name } : null;
}
