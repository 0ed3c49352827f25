/**
 * Merges new facts about a comment with its stored row. Webhooks, polls and reads report the same comment in any order and
 * any number of times, so each fact has the time from which it is valid, and the newest one wins.
 */
import type { StoredComment } from '../../../store/comments.ts';
import type { Comment } from '../../../adapters/port/comments.ts';

/** Something that is learned of a comment. */
export type CommentFact =
  /** The comment itself: it was sent to us (`isRead` false), or read at the network, which then still has it. */
  | {
      kind: 'seen';
      id: string;
      isRead: boolean;
      /** It was read by a sweep for comments that no event has reported. Absent means it was not. */
      isSwept?: true;
      /** Since when this is so, epoch ms: the network's time of an event, or when a read began. */
      at: number;
      comment: ReportedComment;
    }
  | {
      kind: 'edited' | 'deleted' | 'hidden' | 'unhidden';
      id: string;
      at: number;
      /** The new text of an edited comment; null if the network does not send it. */
      text: string | null;
    }
  /** Its author got a private reply. */
  | { kind: 'answered_privately'; id: string; at: number }
  /** An actor of ours made it. */
  | { kind: 'made'; id: string; at: number; by: string };

/** A comment as an event or a read shows it. What is null is not said. */
export interface ReportedComment extends Omit<Comment, 'id' | 'networkPostId' | 'hidden'> {
  networkPostId: string | null;
  hidden: boolean | null;
  /** The actor that wrote it for us; null if none did, or it is not known. */
  madeBy: string | null;
}

/** What of the account decides about its comments. */
interface CommentLine {
  accountId: string;
  username: string;
  /** Comments made before this are history, epoch ms: shown, and nothing is left to be done with them. */
  since: number;
}

/**
 * Merges a fact into a comment.
 * @param before null if nothing is stored of it
 * @returns the comment to store; the same object when nothing changes. A comment that arrives has `createdAt` and no `seq`.
 */
export function merged(before: StoredComment | null, fact: CommentFact, line: CommentLine): StoredComment {
  const stored = before ?? unheard(line.accountId, fact.id);
  const next = fact.kind === 'seen' ? withReported(stored, fact, line) : changed(stored, fact);
  return before !== null && same(before, next, fact) ? before : next;
}

function withReported(
  stored: StoredComment,
  { comment, at, isRead, isSwept }: Extract<CommentFact, { kind: 'seen' }>,
  line: CommentLine,
): StoredComment {
  const isFirst = stored.createdAt === null;
  const isOwn = stored.isOwn || comment.isOwn || isSameName(comment.from.username, line.username);
  // a review has one reply with one id, so a reply after a deleted one is there again
  const isMadeAgain = !isFirst && comment.madeBy !== null && comment.madeBy !== stored.madeBy;
  const isBack = (isRead || isMadeAgain) && stored.deletedAt !== null && at > stored.deletedAt;
  const deletedAt = isBack ? null : stored.deletedAt;
  return {
    ...stored,
    // an event may name an item of a post; a read names the post itself
    networkPostId: preferred(comment.networkPostId, stored.networkPostId, isRead),
    parentId: comment.parentId ?? stored.parentId,
    ...textOf({ ...stored, deletedAt }, comment.text, at),
    fromId: comment.from.id ?? stored.fromId,
    fromUsername: comment.from.username ?? stored.fromUsername,
    fromName: comment.from.name ?? stored.fromName,
    isOwn,
    rating: comment.rating ?? stored.rating,
    ...(comment.hidden === null ? {} : hiddenOf(stored, comment.hidden, at)),
    done: stored.done || isOwn || (isFirst && comment.createdAt < line.since),
    likes: comment.likes ?? stored.likes,
    attachments: deletedAt === null ? (comment.attachments ?? stored.attachments) : [],
    says: saysOf(comment) ?? stored.says,
    createdAt: stored.createdAt ?? comment.createdAt,
    deletedAt,
    madeBy: stored.madeBy ?? comment.madeBy,
    // an event may come after the sweep that read the comment first
    swept: isFirst ? isSwept === true && comment.createdAt >= line.since : stored.swept && isRead,
  };
}

function changed(stored: StoredComment, fact: Exclude<CommentFact, { kind: 'seen' }>): StoredComment {
  switch (fact.kind) {
    case 'edited':
      return fact.text === null ? stored : { ...stored, ...textOf(stored, fact.text, fact.at) };
    case 'deleted':
      // what its author took back is not kept
      return { ...stored, text: '', attachments: [], deletedAt: Math.max(stored.deletedAt ?? 0, fact.at) };
    case 'hidden':
    case 'unhidden':
      return { ...stored, ...hiddenOf(stored, fact.kind === 'hidden', fact.at) };
    case 'answered_privately':
      if (stored.privateReplyAt !== null) return stored;
      return { ...stored, privateReplyAt: fact.at, done: true };
    case 'made':
      return { ...stored, madeBy: stored.madeBy ?? fact.by };
    default:
      return fact satisfies never;
  }
}

/** A newer text replaces an older one. An absent text never does, and nothing is written into a comment that is gone. */
function textOf({ text, textAt, deletedAt }: StoredComment, fresh: string, at: number) {
  const isNewer = textAt === null || at >= textAt;
  return deletedAt === null && isNewer && fresh !== '' ? { text: fresh, textAt: at } : { text, textAt };
}

function hiddenOf({ hidden, hiddenAt }: StoredComment, fresh: boolean, at: number) {
  return hiddenAt === null || at >= hiddenAt ? { hidden: fresh, hiddenAt: at } : { hidden, hiddenAt };
}

function preferred(fresh: string | null, stored: string | null, isRead: boolean): string | null {
  return isRead ? (fresh ?? stored) : (stored ?? fresh);
}

function saysOf({ can, cannot }: Pick<Comment, 'can' | 'cannot'>): StoredComment['says'] {
  return can === undefined && cannot === undefined
    ? null
    : { ...(can && { can }), ...(cannot && { cannot }) };
}

const isSameName = (one: string | null, other: string) =>
  one !== null && one !== '' && one.toLowerCase() === other.toLowerCase();

/**
 * Whether a fact changes nothing. A read confirms texts and states again and again, and since when is not stored each time:
 * a poll writes no row for it.
 */
function same(before: StoredComment, next: StoredComment, fact: CommentFact): boolean {
  const isConfirmed =
    fact.kind === 'seen' && fact.isRead && before.textAt !== null && before.hiddenAt !== null;
  const clocks = { textAt: before.textAt, hiddenAt: before.hiddenAt };
  return JSON.stringify(before) === JSON.stringify(isConfirmed ? { ...next, ...clocks } : next);
}

/** A comment of which nothing is known but its id. */
const unheard = (accountId: string, id: string): StoredComment => ({
  accountId,
  id,
  networkPostId: null,
  parentId: null,
  text: '',
  fromId: null,
  fromUsername: null,
  fromName: null,
  isOwn: false,
  rating: null,
  hidden: false,
  done: false,
  likes: null,
  attachments: [],
  says: null,
  createdAt: null,
  seq: null,
  textAt: null,
  hiddenAt: null,
  deletedAt: null,
  privateReplyAt: null,
  madeBy: null,
  swept: false,
});
