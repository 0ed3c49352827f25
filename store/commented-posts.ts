/** What comments stand below: posts of an account, wherever they were made, and ads. */
import { batch } from './batch.ts';
import type { Db } from './connect.ts';

export interface CommentedPostRow {
  networkPostId: string;
  isAd: boolean;
  /** Of an ad: the post that it shows. Of an item of a carousel: the carousel. */
  originalPostId: string | null;
  /** It is known whether it is a post of its own, an ad or an item. */
  isPlaced: boolean;
  /** null: not known. */
  text: string | null;
  url: string | null;
  thumbnailUrl: string | null;
}

/** Stores what is known of posts. What is not known now stays as it was. */
export async function saveCommentedPosts(
  db: Db,
  account: { id: string; workspaceId: string },
  posts: readonly CommentedPostRow[],
): Promise<void> {
  // one row for each post: a statement cannot write a row twice
  const rows = [...new Map(posts.map((post) => [post.networkPostId, post])).values()];
  if (rows.length === 0) return;
  await db`
    insert into commented_posts (account_id, network_post_id, workspace_id, is_ad, original_post_id, placed, text, url, thumbnail_url)
    select ${account.id}, d."networkPostId", ${account.workspaceId}, d."isAd", d."originalPostId", d."isPlaced", d.text, d.url,
           d."thumbnailUrl"
    from json_to_recordset(${batch(rows)}::text::json) d(
      "networkPostId" text, "isAd" boolean, "originalPostId" text, "isPlaced" boolean, text text, url text, "thumbnailUrl" text)
    order by d."networkPostId"
    on conflict (account_id, network_post_id) do update set
      is_ad = commented_posts.is_ad or excluded.is_ad,
      original_post_id = coalesce(excluded.original_post_id, commented_posts.original_post_id),
      placed = commented_posts.placed or excluded.placed,
      text = coalesce(excluded.text, commented_posts.text), url = coalesce(excluded.url, commented_posts.url),
      thumbnail_url = coalesce(excluded.thumbnail_url, commented_posts.thumbnail_url)`;
}

/** Those of the posts of which it is not known what they show. */
export async function findUnshownPosts(
  db: Db,
  find: { accountId: string; networkPostIds: string[] },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select w.id from unnest(${find.networkPostIds}::text[]) w(id)
    left join commented_posts k on k.account_id = ${find.accountId} and k.network_post_id = w.id
    where k.text is null`;
  return rows.map(({ id }) => id);
}
