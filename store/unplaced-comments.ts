/** Comments that wait until it is known which post they stand below. */
import type { Db } from './connect.ts';

export interface UnplacedComment {
  accountId: string;
  commentId: string;
  /** As the network's event said it; null if it did not say. */
  networkPostId: string | null;
  /** It is known meanwhile what that is. */
  isPlaced: boolean;
  /** How often it was looked up. */
  tries: number;
}

/** @param now epoch ms: they are looked up at once */
export async function insertUnplaced(
  db: Db,
  account: { id: string; workspaceId: string },
  commentIds: readonly string[],
  now: number,
): Promise<void> {
  if (commentIds.length === 0) return;
  await db`
    insert into unplaced_comments (account_id, comment_id, workspace_id, due_at)
    select ${account.id}, id, ${account.workspaceId}, to_timestamp(${now}::float8 / 1000)
    from unnest(${commentIds as string[]}::text[]) id order by id
    on conflict do nothing`;
}

/** Claims comments to look up. Another node gets them at `until`, if this one does not come back. Epoch ms. */
export async function claimUnplaced(
  db: Db,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<UnplacedComment[]> {
  return db<UnplacedComment[]>`
    with claimed as (
      update unplaced_comments set due_at = to_timestamp(${until}::float8 / 1000)
      where (account_id, comment_id) in (
        select account_id, comment_id from unplaced_comments where due_at <= to_timestamp(${now}::float8 / 1000)
        order by due_at, account_id, comment_id limit ${limit} for update skip locked)
      returning account_id, comment_id, tries
    )
    select u.account_id as "accountId", u.comment_id as "commentId", u.tries, c.network_post_id as "networkPostId",
      coalesce(k.placed, false) as "isPlaced"
    from claimed u
    join comments c on c.account_id = u.account_id and c.id = u.comment_id
    left join commented_posts k on k.account_id = c.account_id and k.network_post_id = c.network_post_id
    order by 1, 2`;
}

/** Those of the posts of an account of which it is known what they are. */
export async function findPlacedPosts(
  db: Db,
  find: { accountId: string; networkPostIds: string[] },
): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select network_post_id as id from commented_posts
    where account_id = ${find.accountId} and placed and network_post_id = any(${find.networkPostIds}::text[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Looks them up again later. @param dueAt epoch ms */
export async function postponeUnplaced(
  db: Db,
  accountId: string,
  commentIds: readonly string[],
  dueAt: number,
): Promise<void> {
  await db`
    update unplaced_comments set due_at = to_timestamp(${dueAt}::float8 / 1000), tries = tries + 1
    where account_id = ${accountId} and comment_id = any(${commentIds as string[]}::text[])`;
}

export async function deleteUnplaced(
  db: Db,
  accountId: string,
  commentIds: readonly string[],
): Promise<void> {
  await db`
    delete from unplaced_comments
    where account_id = ${accountId} and comment_id = any(${commentIds as string[]}::text[])`;
}

/** Whether a comment still waits. */
export async function isUnplaced(db: Db, find: { accountId: string; commentId: string }): Promise<boolean> {
  const rows = await db`
    select from unplaced_comments where account_id = ${find.accountId} and comment_id = ${find.commentId}`;
  return rows.length > 0;
}
