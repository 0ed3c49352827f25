/** Current numbers of posts, and how they grew. Times are epoch ms unless they are named otherwise. */
import { column } from './batch.ts';
import type { Db } from './connect.ts';
import { ofReached, ofSomeReached, type Within } from './held.ts';

/** Null if the network does not say. */
export interface CountColumns {
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
}

/** What a network said of one post. */
export interface SavedPost extends CountColumns {
  /** A UUID (version 7) for the post if it is not tracked yet. */
  key: string;
  networkPostId: string;
  /** The post of this service; null if unknown, or published elsewhere. */
  postId: string | null;
  url: string | null;
  text: string;
  mediaKind: string | null;
  publishedAt: number;
  /** Everything the network said, as JSON; null if nothing. */
  allCounts: string | null;
  state: 'ok' | 'gone' | 'not_available';
  /** The hour or day of the sample. */
  bucket: number;
}

export interface PlaceOfPosts {
  workspaceId: string;
  accountId: string;
  platform: string;
}

const counts = (db: Db, alias: string) => db`
  ${db.unsafe(alias)}.views, ${db.unsafe(alias)}.likes, ${db.unsafe(alias)}.comments, ${db.unsafe(alias)}.shares`;

/**
 * Writes a page of posts with what they count now. A sample is written for each that is new or has changed, into its bucket:
 * the last one of a bucket stays.
 * @returns how many were new or had changed
 */
export async function savePosts(
  db: Db,
  { workspaceId, accountId, platform }: PlaceOfPosts,
  posts: readonly SavedPost[],
  now: number,
): Promise<number> {
  if (posts.length === 0) return 0;
  const at = db`to_timestamp(${now}::float8 / 1000)`;
  const [row] = await db<{ changed: number }[]>`
    with said as (
      select distinct on (network_post_id) * from unnest(
        ${column(posts, 'key')}::uuid[], ${column(posts, 'networkPostId')}::text[], ${column(posts, 'postId')}::text[],
        ${column(posts, 'url')}::text[], ${column(posts, 'text')}::text[], ${column(posts, 'mediaKind')}::text[],
        ${column(posts, 'publishedAt')}::float8[], ${column(posts, 'views')}::bigint[], ${column(posts, 'likes')}::bigint[],
        ${column(posts, 'comments')}::bigint[], ${column(posts, 'shares')}::bigint[], ${column(posts, 'allCounts')}::text[],
        ${column(posts, 'state')}::text[], ${column(posts, 'bucket')}::float8[]
      ) d(key, network_post_id, post_id, url, text, media_kind, published_at, views, likes, comments, shares, all_counts,
          state, bucket)
    ), judged as (
      select s.*, t.post_key,
        t.post_key is null or t.fetched_at is null
          or (${counts(db, 't')}) is distinct from (${counts(db, 's')}) as is_changed
      from said s left join tracked_posts t on t.workspace_id = ${workspaceId} and t.account_id = ${accountId}
        and t.network_post_id = s.network_post_id
    ), saved as (
      insert into tracked_posts (workspace_id, post_key, account_id, platform, network_post_id, post_id, url, text,
        media_kind, published_at, views, likes, comments, shares, all_counts, state, fetched_at, changed_at)
      select ${workspaceId}, coalesce(post_key, key), ${accountId}, ${platform}, network_post_id, post_id, url, text,
        media_kind, to_timestamp(published_at / 1000), views, likes, comments, shares, all_counts::json, state, ${at}, ${at}
      from judged order by network_post_id
      on conflict (workspace_id, account_id, network_post_id) do update set
        post_id = coalesce(excluded.post_id, tracked_posts.post_id), url = coalesce(excluded.url, tracked_posts.url),
        text = excluded.text, media_kind = coalesce(excluded.media_kind, tracked_posts.media_kind),
        published_at = excluded.published_at, views = excluded.views, likes = excluded.likes,
        comments = excluded.comments, shares = excluded.shares, all_counts = excluded.all_counts,
        state = excluded.state, fetched_at = excluded.fetched_at,
        changed_at = case when (tracked_posts.views, tracked_posts.likes, tracked_posts.comments, tracked_posts.shares)
          is distinct from (excluded.views, excluded.likes, excluded.comments, excluded.shares)
          then excluded.changed_at else tracked_posts.changed_at end
    ), sampled as (
      insert into post_samples (workspace_id, post_key, bucket, views, likes, comments, shares)
      select ${workspaceId}, coalesce(post_key, key), to_timestamp(bucket / 1000), views, likes, comments, shares
      from judged where is_changed and state = 'ok' and coalesce(views, likes, comments, shares) is not null
      on conflict (workspace_id, post_key, bucket) do update set
        views = excluded.views, likes = excluded.likes, comments = excluded.comments, shares = excluded.shares
    )
    select (count(*) filter (where is_changed))::int as changed from judged`;
  return row!.changed;
}

