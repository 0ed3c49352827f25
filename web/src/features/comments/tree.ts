/** How a comment that has changed or arrived gets its place among those that were read. Pure. */
import type { components } from '../../base/api-types.ts';

/** A comment with what answers it, to any depth. */
export interface Comment extends Omit<components['schemas']['Comment'], 'replies'> {
  replies: Comment[];
}

/** Ids of comments are the network's own, and unique for an account only. */
export const keyOf = ({ accountId, id }: Pick<Comment, 'accountId' | 'id'>): string =>
  `${accountId}/${encodeURIComponent(id)}`;

/** A comment by its key, at any depth. */
export function find(comments: readonly Comment[], key: string): Comment | undefined {
  for (const one of comments) {
    const found = keyOf(one) === key ? one : find(one.replies, key);
    if (found) return found;
  }
  return undefined;
}

/** @returns the comments with this one as it is now; its replies stay, because an event does not name them */
export function replaced(comments: readonly Comment[], now: Comment): Comment[] {
  const key = keyOf(now);
  return comments.map((one) =>
    keyOf(one) === key
      ? { ...now, replies: one.replies }
      : one.replies.length === 0
        ? one
        : { ...one, replies: replaced(one.replies, now) },
  );
}

/** @returns the comments without this one; what answers it takes its place */
export function without(comments: readonly Comment[], key: string): Comment[] {
  return comments.flatMap((one) =>
    keyOf(one) === key
      ? one.replies.filter(({ isOwn }) => !isOwn)
      : [one.replies.length === 0 ? one : { ...one, replies: without(one.replies, key) }],
  );
}

/** @returns the comments with a reply below what it answers, the oldest reply first; the same where that is not among them */
export function withReply(comments: readonly Comment[], reply: Comment): Comment[] {
  return comments.map((one) => {
    if (one.accountId === reply.accountId && one.id === reply.parentId)
      return { ...one, replies: [...one.replies, reply].toSorted(byTime) };
    return one.replies.length === 0 ? one : { ...one, replies: withReply(one.replies, reply) };
  });
}

const byTime = (one: Comment, other: Comment) => Date.parse(one.createdAt) - Date.parse(other.createdAt);

/** A comment as a row of a list. */
export interface Row {
  comment: Comment;
  /** How far it is below the post: 0 answers the post itself. */
  depth: number;
}

/** Comments and their replies one below the other. */
export const rowsOf = (comments: readonly Comment[], depth = 0): Row[] =>
  comments.flatMap((comment) => [{ comment, depth }, ...rowsOf(comment.replies, depth + 1)]);
