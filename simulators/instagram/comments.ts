/** Comments below the account's media: read, answered, hidden, deleted; and what the app hears of them. */
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { addComment, type CommentSide, removeComment } from '../meta/comments.ts';
import type { Dialect } from '../meta/dialect.ts';
import { Edge, edgeResponse, Node } from '../meta/fields.ts';
import { type Comment, commentsBelow, livingComment, repliesTo } from '../meta/state.ts';
import { receives } from '../meta/subscriptions.ts';
import { timestamp } from '../shared/graph.ts';
import { postsFor } from './elsewhere.ts';
import { missing, refusal } from './errors.ts';
import { type Input, isTrue, textOf } from './input.ts';
import { isOver } from './live.ts';
import { childOf, typesOf } from './media-fields.ts';
import { idDigits, type State } from './state.ts';

/** The documentation says 50 a page. */
const LIMITS = { usual: 25, most: 50 };

export function commentSide(world: World<State>, dialect: Dialect): CommentSide {
  return {
    posts: (account) => postsFor(world, account),
    hasPost: (account, post) => world.state.media[post]?.account === account,
    isOver: (post) => dialect.isOver?.(post) === true,
    commentId: () => `178${idDigits(world.nextNumber())}`,
    tell: (comment, change) => {
      // nobody saw an event for an edited, deleted, hidden or liked comment
      if (change === 'add') tellComment(world, dialect, comment);
    },
  };
}

export function commentRoutes(world: World<State>, dialect: Dialect, side: CommentSide): Route[] {
  const { comments: scope } = dialect.scopes;
  const at = (
    call: string,
    method: Route['method'],
    path: string,
    respond: (exchange: Exchange, account: string, input: Input) => Response,
  ): Route => ({
    call,
    method,
    path,
    account: ({ params }) => ownerOf(world, params['id'] ?? ''),
    answer: (exchange) => dialect.enter(exchange, scope, ({ id }, input) => respond(exchange, id, input)),
  });
  const idIn = ({ params }: Exchange) => params['id'] ?? '';
  return [
    at('comments', 'get', '/:version/:id/comments', (exchange, account) => {
      const media = world.state.media[idIn(exchange)];
      if (media?.account !== account || isOver(media)) return missing(idIn(exchange));
      const top = commentsBelow(world, media.id).filter(({ parent }) => parent === null);
      return edgeResponse(exchange, newestFirst(world, top), refusal);
    }),
    at('replies', 'get', '/:version/:id/replies', (exchange, account) => {
      const comment = livingComment(world, account, idIn(exchange));
      if (!comment) return missing(idIn(exchange));
      return edgeResponse(exchange, newestFirst(world, repliesTo(world, comment.id)), refusal);
    }),
    at('comments/post', 'post', '/:version/:id/comments', (exchange, account, input) => {
      const media = world.state.media[idIn(exchange)];
      if (media?.account !== account) return missing(idIn(exchange));
      return write(exchange, input, (text) =>
        addComment(world, side, { account, post: media.id, parent: null, text, by: null }),
      );
    }),
    at('replies/post', 'post', '/:version/:id/replies', (exchange, account, input) => {
      const parent = livingComment(world, account, idIn(exchange));
      if (!parent) return missing(idIn(exchange));
      // one level only, and nothing below what is hidden: the codes of both are not known
      if (parent.parent !== null) return refusal(400, { code: 100 }, '(#100) A reply cannot be replied to.');
      if (world.state.media[parent.post]?.live)
        return refusal(400, { code: 100 }, '(#100) A comment on a live video cannot be replied to.');
      if (parent.hidden) return refusal(400, { code: 100 }, '(#100) A hidden comment cannot be replied to.');
      return write(exchange, input, (text) =>
        addComment(world, side, { account, post: parent.post, parent, text, by: null }),
      );
    }),
    at('hide', 'post', '/:version/:id', (exchange, account, input) => {
      const comment = livingComment(world, account, idIn(exchange));
      return comment ? setHidden(comment, input) : missing(idIn(exchange));
    }),
    at('delete', 'delete', '/:version/:id', (exchange, account) => {
      const comment = livingComment(world, account, idIn(exchange));
      if (!comment) return missing(idIn(exchange));
      removeComment(world, side, comment, null);
      return Response.json({ success: true });
    }),
  ];
}

