/** What comments stand below: posts of an account, wherever they were made, and ads. */
import { batch } from './batch.ts';
import type { Db } from './connect.ts';

export interface CommentedPostRow {
  networkPostId: string;
  isAd: boolean;
  /** It is a live broadcast. Absent means not known to be one. */
  isLive?: boolean;
  /** The post that an ad shows, or the carousel of an item. */
  originalPostId: string | null;
  /** It is known whether it is a post of its own, an ad or an item. Absent means it is not. */
  isPlaced?: boolean;
  /** null if unknown. */
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
    insert into commented_posts (account_id, network_post_id, workspace_id, is_ad, is_live, original_post_id, placed, text, url, thumbnail_url)
    select ${account.id}, d."networkPostId", ${account.workspaceId}, d."isAd", coalesce(d."isLive", false),
           d."originalPostId", coalesce(d."isPlaced", false), d.text, d.url,
           d."thumbnailUrl"
    from json_to_recordset(${batch(rows)}::text::json) d(
      "networkPostId" text, "isAd" boolean, "isLive" boolean, "originalPostId" text, "isPlaced" boolean, text text, url text, "thumbnailUrl" text)
    order by d."networkPostId"
    on conflict (account_id, network_post_id) do update set
      is_ad = commented_posts.is_ad or excluded.is_ad, is_live = commented_posts.is_live or excluded.is_live,
      original_post_id = coalesce(excluded.original_post_id, commented_posts.original_post_id),
      placed = commented_posts.placed or excluded.placed,
      text = coalesce(excluded.text, commented_posts.text), url = coalesce(excluded.url, commented_posts.url),
      thumbnail_url = coalesce(excluded.thumbnail_url, commented_posts.thumbnail_url)`;
}

/** What a network post is here, for one of the accounts. */
export interface PostFacts {
  networkPostId: string;
  /** Of an ad: the post that it shows. */
  originalPostId: string | null;
  /** Our own post; null if it was made elsewhere. */
  postId: string | null;
}

/** What is known of posts of these accounts: one row for a post and account. */
export async function findPostFacts(
  db: Db,
  find: { accountIds: readonly string[]; networkPostIds: readonly string[] },
): Promise<PostFacts[]> {
  if (find.accountIds.length === 0 || find.networkPostIds.length === 0) return [];
  return db<PostFacts[]>`
    select m.id as "networkPostId", k.original_post_id as "originalPostId", s.id as "postId"
    from accounts a
    cross join unnest(${find.networkPostIds as string[]}::text[]) m(id)
    left join commented_posts k on k.account_id = a.id and k.network_post_id = m.id
    left join network_posts n on n.platform = a.platform and n.remote_id = a.remote_id
      and n.network_post_id = coalesce(k.original_post_id, m.id)
    left join actors v on v.id = n.delivery_id and v.workspace_id = a.workspace_id
    left join actors s on s.id = v.parent_id and s.shown <> 'removed'
    where a.id = any(${find.accountIds as string[]}::text[])`;
}

/** Those of the posts of which it is not known what they show. */
export async function findPostsWithoutContent(
  db: Db,
  find: { accountId: string; networkPostIds: string[] },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select w.id from unnest(${find.networkPostIds}::text[]) w(id)
    left join commented_posts k on k.account_id = ${find.accountId} and k.network_post_id = w.id
    where k.text is null`;
  return rows.map(({ id }) => id);
}
