/** The comments that were read, and how changes get into them. Pure. */
import type { components } from '../../base/api-types.ts';
import type { Reply } from '../../base/operations.ts';
import { changedPages } from '../../base/parts/pages.ts';
import { type CommentFilter, fits } from './filter.ts';
import { type Comment, find, keyOf, replaced, without, withReply } from './tree.ts';

export type NotRead = components['schemas']['NetworkError'];

type With<Shape, Fields> = Omit<Shape, keyof Fields> & Fields;

export type CommentPage = With<Reply<'listComments'>, { comments: Comment[] }>;

/** What has become of a comment. */
export interface Change {
  comment: Comment;
  /** It is gone at the network. */
  isGone: boolean;
}

/** @returns null means it belongs to the list, and its place is not known: the list has to be read again */
export function inPages(
  pages: readonly CommentPage[],
  { comment, isGone }: Change,
  filter: CommentFilter,
): readonly CommentPage[] | null {
  const all = (change: (comments: Comment[]) => Comment[]) =>
    changedPages({ pages }, 'comments', change).pages;
  const key = keyOf(comment);
  const isThere = pages.some(({ comments }) => find(comments, key));
  if (isGone) return isThere ? all((comments) => without(comments, key)) : pages;
  if (isThere) return all((comments) => replaced(comments, comment));
  if (comment.isOwn) return all((comments) => withReply(comments, comment));
  if (!fits(comment, filter)) return pages;
  const [first, ...rest] = pages;
  const [newest, oldest] = [first?.comments[0], pages.at(-1)?.comments.at(-1)];
  const isNewest = newest === undefined || at(comment) >= at(newest);
  const isBelow = pages.at(-1)?.next !== null && oldest !== undefined && at(comment) < at(oldest);
  if (isBelow) return pages; // it comes with a page that was not read yet
  return first && isNewest ? [{ ...first, comments: [comment, ...first.comments] }, ...rest] : null;
}

const at = ({ createdAt }: Comment) => Date.parse(createdAt);

/** The comments of one post. */
export type PostComments = With<Reply<'getPostComments'>, { comments: Comment[] }>;

/** @param postId whose comments they are */
export function inPost(read: PostComments, { comment, isGone }: Change, postId: string): PostComments {
  const { comments } = read;
  const key = keyOf(comment);
  const isThere = find(comments, key) !== undefined;
  if (isGone) return isThere ? { ...read, comments: without(comments, key) } : read;
  if (isThere) return { ...read, comments: replaced(comments, comment) };
  if (comment.postId !== postId) return read;
  const parent = comment.parentId === null ? '' : keyOf({ ...comment, id: comment.parentId });
  return find(comments, parent)
    ? { ...read, comments: withReply(comments, comment) }
    : { ...read, comments: [comment, ...comments] };
}
