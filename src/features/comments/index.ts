/** Comments: the parts that other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import { answerCommentPrivately, deleteComment, hideComment, replyToComment } from './act-operations.ts';
import type { CommentsContext } from './context.ts';
import { listCommentsOperation, markCommentDone } from './operations.ts';
import { getPostComments } from './post-comments.ts';

export { claimPrivateAnswer } from './claim.ts';
export { readAs, type Step, wordsOf } from './as-account.ts';
export { PRIVATE_ANSWER_WITHIN_MS } from './first-answer.ts';
export type { CommentsContext, OnArrived } from './context.ts';
export type { PublicComment } from './comment-view.ts';
export { readNetworkPost } from './post-comments.ts';
export { Comment, commentExample } from './comment-view.ts';
export { factOf, postRows } from './network-reads.ts';
export { readCommentPage } from './operations.ts';
export { takeComments, takeFacts } from './take.ts';

export const commentOperations: readonly Operation<CommentsContext>[] = [
  getPostComments,
  listCommentsOperation,
  markCommentDone,
  replyToComment,
  deleteComment,
  hideComment,
  answerCommentPrivately,
];

/** The groups its operations are listed in. */
export const commentTags = {
  Comments: 'What people write below posts, and reviews: read it, answer it, hide and delete it.',
};