/** Posts that are not to be asked again: they keep their last numbers. */
export async function markPosts(
  db: Db,
  mark: {
    accountId: string;
    networkPostIds: readonly string[];
    state: 'gone' | 'not_available';
    now: number;
  },
): Promise<void> {
  if (mark.networkPostIds.length === 0) return;
  await db`
    update tracked_posts set state = ${mark.state}, fetched_at = to_timestamp(${mark.now}::float8 / 1000)
    where account_id = ${mark.accountId} and network_post_id = any(${mark.networkPostIds as string[]}::text[])`;
}

/** A post of this service that is live on an account. */
interface OwnPost {
  networkPostId: string;
  postId: string;
  url: string | null;
  text: string;
  publishedAt: number;
}

/** Posts of this service on an account that are not tracked yet, newest first. Each part of a thread is one. */
export async function findUntrackedPosts(
  db: Db,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<OwnPost[]> {
  return db<OwnPost[]>`
    select n.network_post_id as "networkPostId", p.id as "postId", coalesce(part.url, v.snapshot #>> '{context,url}') as url,
      left(case when part.place > 1 then p.extras -> 'thread' -> (part.place - 2)::int ->> 'content' else p.content end, 500) as text,
      (extract(epoch from n.held_since) * 1000)::float8 as "publishedAt"
    from accounts a
    join network_posts n on n.platform = a.platform and n.remote_id = a.remote_id
    join actors v on v.id = n.delivery_id and v.workspace_id = a.workspace_id
    join posts p on p.id = v.parent_id
    left join lateral (
      select live.part ->> 'url' as url, live.place
      from json_array_elements(v.snapshot #> '{context,liveParts}') with ordinality live(part, place)
      where live.part ->> 'networkPostId' = n.network_post_id
    ) part on true
    where a.id = ${accountId} and not exists (
      select from tracked_posts t where t.workspace_id = a.workspace_id and t.account_id = a.id
        and (t.network_post_id = n.network_post_id or (t.post_id = p.id and part.place is null)))
    order by n.held_since desc limit ${limit}`;
}

/** Begins to track posts, without numbers. */
export async function trackPosts(
  db: Db,
  { workspaceId, accountId, platform }: PlaceOfPosts,
  posts: readonly (OwnPost & { key: string })[],
): Promise<void> {
  if (posts.length === 0) return;
  await db`
    insert into tracked_posts (workspace_id, post_key, account_id, platform, network_post_id, post_id, url, text, published_at)
    select ${workspaceId}, key, ${accountId}, ${platform}, network_post_id, post_id, url, text, to_timestamp(published_at / 1000)
    from unnest(
      ${column(posts, 'key')}::uuid[], ${column(posts, 'networkPostId')}::text[], ${column(posts, 'postId')}::text[],
      ${column(posts, 'url')}::text[], ${column(posts, 'text')}::text[], ${column(posts, 'publishedAt')}::float8[]
    ) d(key, network_post_id, post_id, url, text, published_at)
    on conflict do nothing`;
}

/** Current numbers as they are read. `bigint` of Postgres comes as a number: counts fit. */
export interface TrackedPost extends CountColumns {
  accountId: string;
  platform: string;
  networkPostId: string;
  postId: string | null;
  url: string | null;
  text: string;
  mediaKind: string | null;
  publishedAt: number;
  fetchedAt: number | null;
  state: 'ok' | 'gone' | 'not_available';
}

const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;

const selectTracked = (db: Db) => db`
  select t.account_id as "accountId", t.platform, t.network_post_id as "networkPostId", t.post_id as "postId", t.url, t.text,
    t.media_kind as "mediaKind", ${ms(db, 't.published_at')} as "publishedAt", ${ms(db, 't.fetched_at')} as "fetchedAt",
    t.state, t.views::float8 as views, t.likes::float8 as likes, t.comments::float8 as comments, t.shares::float8 as shares
  from tracked_posts t`;

/** Which posts of a workspace. */
export interface PostsOfPeriod extends Within {
  /** null means of every one. */
  platform: string | null;
  /** null means of every one. */
  accountId: string | null;
  from: number;
  /** The first instant that is not included. */
  to: number;
}

const inPeriod = (db: Db, { workspaceId, heldTo, platform, accountId, from, to }: PostsOfPeriod) => db`
  t.workspace_id = ${workspaceId}
  and t.published_at >= to_timestamp(${from}::float8 / 1000) and t.published_at < to_timestamp(${to}::float8 / 1000)
  ${platform === null ? db`` : db`and t.platform = ${platform}`}
  ${accountId === null ? db`` : db`and t.account_id = ${accountId}`} ${ofReached(db, 't.account_id', heldTo)}`;

export type PostOrder = 'date' | 'views' | 'likes' | 'comments' | 'shares' | 'engagement';

/** `engagement` is the rate that is shown, in hundredths of a percent (src/features/numbers/sums.ts, `engagementRate`). */
const orderedBy = (db: Db, order: PostOrder) => {
  if (order === 'date') return db``;
  if (order !== 'engagement') return db`t.${db(order)} desc nulls last,`;
  return db`case when t.views > 0 then floor(
    (coalesce(t.likes, 0) + coalesce(t.comments, 0) + coalesce(t.shares, 0))::float8 / t.views * 10000 + 0.5) end desc nulls last,`;
};

/**
 * Posts of a period, most first and nulls last; equal ones by date, the newest first, then by the network's id. They are put in
 * order within the index tracked_posts_by_time; only those that are listed are read whole.
 */
export async function listTopPosts(
  db: Db,
  { order, limit, ...period }: PostsOfPeriod & { order: PostOrder; limit: number },
): Promise<TrackedPost[]> {
  const inOrder = db`order by ${orderedBy(db, order)} t.published_at desc, t.network_post_id collate "C"`;
  return db<TrackedPost[]>`
    ${selectTracked(db)}
    join (
      select t.workspace_id, t.post_key from tracked_posts t where ${inPeriod(db, period)} ${inOrder} limit ${limit}
    ) top using (workspace_id, post_key)
    ${inOrder}`;
}

/** Sums of all posts of a period by network; null where no post has the number. */
export async function sumPosts(
  db: Db,
  period: PostsOfPeriod,
): Promise<(CountColumns & { platform: string; posts: number })[]> {
  return db`
    select t.platform, count(*)::int as posts, sum(t.views)::float8 as views, sum(t.likes)::float8 as likes,
      sum(t.comments)::float8 as comments, sum(t.shares)::float8 as shares
    from tracked_posts t where ${inPeriod(db, period)}
    group by t.platform order by t.platform`;
}

/** Sums of all posts of a period by account, those without a post left out; null where no post has the number. */
export async function sumPostsByAccount(
  db: Db,
  period: PostsOfPeriod,
): Promise<(CountColumns & { accountId: string; posts: number })[]> {
  return db`
    select t.account_id as "accountId", count(*)::int as posts, sum(t.views)::float8 as views, sum(t.likes)::float8 as likes,
      sum(t.comments)::float8 as comments, sum(t.shares)::float8 as shares
    from tracked_posts t where ${inPeriod(db, period)}
    group by t.account_id order by t.account_id`;
}

/** One post of an account, with everything the network said of it. */
export async function findTrackedPost(
  db: Db,
  find: { workspaceId: string; accountId: string; networkPostId: string },
): Promise<(TrackedPost & { all: { [metric: string]: number } | null; key: string }) | undefined> {
  const { workspaceId, accountId, networkPostId } = find;
  const [row] = await db<(TrackedPost & { all: { [metric: string]: number } | null; key: string })[]>`
    select f.*, o.all_counts as "all", o.post_key::text as key
    from (${selectTracked(db)} where t.workspace_id = ${workspaceId} and t.account_id = ${accountId}
      and t.network_post_id = ${networkPostId}) f
    join tracked_posts o on o.workspace_id = ${workspaceId} and o.account_id = ${accountId}
      and o.network_post_id = ${networkPostId}`;
  return row;
}

/** Everything the network said of an account's posts since an instant: for their average. */
export async function listAllCounts(
  db: Db,
  find: { workspaceId: string; accountId: string; from: number; limit: number },
): Promise<{ all: { [metric: string]: number }; counts: CountColumns; networkPostId: string }[]> {
  const { workspaceId, accountId, from, limit } = find;
  return db`
    select network_post_id as "networkPostId", coalesce(all_counts, '{}'::json) as "all",
      json_build_object('views', views, 'likes', likes, 'comments', comments, 'shares', shares) as counts
    from tracked_posts
    where workspace_id = ${workspaceId} and account_id = ${accountId} and fetched_at is not null
      and published_at >= to_timestamp(${from}::float8 / 1000)
    order by published_at desc limit ${limit}`;
}

/** How a post's counts grew, oldest first. */
export async function listSamples(
  db: Db,
  { workspaceId, key }: { workspaceId: string; key: string },
): Promise<(CountColumns & { at: number })[]> {
  return db<(CountColumns & { at: number })[]>`
    select ${ms(db, 'bucket')} as at, views::float8 as views, likes::float8 as likes, comments::float8 as comments,
      shares::float8 as shares
    from post_samples where workspace_id = ${workspaceId} and post_key = ${key}::uuid order by bucket`;
}

/** What is tracked of posts of this service. */
export async function findNumbersOfPosts(
  db: Db,
  { workspaceId, heldTo, postIds }: Within & { postIds: readonly string[] },
): Promise<TrackedPost[]> {
  return db<TrackedPost[]>`
    ${selectTracked(db)}
    where t.workspace_id = ${workspaceId} and t.post_id = any(${postIds as string[]}::text[])
      ${ofReached(db, 't.account_id', heldTo)}
    order by t.account_id, t.network_post_id`;
}

/** The posts of this service that were published last, newest first. */
export async function listLastPublished(
  db: Db,
  { workspaceId, heldTo, limit }: Within & { limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from actors
    where workspace_id = ${workspaceId} and kind = 'post' and shelf is not null and shown = 'published'
      ${heldTo === null ? db`` : db`and exists (select from posts p where p.id = actors.id ${ofSomeReached(db, 'p.account_ids', heldTo)})`}
    order by reached_at desc nulls last, id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Posts of an account that no page showed since an instant, longest unread first: they are asked for by their ids. */
export async function findMissedPosts(
  db: Db,
  find: { accountId: string; from: number; fetchedBefore: number; limit: number },
): Promise<{ networkPostId: string; publishedAt: number }[]> {
  return db<{ networkPostId: string; publishedAt: number }[]>`
    select network_post_id as "networkPostId", ${ms(db, 'published_at')} as "publishedAt"
    from tracked_posts
    where account_id = ${find.accountId} and state = 'ok' and published_at >= to_timestamp(${find.from}::float8 / 1000)
      and (fetched_at is null or fetched_at < to_timestamp(${find.fetchedBefore}::float8 / 1000))
    order by fetched_at nulls first, published_at desc limit ${find.limit}`;
}

/** Writes counts of posts that are tracked already. @returns how many had changed */
export async function saveCounts(
  db: Db,
  place: PlaceOfPosts,
  posts: readonly (CountColumns & {
    networkPostId: string;
    allCounts: string | null;
    bucketOf: (publishedAt: number) => number;
  })[],
  now: number,
): Promise<number> {
  if (posts.length === 0) return 0;
  const stored = await db<(OwnPost & { key: string; mediaKind: string | null })[]>`
    select network_post_id as "networkPostId", post_id as "postId", url, text, media_kind as "mediaKind",
      ${ms(db, 'published_at')} as "publishedAt", post_key::text as key
    from tracked_posts where workspace_id = ${place.workspaceId} and account_id = ${place.accountId}
      and network_post_id = any(${posts.map(({ networkPostId }) => networkPostId)}::text[])`;
  const rows = new Map(stored.map((row) => [row.networkPostId, row]));
  const saved = posts.flatMap(({ bucketOf, ...post }): SavedPost[] => {
    const row = rows.get(post.networkPostId);
    return row ? [{ ...row, ...post, state: 'ok', bucket: bucketOf(row.publishedAt) }] : [];
  });
  return savePosts(db, place, saved, now);
}

/** When the youngest post of an account was published; null if it has none. */
export async function youngestPost(db: Db, accountId: string): Promise<number | null> {
  const [row] = await db<{ at: number | null }[]>`
    select ${ms(db, 'max(published_at)')} as at from tracked_posts where account_id = ${accountId}`;
  return row?.at ?? null;
}

/**
 * Thins the samples of old posts: of those published over `thinAfter` ago one a week stays, the last of the week.
 * @param prune.before epoch ms
 */
export async function thinSamples(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const result = await db`
    delete from post_samples where (workspace_id, post_key, bucket) in (
      select s.workspace_id, s.post_key, s.bucket
      from tracked_posts t join post_samples s using (workspace_id, post_key)
      where t.published_at < to_timestamp(${before}::float8 / 1000) and exists (
        select from post_samples later
        where later.workspace_id = s.workspace_id and later.post_key = s.post_key and later.bucket > s.bucket
          and date_trunc('week', later.bucket at time zone 'UTC') = date_trunc('week', s.bucket at time zone 'UTC'))
      limit ${limit})`;
  return result.count;
}

/** Deletes samples of networks whose terms do not let them be kept. @param prune.before epoch ms */
export async function deleteOldSamples(
  db: Db,
  { platform, before, limit }: { platform: string; before: number; limit: number },
): Promise<number> {
  const result = await db`
    delete from post_samples where (workspace_id, post_key, bucket) in (
      select s.workspace_id, s.post_key, s.bucket
      from tracked_posts t join post_samples s using (workspace_id, post_key)
      where t.platform = ${platform} and s.bucket < to_timestamp(${before}::float8 / 1000) limit ${limit})`;
  return result.count;
}

/** Forgets the numbers of posts that were not read again in the time that a network's terms allow. */
export async function forgetOldNumbers(
  db: Db,
  { platform, before, limit }: { platform: string; before: number; limit: number },
): Promise<number> {
  const result = await db`
    update tracked_posts set views = null, likes = null, comments = null, shares = null, all_counts = null, fetched_at = null,
      changed_at = now()
    where ctid = any(array(
      select ctid from tracked_posts
      where platform = ${platform} and fetched_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
