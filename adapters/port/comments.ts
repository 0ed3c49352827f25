/**
 * Comments below posts, and reviews of business listings, which are comments with a rating. Not used yet. Every call
 * returns what the network said; whether and when to call again is decided outside.
 */
import type { AccountAccess, CallContext } from './account.ts';
import type { AccessProblem, Page } from './read.ts';

export interface CommentsPort {
  /** One page of a post's comments with their replies, or of the account's recent ones where no post is named. */
  list(
    step: CommentsStep & { networkPostId: string | null; cursor: string | null },
  ): Promise<Page<Comment> | AccessProblem>;
  /** Replies to a comment or a review. After an unknown outcome, search `list` for the reply before sending again. */
  reply?(step: CommentsStep & { commentId: string; text: string }): Promise<CommentOutcome>;
  hide?(step: CommentsStep & { commentId: string }): Promise<CommentOutcome>;
  unhide?(step: CommentsStep & { commentId: string }): Promise<CommentOutcome>;
  /** Deletes a comment, or our own reply to a review. */
  delete?(step: CommentsStep & { commentId: string }): Promise<CommentOutcome>;
}

export type CommentsStep = CallContext & { account: AccountAccess };

export interface Comment {
  /** The network's own id. */
  id: string;
  networkPostId: string;
  /** The comment it answers; null where it answers the post. */
  parentId: string | null;
  text: string;
  /** Either may be missing: networks hide them for some people. */
  from: { id: string | null; username: string | null };
  /** Epoch ms. */
  createdAt: number;
  likes: number | null;
  hidden: boolean;
  /** Stars of a review, 1 to 5; null for a comment. */
  rating: number | null;
}

export type CommentOutcome =
  /** `id` of the reply that was made; absent where the call makes nothing. */
  | { kind: 'done'; id?: string }
  /** The comment is not there any more. */
  | { kind: 'missing'; reason: string }
  /** The network's own words. */
  | { kind: 'rejected'; reason: string }
  /** It was sent and no response came: it may have happened. */
  | { kind: 'unknown'; reason: string }
  | AccessProblem;
