/** The first comment below a post, as adapters take it. */
import type { FirstCommentPort, FirstCommentStep } from '../../../adapters/port/first-comment.ts';
import type { CommentsPort } from '../../../adapters/port/comments.ts';
import type { ActWork } from '../../../machines/comment-act.ts';

/** What the adapter is to write, and looks up. */
export const commentOf = ({
  actId,
  commentId,
  text,
  askedAt,
}: Pick<ActWork, 'actId' | 'commentId' | 'text' | 'askedAt'>): Pick<
  FirstCommentStep,
  'networkPostId' | 'text' | 'key' | 'askedAt'
> => ({ networkPostId: commentId, text, key: actId, askedAt });

/** @returns the list in which the comment is found, as a port that reads comments; null if no call shows it */
export function listOf(port: FirstCommentPort | undefined, work: ActWork): CommentsPort | null {
  return port?.list ? { list: (step) => port.list!({ ...step, ...commentOf(work) }) } : null;
}
