/**
 * The first comment below a post of the account's own. Every call returns what the network said; whether and when to call again is
 * decided by the machine `comment_act`.
 */
import type { AccountFacts } from './account.ts';
import type { Comment, CommentOutcome, CommentsStep } from './comments.ts';
import type { TextLength } from './measure.ts';
import type { AccessProblem, Missing, Page } from './read.ts';

export interface FirstCommentPort {
  /**
   * Scopes of which the account needs one. Absent means that every account has it, since none is connected without. An account of
   * which no scopes are stored has it too.
   */
  scopes?: readonly string[];
  /** The service has not always requested the scope: an account of which no scopes are stored lacks it. Absent means it has. */
  isScopeNew?: true;
  /** How long a comment is by the network's own count, and the most that it takes. Pure. */
  length(text: string, account: AccountFacts): TextLength;
  /** Writes the comment. After an unknown outcome it is looked up in `list` before it is sent again. */
  send(step: FirstCommentStep): Promise<CommentOutcome>;
  /**
   * A page of the comments directly below the post, newest first, in which one that was sent is found by its text. A network that
   * names comments by a key of ours gives that one alone. Absent means that no call shows them.
   */
  list?(step: FirstCommentStep & { cursor: string | null }): Promise<Page<Comment> | Missing | AccessProblem>;
}

export type FirstCommentStep = CommentsStep & {
  /** The network's id of the post; of a thread, its first part. */
  networkPostId: string;
  text: string;
  /** Stable for the comment: the seed of idempotency keys and record keys. */
  key: string;
  /** When it was first to be sent, epoch ms. */
  askedAt: number;
};
