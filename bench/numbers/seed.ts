/** Posts of a year with their numbers, and how these grew: made by Postgres, since millions of rows are. */
import type { Sql } from '../../store/connect.ts';

export interface SeededPosts {
  workspaceId: string;
  /** The posts are theirs in turn. */
  accountIds: readonly string[];
  posts: number;
}

/** The posts were published evenly between a year and a month ago, so that all their samples lie in the past. */
export async function seedPosts(sql: Sql, { workspaceId, accountIds, posts }: SeededPosts): Promise<void> {
  await sql`
    insert into tracked_posts (workspace_id, post_key, account_id, platform, network_post_id, url, text, media_kind,
      published_at, views, likes, comments, shares, all_counts, fetched_at, changed_at)
    select ${workspaceId}, uuidv7(published_at - now()), (${accountIds as string[]}::text[])[1 + n % ${accountIds.length}::int],
      'mastodon', 'remote-' || n, 'https://network.test/posts/' || n, repeat('One of the posts of a year. ', 6), 'IMAGE',
      published_at, hashed % 100000, hashed % 4000, hashed % 300, hashed % 100,
      json_build_object('views', hashed % 100000, 'likes', hashed % 4000, 'reach', hashed % 70000), now(), now()
    from (
      select n, now() - interval '364 days' + interval '334 days' * n / ${posts}::int as published_at, abs(hashint4(n)) as hashed
      from generate_series(1, ${posts}::int) n
    ) d`;
}

/**
 * The samples of all posts, in the order of time in which they are written: an hour apart in a post's first two days, then a day.
 * Their reference to the post is not checked again for each.
 */
export async function seedSamples(sql: Sql, samplesPerPost: number): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    const result = await tx`
      insert into post_samples (workspace_id, post_key, bucket, views, likes, comments, shares)
      select workspace_id, post_key,
        case when n <= 48 then date_trunc('hour', published_at) + interval '1 hour' * (n - 1)
          else date_trunc('day', published_at) + interval '1 day' * (n - 46) end as bucket,
        views * n / ${samplesPerPost}::int, likes * n / ${samplesPerPost}::int, comments * n / ${samplesPerPost}::int,
        shares * n / ${samplesPerPost}::int
      from tracked_posts, generate_series(1, ${samplesPerPost}::int) n
      order by bucket`;
    return result.count;
  });
}
