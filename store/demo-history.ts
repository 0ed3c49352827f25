/**
 * A past for the numbers of demo accounts: as if they had been connected when their simulated posts were published. Nothing is
 * written of the day on which an account was connected, or later: what was really counted stays as it is.
 */
import type { Db } from './connect.ts';

/** How much of its reach a post has at an age: most comes within two days, a tenth within months. The simulated networks grow so. */
const share = (db: Db, age: string) => {
  const hours = db`greatest(extract(epoch from ${db.unsafe(age)})::float8, 0) / 3600`;
  return db`(0.9 * (1 - exp(-${hours} / 20)) + 0.1 * (1 - exp(-${hours} / 960)))`;
};

/**
 * Writes how posts grew until the day before their account was connected, an hour at a time for two days and then by day; unchanged
 * counts write nothing.
 * @returns how many samples were written
 */
export async function growPastPosts(db: Db, { workspaceId }: { workspaceId: string }): Promise<number> {
  const result = await db`
    with past as (
      select t.workspace_id, t.post_key, b.bucket, t.views, t.likes, t.comments, t.shares,
        least(1, ${share(db, 'b.bucket + b.length - t.published_at')}
          / nullif(${share(db, 't.fetched_at - t.published_at')}, 0)) as part
      from tracked_posts t join accounts a on a.id = t.account_id
      cross join lateral (
        select date_trunc('hour', t.published_at, 'UTC') + interval '1 hour' * h as bucket, interval '1 hour' as length
        from generate_series(0, 47) h
        union all
        select d, interval '1 day'
        from generate_series(date_trunc('day', t.published_at, 'UTC') + interval '3 days', a.connected_at, interval '1 day') d
      ) b
      where t.workspace_id = ${workspaceId} and t.fetched_at is not null
        and b.bucket + b.length <= date_trunc('day', a.connected_at, 'UTC')
    ), counted as (
      select workspace_id, post_key, bucket, floor(views * part)::bigint as views, floor(likes * part)::bigint as likes,
        floor(comments * part)::bigint as comments, floor(shares * part)::bigint as shares
      from past where part is not null
    ), changed as (
      select c.*, lag(array[views, likes, comments, shares]) over (partition by post_key order by bucket) as before
      from counted c
    )
    insert into post_samples (workspace_id, post_key, bucket, views, likes, comments, shares)
    select workspace_id, post_key, bucket, views, likes, comments, shares from changed
    where coalesce(views, likes, comments, shares) is not null
      and array[views, likes, comments, shares] is distinct from before
    on conflict do nothing`;
  return result.count;
}

/** Writes followers of the days before an account was connected. @returns how many days */
export async function growPastFollowers(
  db: Db,
  { workspaceId, days }: { workspaceId: string; days: number },
): Promise<number> {
  const result = await db`
    insert into account_days (workspace_id, account_id, metric, day, zone, value, final)
    select a.workspace_id, a.id, 'followers', (a.connected_at at time zone 'UTC')::date - d, 'UTC',
      greatest(0, n.followers - round(d * (0.5 + abs(hashtext(a.id) % 500) / 100.0) + 6 * sin(d / 3.0 + hashtext(a.id) % 7)))::bigint, true
    from accounts a join account_numbers n on n.account_id = a.id, generate_series(1, ${days}::int) d
    where a.workspace_id = ${workspaceId} and n.followers is not null
    on conflict do nothing`;
  return result.count;
}
