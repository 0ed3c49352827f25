/** What posts counted when they were as old as others: their samples at an age. Times are epoch ms. */
import type { Db } from './connect.ts';
import { ofReached, type Within } from './held.ts';
import type { CountColumns } from './tracked-posts.ts';

interface AgedPost {
  accountId: string;
  platform: string;
  networkPostId: string;
  publishedAt: number;
  /** Counts at an age: the last sample that ended by then. Null means the post is younger, or was not sampled by then. */
  at24h: CountColumns | null;
  at7d: CountColumns | null;
  /** Its counts now. Null if they were never read. */
  latest: CountColumns | null;
}

/**
 * Posts since an instant, newest first, with what they counted after 24 hours and after 7 days. Each look is one step in the primary
 * key of the samples. A sample of the first 48 hours is an hour long, a later one a day.
 * @param find.platform, find.accountId null means every one
 */
export async function listAgedPosts(
  db: Db,
  find: Within & {
    platform: string | null;
    accountId: string | null;
    from: number;
    now: number;
    limit: number;
  },
): Promise<AgedPost[]> {
  const { workspaceId, heldTo, platform, accountId, from, now, limit } = find;
  const at = (age: string, length: string) => db`
    select json_build_object('views', s.views, 'likes', s.likes, 'comments', s.comments, 'shares', s.shares) as counts
    from post_samples s
    where s.workspace_id = t.workspace_id and s.post_key = t.post_key
      and s.bucket <= t.published_at + ${age}::interval - ${length}::interval
      and t.published_at + ${age}::interval <= to_timestamp(${now}::float8 / 1000)
    order by s.bucket desc limit 1`;
  return db<AgedPost[]>`
    select t.account_id as "accountId", t.platform, t.network_post_id as "networkPostId",
      (extract(epoch from t.published_at) * 1000)::float8 as "publishedAt", day.counts as "at24h", week.counts as "at7d",
      case when t.fetched_at is not null then json_build_object(
        'views', t.views, 'likes', t.likes, 'comments', t.comments, 'shares', t.shares) end as latest
    from tracked_posts t
    left join lateral (${at('24 hours', '1 hour')}) day on true
    left join lateral (${at('7 days', '1 day')}) week on true
    where t.workspace_id = ${workspaceId} and t.published_at >= to_timestamp(${from}::float8 / 1000)
      ${platform === null ? db`` : db`and t.platform = ${platform}`}
      ${accountId === null ? db`` : db`and t.account_id = ${accountId}`}
      ${ofReached(db, 't.account_id', heldTo)}
    order by t.published_at desc, t.post_key limit ${limit}`;
}
