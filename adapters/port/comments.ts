/**
 * Comments below posts, and reviews of business listings, which are comments with a rating. Every call
 * returns what the network said; whether and when to call again is decided outside.
 */
import type { AccountAccess, CallContext } from './account.ts';
import type { AccessProblem, Missing, Page, ReadLimit } from './read.ts';

export interface CommentsPort {
  /**
   * One page of a post's comments, newest first, with their replies (each names its `parentId`), or of the account's
   * recent ones where no post is named: those below its latest posts, some posts a page.
   * @param step.since epoch ms: older ones are not needed. A network that charges for each returns no older ones
   */
  list(
    step: CommentsStep & { networkPostId: string | null; cursor: string | null; since?: number },
  ): Promise<Page<Comment> | Missing | AccessProblem>;
  /**
   * Replies to a comment or a review. After an unknown outcome, search `list` for the reply before sending again.
   * @param step.parentId what the comment itself answers, null for the post. Networks with one level of replies answer a
   *   reply below its parent. Absent means the adapter asks the network where it has to know.
   */
  reply?(
    step: CommentsStep & { commentId: string; parentId?: string | null; text: string },
  ): Promise<CommentOutcome>;
  hide?(step: CommentsStep & { commentId: string }): Promise<CommentOutcome>;
  unhide?(step: CommentsStep & { commentId: string }): Promise<CommentOutcome>;
  /** Deletes a comment, or our own reply to a review. */
  delete?(step: CommentsStep & { commentId: string }): Promise<CommentOutcome>;
  /** One comment by its id. Absent if the network has no call for it. */
  read?(step: CommentsStep & { commentId: string }): Promise<Comment | Missing | AccessProblem>;
  /** A page of the account's posts, newest first, to read their comments and to show what a comment stands below. */
  posts?(
    step: CommentsStep & { cursor: string | null },
  ): Promise<Page<CommentedPost> | Missing | AccessProblem>;
  /** Ids of the live broadcasts of the account that go on now. Absent means the network lists none. */
  broadcasts?(step: CommentsStep): Promise<Page<string> | Missing | AccessProblem>;
}

export interface CommentedPost {
  networkPostId: string;
  text: string;
  url: string | null;
  thumbnailUrl: string | null;
  /** Epoch ms. */
  publishedAt: number;
  /** The network's own word: IMAGE, VIDEO, CAROUSEL_ALBUM …; null if it does not say. */
  type: string | null;
  /** How many comments it has, to skip posts without new ones; null if the network does not say. */
  comments: number | null;
  /** Ids of its items where it has several: a comment's webhook may name the item instead of the post (instagram). */
  childIds?: string[];
}

export type CommentsStep = CallContext &
  ReadLimit & {
    account: AccountAccess;
    /** Parts that the network refused to this account before: `Page.without` of an earlier page. */
    without?: string[];
  };

export interface Comment {
  /** The network's own id. */
  id: string;
  networkPostId: string;
  /** The comment it answers; null where it answers the post. */
  parentId: string | null;
  text: string;
  /** Either may be missing: networks hide them for some people. */
  from: { id: string | null; username: string | null; name: string | null };
  /** Written by the account itself. */
  isOwn: boolean;
  /** Epoch ms. */
  createdAt: number;
  likes: number | null;
  hidden: boolean;
  /** Stars of a review, 1 to 5; null for a comment. */
  rating: number | null;
  /** Empty: it has none. Absent if the network does not say. */
  attachments?: CommentAttachment[];
  /** What the network, or its rules, say that may be done with it; an absent field: they do not say. */
  can?: { [action in CommentAction]?: boolean };
  /** A sentence for what may not be done. */
  cannot?: { [action in CommentAction]?: string };
}

/** A picture, video or sticker of a comment. */
export interface CommentAttachment {
  /** `image`, `video`, `sticker`, or the network's own word where the address is that of a page: an open set. */
  type: string;
  /** Where it is shown; null means the network names no address. */
  url: string | null;
}

type CommentAction = 'reply' | 'hide' | 'delete' | 'privateReply';

export type CommentOutcome =
  /** `id` of the reply that was made, or of what was deleted in place of the named comment; absent means neither. */
  | { kind: 'done'; id?: string }
  /** The comment is not there any more. */
  | { kind: 'missing'; reason: string }
  /**
   * The network's own words. `isSpam`: it took a reply for spam, and more of them make it worse. `isDuplicate`: it has the same words
   * there already, perhaps from an earlier try.
   */
  | { kind: 'rejected'; reason: string; isSpam?: true; isDuplicate?: true }
  /** It was sent and no response came: it may have happened. */
  | { kind: 'unknown'; reason: string }
  | AccessProblem;
