/** A new reply reopens the comment that it answers: `done` says that nothing is left to be done with it. */
import { readComments, type StoredComment } from '../../../store/comments.ts';
import type { Db } from '../../../store/connect.ts';

/** How far up replies of the account itself are followed. */
const MAX_LEVELS = 5;

/**
 * The comments that are done and have new replies below them, opened again. A reply below a reply of the account itself
 * counts for the comment which the account had answered.
 * @param comments.stored comments of the account by id, as they are stored; those above the replies are added
 * @param comments.next those that change, as they will be
 * @param replies comments of other people that are new, none of history
 */
export async function reopened(
  db: Db,
  comments: Comments,
  replies: readonly StoredComment[],
): Promise<StoredComment[]> {
  const open = new Map<string, StoredComment>();
  let below = replies;
  for (let level = 0; below.length > 0 && level < MAX_LEVELS; level += 1) {
    const above = await parentsOf(db, comments, below);
    for (const comment of above) {
      const { id, done, isOwn, deletedAt } = comment;
      if (done && !isOwn && deletedAt === null) open.set(id, { ...comment, done: false });
    }
    below = above.filter(({ isOwn }) => isOwn);
  }
  return [...open.values()];
}

export interface Comments {
  stored: Map<string, StoredComment>;
  next: ReadonlyMap<string, StoredComment>;
}

/** What comments answer, as far as it is stored. */
export async function parentsOf(
  db: Db,
  { stored, next }: Comments,
  below: readonly StoredComment[],
): Promise<StoredComment[]> {
  const ids = [...new Set(below.flatMap(({ parentId }) => parentId ?? []))];
  if (ids.length === 0) return [];
  const accountId = below[0]!.accountId;
  const missing = ids.filter((id) => !next.has(id) && !stored.has(id));
  if (missing.length > 0) {
    for (const comment of await readComments(db, { accountId, ids: missing }))
      stored.set(comment.id, comment);
  }
  return ids.flatMap((id) => next.get(id) ?? stored.get(id) ?? []);
}