/** The comment is made first: `fields` in the address then spoil the response, and a retry would double it. */
function write(exchange: Exchange, input: Input, make: (text: string) => Comment): Response {
  const text = textOf(input, 'message');
  if (text === '') return refusal(400, { code: 100 }, '(#100) The parameter message is required');
  const { id } = make(text);
  if (!exchange.url.searchParams.has('fields')) return Response.json({ id });
  return refusal(400, { code: 20, subcode: 1_772_107 }, 'Cannot comment');
}

function setHidden(comment: Comment, input: Input): Response {
  if (input['hide'] === undefined)
    return refusal(400, { code: 100 }, '(#100) The parameter hide is required');
  // the account's own comments stay visible: only a document says so
  if (comment.by !== null) comment.hidden = isTrue(input, 'hide');
  return Response.json({ success: true });
}

function ownerOf({ state }: World<State>, id: string): string | null {
  return state.media[id]?.account ?? state.people.comments[id]?.account ?? null;
}

function newestFirst(world: World<State>, comments: Comment[]): Edge {
  return Edge.of(comments.toReversed(), (comment) => commentNode(world, comment), LIMITS);
}

export function commentNode(world: World<State>, comment: Comment): Node {
  const { id, text, at, likes, hidden, parent } = comment;
  const from = authorOf(world, comment);
  const media = world.state.media[comment.post];
  const types = media && typesOf(media);
  return new Node(
    'IGComment',
    {
      id,
      text,
      timestamp: timestamp(at),
      username: from.username,
      from: new Node('IGCommentFromUser', from, ['id', 'username']),
      like_count: likes.length,
      hidden,
      parent_id: parent ?? undefined,
      media: media && new Node('IGMedia', { id: media.id, ...types }, ['id', 'media_product_type']),
      user: comment.by === null ? { id: comment.account } : undefined,
      replies: newestFirst(world, parent === null ? repliesTo(world, comment.id) : []),
    },
    ['id', 'text', 'timestamp'],
  );
}

function authorOf({ state }: World<State>, comment: Comment): { id: string; username: string } {
  const person = comment.by === null ? undefined : state.people.persons[comment.by];
  if (person) return { id: person.id, username: person.username };
  return { id: comment.account, username: state.accounts[comment.account]?.username ?? '' };
}

/** Own comments and replies come too; only they carry the id that the account has as a person. */
function tellComment(world: World<State>, dialect: Dialect, comment: Comment): void {
  const { account, id, text, parent, post } = comment;
  const field = world.state.media[post]?.live ? 'live_comments' : dialect.fields.comment;
  if (!receives(world, dialect, account, field)) return;
  const own: { [name: string]: Json } =
    comment.by === null ? { self_ig_scoped_id: `178999${account.slice(6)}` } : {};
  const from = { ...authorOf(world, comment), ...own };
  const value: { [name: string]: Json } = {
    ...(world.webhooks.manner().withoutFrom ? {} : { from }),
    media: mediaItem(world, post),
    id,
    ...(parent === null ? {} : { parent_id: parent }),
    text,
  };
  world.webhooks.send({
    account,
    object: dialect.object,
    family: 'changes',
    entry: { id: account, time: Math.floor(world.now() / 1000), changes: [{ value, field }] },
  });
}

/** A comment on a carousel names one of its items, one on an ad names the ad's own medium and what it was made of. */
function mediaItem(world: World<State>, post: string): { [name: string]: Json } {
  const media = world.state.media[post];
  if (!media) return { id: post };
  if (media.ad) {
    const { id, title, original } = media.ad;
    return {
      id: media.id,
      media_product_type: 'AD',
      ad_id: id,
      ad_title: title,
      original_media_id: original,
    };
  }
  return { id: childOf(media) ?? media.id, media_product_type: typesOf(media).media_product_type };
}
