/** That an account's latest posts were read, and which posts of it are known (docs/contract.md, Comment-to-DM rules). */
import type { Db } from './connect.ts';

/** @param read.at epoch ms */
export async function savePostsListed(db: Db, read: { accountId: string; at: number }): Promise<void> {
  await db`
    update accounts set posts_listed_at = to_timestamp(${read.at}::float8 / 1000) where id = ${read.accountId}`;
}

interface ListedMedia {
  /** When the account's latest posts were last read, epoch ms; null if they were not. */
  listedAt: number | null;
  /** A list, a comment, the numbers or a delivery has named the post. */
  isKnown: boolean;
}

/** What is known of a network's post of an account. */
export async function findMedia(
  db: Db,
  find: { accountId: string; networkPostId: string },
): Promise<ListedMedia | undefined> {
  const { accountId, networkPostId } = find;
  const [row] = await db<ListedMedia[]>`
    select (extract(epoch from a.posts_listed_at) * 1000)::float8 as "listedAt",
      exists (select from commented_posts k where k.account_id = a.id and k.network_post_id = ${networkPostId})
      or exists (select from comments c where c.account_id = a.id and c.network_post_id = ${networkPostId})
      or exists (select from tracked_posts t
        where t.workspace_id = a.workspace_id and t.account_id = a.id and t.network_post_id = ${networkPostId})
      or exists (select from network_posts n where n.platform = a.platform and n.remote_id = a.remote_id
        and n.network_post_id = ${networkPostId}) as "isKnown"
    from accounts a where a.id = ${accountId}`;
  return row;
}
