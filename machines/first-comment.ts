/**
 * The first comment below a post, as the post's machine sees it: which accounts get one, and how it ends. The comment is an actor of
 * its own (`comment_act`), which the post starts when the account's delivery is first live. It never changes what becomes of the post.
 */
import type { ActEnded, CommentActInput } from './comment-act.ts';
import type { DeliveryEnd } from './delivery/index.ts';
import { now } from './durable.ts';

/** The first comment below the post of one account. */
export type FirstComment = {
  /** The actor that writes it; null if it could not be started. */
  actId: string | null;
  status: 'pending' | 'sent' | 'failed' | 'unknown';
  /** The network's id of the comment; null if it has none, or it is not known. */
  networkCommentId: string | null;
  /** Why it is not there, or may not be: the network's words. */
  error: string | null;
};

/** By account. An account gets one, however often the post is sent again. */
export type FirstComments = { [accountId: string]: FirstComment };

/** What the start of a comment depends on. */
interface Post {
  postId: string;
  targets: readonly Target[];
  /** It was put back to drafts: what a call that was under way makes live is not commented. */
  draft: boolean;
  firstComments: FirstComments;
}

interface Target {
  accountId: string;
  deliveryId: string;
  platform: string;
  firstComment?: string;
}

export type CommentStart = { kind: 'comment_act'; id: string; input: CommentActInput };

/** @returns the actor that comments below what a delivery made live; empty if nothing is commented there, or was before */
export function commentsOf(post: Post, end: DeliveryEnd): CommentStart[] {
  const target = targetOf(post, end);
  const networkPostId = end.networkPostId ?? null;
  if (!target || networkPostId === null) return [];
  const { accountId, platform, firstComment = '' } = target;
  const input: CommentActInput = {
    actId: actIdOf(target),
    accountId,
    platform,
    commentId: networkPostId,
    action: 'first_comment',
    text: firstComment,
    place: { networkPostId, parentId: null },
    // what a lookup shows to be absent is sent again; where none can say, nothing is
    onUnknown: 'retry',
    askedAt: now(),
    reportTo: post.postId,
  };
  return [{ kind: 'comment_act', id: input.actId, input }];
}

/** Whether a delivery that ended is commented now, or cannot be because its network does not name it. */
export const isCommented = (post: Post, end: DeliveryEnd): boolean => targetOf(post, end) !== undefined;

/** @returns the change of the post's context that `commentsOf` goes with */
export function withStartedComment(post: Post, end: DeliveryEnd): { firstComments?: FirstComments } {
  const target = targetOf(post, end);
  return target ? changed(post, target.accountId, started(target, end)) : {};
}

/** @returns the change of the post's context when an actor reports how its comment ended; none for an actor it does not know */
export function withEndedComment(
  post: Pick<Post, 'firstComments'>,
  { actId, status, resultId, reason }: ActEnded,
): { firstComments?: FirstComments } {
  const [accountId] = Object.entries(post.firstComments).find(([, entry]) => entry.actId === actId) ?? [];
  if (accountId === undefined) return {};
  const isDone = status === 'done';
  return changed(post, accountId, {
    actId,
    status: isDone ? 'sent' : status,
    networkCommentId: resultId,
    error: isDone ? null : reason,
  });
}

function targetOf(
  { targets, draft, firstComments }: Post,
  { accountId, status }: Pick<DeliveryEnd, 'accountId' | 'status'>,
): Target | undefined {
  if (status !== 'published' || draft || firstComments[accountId] !== undefined) return undefined;
  return targets.find((target) => target.accountId === accountId && target.firstComment !== undefined);
}

function started(target: Target, { networkPostId = null }: DeliveryEnd): FirstComment {
  const none = { networkCommentId: null };
  return networkPostId === null
    ? { ...none, actId: null, status: 'failed', error: 'the network does not name the post to comment below' }
    : { ...none, actId: actIdOf(target), status: 'pending', error: null };
}

/** The id follows from that of the delivery, so that the database refuses a second one. */
const actIdOf = ({ deliveryId }: Target) => `act_${deliveryId.slice(deliveryId.indexOf('_') + 1)}F`;

const changed = ({ firstComments }: Pick<Post, 'firstComments'>, accountId: string, entry: FirstComment) => ({
  firstComments: { ...firstComments, [accountId]: entry },
});
