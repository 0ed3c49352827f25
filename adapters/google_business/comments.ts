/**
 * Reviews of a location, which are comments with a rating (Business Profile APIs, "Work with review data"). They stand
 * below the location itself, so its id is their `networkPostId`; posts take no comments. A review has one reply, whose id
 * here is the review's with `:reply` behind it: Google gives it none, and a second reply replaces the first.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { changeProblem, readProblem } from '../lib/read-problem.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Comment, CommentsPort } from '../port/comments.ts';
import { readError } from './errors.ts';
import { replyRequest, reviewRequest, reviewsRequest } from './request.ts';

/** The most that Google gives on a page. */
const PER_PAGE = 50;
const OWN_REPLY = ':reply';
const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'];

export const comments: CommentsPort = {
  async list(step) {
    const { account, networkPostId, cursor, fetch, signal } = step;
    if (networkPostId !== null && networkPostId !== account.remoteId) {
      return { kind: 'page', items: [], cursor: null };
    }
    const answer = await ask(fetch, reviewsRequest(account, cursor, PER_PAGE), signal);
    if (answer.kind === 'lost' || answer.status >= 300) return readProblem({ readError }, answer, step);
    const rows = at(answer.json, 'reviews') ?? []; // Google omits the list where there is no review
    if (answer.json === null || !Array.isArray(rows)) return readProblem({ readError }, answer, step);
    const items = rows.flatMap((row) => commentsIn(row, account, step.now));
    const next = textAt(answer.json, 'nextPageToken') || null;
    // ordered by when a review was last changed: an old one that was edited stands before newer ones
    const reachesTo = timeOf(rows.at(-1), 'updateTime');
    return { kind: 'page', items, cursor: next, ...(reachesTo !== null && { reachesTo }) };
  },

  /** Replaces an earlier reply, so a repeat makes no second one. */
  async reply(step) {
    const { account, commentId, text, fetch, signal } = step;
    if (commentId.endsWith(OWN_REPLY)) {
      return {
        kind: 'rejected',
        reason: 'Google: a review has one reply; reply to the review to replace it',
      };
    }
    const answer = await ask(fetch, replyRequest(account, commentId, text), signal);
    const isDone = answer.kind === 'response' && answer.status < 300;
    return isDone
      ? { kind: 'done', id: `${commentId}${OWN_REPLY}` }
      : changeProblem({ readError }, answer, step);
  },

  /** Deletes the account's reply, named by its own id or by the review's. Nobody but its author deletes a review. */
  async delete(step) {
    const { account, commentId, fetch, signal } = step;
    const reviewId = reviewOf(commentId);
    const answer = await ask(fetch, replyRequest(account, reviewId, null), signal);
    const isDone = answer.kind === 'response' && answer.status < 300;
    return isDone
      ? { kind: 'done', id: `${reviewId}${OWN_REPLY}` }
      : changeProblem({ readError }, answer, step);
  },

  async read(step) {
    const { account, commentId, fetch, signal } = step;
    const answer = await ask(fetch, reviewRequest(account, reviewOf(commentId)), signal);
    if (answer.kind === 'lost' || answer.status >= 300) return readProblem({ readError }, answer, step);
    const found = commentsIn(answer.json, account, step.now);
    if (found.length === 0) return readProblem({ readError }, answer, step);
    return (
      found.find(({ id }) => id === commentId) ?? {
        kind: 'missing',
        reason: 'Google: the review has no reply',
      }
    );
  },

  /** The location itself, which reviews stand below; it takes no call. */
  async posts({ account: { remoteId, username }, now }) {
    const location = { networkPostId: remoteId, text: username, url: null, thumbnailUrl: null };
    return {
      kind: 'page',
      items: [{ ...location, publishedAt: now, type: null, comments: null }],
      cursor: null,
    };
  },
};

function reviewOf(commentId: string): string {
  return commentId.endsWith(OWN_REPLY) ? commentId.slice(0, -OWN_REPLY.length) : commentId;
}

/** A review, and the account's reply to it; empty for what is no review. */
function commentsIn(row: Json, account: AccountAccess, now: number): Comment[] {
  const id = textAt(row, 'reviewId');
  if (id === null || id === '') return [];
  const isAnonymous = at(row, 'reviewer', 'isAnonymous') === true;
  const rating = STARS.indexOf(textAt(row, 'starRating') ?? '') + 1;
  const name = isAnonymous ? null : textAt(row, 'reviewer', 'displayName');
  const common = { networkPostId: account.remoteId, likes: null };
  const review: Comment = {
    ...common,
    id,
    parentId: null,
    text: textAt(row, 'comment') ?? '', // stars alone have none
    from: { id: null, username: null, name },
    isOwn: false,
    createdAt: timeOf(row, 'createTime') ?? now,
    hidden: false,
    rating: rating === 0 ? null : rating,
    can: { reply: true, hide: false, delete: false, privateReply: false },
    cannot: { delete: 'Only its author, or Google, can remove a review.' },
  };
  const reply = at(row, 'reviewReply');
  const text = textAt(reply, 'comment');
  if (text === null) return [review];
  const own: Comment = {
    ...common,
    id: `${id}${OWN_REPLY}`,
    parentId: id,
    text,
    from: { id: null, username: account.username, name: null },
    isOwn: true,
    createdAt: timeOf(reply, 'updateTime') ?? now,
    // Google reviews replies too; nobody sees a refused one
    hidden: textAt(reply, 'reviewReplyState') === 'REJECTED',
    rating: null,
    can: { reply: false, hide: false, delete: true, privateReply: false },
    cannot: { reply: 'A review has one reply: reply to the review to replace it.' },
  };
  return [review, own];
}

/** Epoch ms; null if there is none. */
function timeOf(row: Json | undefined, name: string): number | null {
  const time = Date.parse(textAt(row, name) ?? '');
  return Number.isNaN(time) ? null : time;
}
