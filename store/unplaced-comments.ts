/** Comments that wait until it is known which post they stand below. */
import type { Db } from './connect.ts';

export interface UnplacedComment {
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

/** Comments of an account that are due, those that wait longest first. @param find.now epoch ms */
export async function listUnplaced(
  db: Db,
  { accountId, now, limit }: { accountId: string; now: number; limit: number },
): Promise<UnplacedComment[]> {
  return db<UnplacedComment[]>`
    select u.comment_id as "commentId", u.tries, c.network_post_id as "networkPostId",
      coalesce(k.placed, false) as "isPlaced"
    from unplaced_comments u
    join comments c on c.account_id = u.account_id and c.id = u.comment_id
    left join commented_posts k on k.account_id = c.account_id and k.network_post_id = c.network_post_id
    where u.account_id = ${accountId} and u.due_at <= to_timestamp(${now}::float8 / 1000)
    order by u.due_at, u.comment_id limit ${limit}`;
}

/** When the next comment of an account is due, epoch ms; null if none waits. */
export async function nextUnplacedAt(db: Db, accountId: string): Promise<number | null> {
  const [row] = await db<{ nextAt: number | null }[]>`
    select (extract(epoch from min(due_at)) * 1000)::float8 as "nextAt" from unplaced_comments where account_id = ${accountId}`;
  return row?.nextAt ?? null;
}

/** Ids of the accounts of which comments wait. */
export async function listAccountsUnplaced(db: Db): Promise<string[]> {
  const rows = await db<{ accountId: string }[]>`
    select distinct account_id as "accountId" from unplaced_comments order by 1`;
  return rows.map(({ accountId }) => accountId);
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
