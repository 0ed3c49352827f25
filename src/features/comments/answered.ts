/**
 * An answer of the account marks the comment that it answers as done: a reply in public, from here or by hand at the network. (A private
 * answer does, too: merge.ts.) Answers and comments arrive in any order.
 */
import { readOpenBelow, readOwnReplyTimes, type StoredComment } from '../../../store/comments.ts';
import type { Db } from '../../../store/connect.ts';
import { type Comments, parentsOf } from './reopen.ts';

/** How far up a thread is followed. */
const MAX_LEVELS = 5;

/**
 * The open comments that are answered by what arrives, marked as done:
 *
 * - what a new reply of the account stands below, and further up what has an answer of its own. It had been opened again by what is
 *   answered now;
 * - where a reply was written by hand, and its network puts all replies below the first comment: what the author of that comment, or
 *   somebody whom the reply mentions, wrote below it before;
 * - new comments of others that have a reply of the account already.
 * @param comments.stored comments of the account by id, as they are stored; those above the replies are added
 * @param comments.next those that change, as they will be
 * @param arriving comments that are new
 */
export async function answered(
  db: Db,
  comments: Comments,
  arriving: readonly StoredComment[],
): Promise<StoredComment[]> {
  const there = arriving.filter(({ deletedAt }) => deletedAt === null);
  const replies = there.filter(({ isOwn, parentId }) => isOwn && parentId !== null);
  const done = new Map<string, StoredComment>();
  const close = (comment: StoredComment) => {
    if (isOpen(comment)) done.set(comment.id, { ...comment, done: true });
  };
  for (const comment of await repliedBefore(db, there.filter(isOpen), replies)) close(comment);
  if (replies.length === 0) return [...done.values()];
  const parents = await parentsOf(db, comments, replies);
  for (const reply of replies)
    for (const parent of parents)
      // the clock of the network may be ahead of ours, by which a reply from here is dated
      if (parent.id === reply.parentId && (reply.madeBy !== null || isBefore(parent, reply))) close(parent);
  for (const comment of await meantByHand(db, comments, { replies, parents })) close(comment);
  for (const comment of await answeredAbove(db, comments, parents)) close(comment);
  return [...done.values()];
}

const isOpen = ({ isOwn, done, deletedAt }: StoredComment) => !isOwn && !done && deletedAt === null;

const isBefore = (comment: StoredComment, reply: StoredComment) =>
  comment.createdAt !== null && comment.createdAt <= (reply.createdAt ?? 0);

/** New comments below which a reply of the account is stored, or arrives with them, that is no older. */
async function repliedBefore(
  db: Db,
  open: readonly StoredComment[],
  replies: readonly StoredComment[],
): Promise<StoredComment[]> {
  if (open.length === 0) return [];
  const accountId = open[0]!.accountId;
  const stored = await readOwnReplyTimes(db, { accountId, parentIds: open.map(({ id }) => id) });
  const newest = new Map(stored);
  for (const { parentId, createdAt } of replies)
    newest.set(parentId!, Math.max(newest.get(parentId!) ?? 0, createdAt ?? 0));
  return open.filter(({ id, createdAt }) => (newest.get(id) ?? -1) >= (createdAt ?? 0));
}

/** What replies that were written by hand mean besides the comment that they stand below. */
async function meantByHand(
  db: Db,
  { next }: Comments,
  { replies, parents }: { replies: readonly StoredComment[]; parents: readonly StoredComment[] },
): Promise<StoredComment[]> {
  const byHand = replies.filter(({ madeBy }) => madeBy === null);
  if (byHand.length === 0) return [];
  const accountId = byHand[0]!.accountId;
  const parentIds = [...new Set(byHand.map(({ parentId }) => parentId!))];
  const below = new Map(
    (await readOpenBelow(db, { accountId, parentIds })).map((comment) => [comment.id, comment]),
  );
  for (const comment of next.values())
    if (parentIds.includes(comment.parentId ?? '')) below.set(comment.id, comment);
  return [...below.values()].filter(
    (comment) =>
      isOpen(comment) &&
      byHand.some((reply) => {
        if (reply.parentId !== comment.parentId || !isBefore(comment, reply)) return false;
        const parent = parents.find(({ id }) => id === reply.parentId);
        return (
          mentions(reply.text, comment.fromUsername) ||
          (parent !== undefined && isSameAuthor(parent, comment))
        );
      }),
  );
}

function mentions(text: string, username: string | null): boolean {
  if (username === null || username === '') return false;
  const words = text.toLowerCase().split(/[\s,:;!?]+/);
  return words.includes(`@${username.toLowerCase()}`);
}

function isSameAuthor(one: StoredComment, other: StoredComment): boolean {
  if (one.fromId !== null && other.fromId !== null) return one.fromId === other.fromId;
  return one.fromUsername !== null && one.fromUsername === other.fromUsername;
}

/** Open comments above those that are answered now which have an answer themselves. */
async function answeredAbove(
  db: Db,
  comments: Comments,
  parents: readonly StoredComment[],
): Promise<StoredComment[]> {
  const open = new Map<string, StoredComment>();
  let below = parents;
  for (let level = 0; below.length > 0 && level < MAX_LEVELS; level += 1) {
    below = await parentsOf(db, comments, below);
    for (const comment of below) if (isOpen(comment)) open.set(comment.id, comment);
  }
  if (open.size === 0) return [];
  const [{ accountId }] = [...open.values()] as [StoredComment];
  const answers = await readOwnReplyTimes(db, { accountId, parentIds: [...open.keys()] });
  return [...open.values()].filter(({ id, privateReplyAt }) => privateReplyAt !== null || answers.has(id));
}
