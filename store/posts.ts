/** Posts as callers write and read them. The status that a post's machine decides is in the row of its actor. */
import type { Persisted } from '../machines/durable.ts';
import type { PostContext } from '../machines/post.ts';
import type { Db, Fragment } from './connect.ts';
import { column } from './batch.ts';
import { type Head, HEAD_COLUMNS } from './feed.ts';
import { type HeldTo, ofReached, ofSomeReached, type Within } from './held.ts';
import type { PostExtras } from './post-extras.ts';
import { queryOf, searched, type WordSearch } from './post-search.ts';
import { joinedWords, vectorOf } from './post-words.ts';

/** What a post's actor stores of its first comments, and of how its deliveries ended. */
type CommentsState = Pick<PostContext, 'firstComments' | 'results'>;

interface NewPost {
  id: string;
  workspaceId: string;
  content: string;
  accountIds: string[];
  /** The networks of the accounts, in the order of the accounts. */
  platforms: string[];
  media: string[];
  options: { [name: string]: unknown };
  warnings: string[];
  extras: PostExtras;
  labels: string[];
  /** The series that made it. Absent means a person did. `at`: the instant for which it was made, epoch ms. */
  madeBy?: { seriesId: string; at: number };
}

/** A post as it is written, with the words by which a search finds it. */
type Written<Post> = Post & { words: readonly string[] };

/** A post as it is read: its row, its status, and the snapshots of its deliveries. Times are ISO strings in UTC. */
export interface PostRow extends NewPost {
  /** The workspace's slug. */
  workspace: string;
  timezone: string;
  /** The series that made it; null if a person did. */
  seriesId: string | null;
  status: string;
  scheduledAt: string | null;
  publishedAt: string | null;
  error: string | null;
  createdAt: string;
  updatedAt: string;
  /** Sums over its networks; null if none is known. */
  metrics: { views: number; likes: number; comments: number; shares: number } | null;
  /** What the post's actor knows of its first comments. Absent or null means nothing. */
  comments?: CommentsState | null;
  /** What the post's actor knows of its approval. Absent or null means nothing. */
  approval?: { value: unknown; context: Pick<PostContext, 'approval'> } | null;
  /** Numbers of the parts of its threads, by `<account id> <network post id>`. Absent if none is known; null if the post has no thread, or none is known. */
  partMetrics?: { [part: string]: NonNullable<PostRow['metrics']> } | null;
  /** The snapshots of all started deliveries, in the order of their ids. */
  deliveries: Persisted[];
}

export const insertPosts = async (db: Db, posts: Written<NewPost>[], now: number) =>
  postsInsert(db, posts, now);

/** The statement of `insertPosts`. @param now epoch ms */
export function postsInsert(db: Db, posts: Written<NewPost>[], now: number) {
  const words = posts.map((post) => ({ words: joinedWords(post.words) }));
  return db`
    insert into posts (id, workspace_id, content, account_ids, platforms, media, options, warnings, extras, labels, words, series_id, series_at, created_at, updated_at)
    select d.id, d.workspace_id, d.content,
           array(select json_array_elements_text(d.account_ids::json)),
           array(select json_array_elements_text(d.platforms::json)),
           array(select json_array_elements_text(d.media::json)),
           d.options::json, d.warnings::json, d.extras::json,
           array(select json_array_elements_text(d.labels::json)), ${vectorOf(db, db`d.words`)}, d.series_id, to_timestamp(d.series_at / 1000), to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000)
    from unnest(
      ${column(posts, 'id')}::text[], ${column(posts, 'workspaceId')}::text[], ${column(posts, 'content')}::text[],
      ${texts(posts, 'accountIds')}::text[], ${texts(posts, 'platforms')}::text[], ${texts(posts, 'media')}::text[],
      ${texts(posts, 'options')}::text[], ${texts(posts, 'warnings')}::text[],
      ${texts(posts, 'extras')}::text[], ${texts(posts, 'labels')}::text[],
      ${column(words, 'words')}::text[], ${posts.map(({ madeBy }) => madeBy?.seriesId ?? null)}::text[],
      ${posts.map(({ madeBy }) => madeBy?.at ?? null)}::float8[]
    ) d(id, workspace_id, content, account_ids, platforms, media, options, warnings, extras, labels, words, series_id, series_at)`;
}

const texts = (posts: NewPost[], key: keyof NewPost) => posts.map((post) => JSON.stringify(post[key]));

/** Writes what an edit changes in the post's row. The turn of the same transaction changes the status. */
export async function updatePostContent(db: Db, post: Written<Omit<NewPost, 'workspaceId'>>, now: number) {
  return db`
    update posts set content = ${post.content}, account_ids = ${post.accountIds}::text[],
      platforms = ${post.platforms}::text[], media = ${post.media}::text[],
      options = ${JSON.stringify(post.options)}::text::json, warnings = ${JSON.stringify(post.warnings)}::text::json,
      extras = ${JSON.stringify(post.extras)}::text::json, labels = ${post.labels}::text[],
      words = ${vectorOf(db, db`${joinedWords(post.words)}::text`)},
      updated_at = to_timestamp(${now}::float8 / 1000)
    where id = ${post.id}`;
}

/** Writes the labels of a post. @param now epoch ms */
export async function updateLabels(
  db: Db,
  { id, labels, words }: Written<Pick<NewPost, 'id' | 'labels'>>,
  now: number,
): Promise<void> {
  await db`
    update posts set labels = ${labels}::text[], words = ${vectorOf(db, db`${joinedWords(words)}::text`)},
      updated_at = to_timestamp(${now}::float8 / 1000) where id = ${id}`;
}

/** What is read of a post: a PostRow with times as epoch ms, and the key of what was read. */
type ReadPost = Omit<PostRow & PostKey, InstantName> & Record<InstantName, number | string | null>;
const INSTANTS = ['scheduledAt', 'publishedAt', 'createdAt', 'updatedAt'] as const;
type InstantName = (typeof INSTANTS)[number];

/**
 * Reads posts whole, deliveries included, with their keys.
 * @param where a condition about `posts p` and their actors `s`; heldTo: only posts of these accounts, with the sums of their numbers
 */
async function readWhole(db: Db, where: Fragment, heldTo: HeldTo): Promise<(PostRow & PostKey)[]> {
  // instants as numbers, and each delivery looked up once, also for the key: formatting and a second lookup cost Postgres more
  const ms = (of: string) => db`date_part('epoch', ${db.unsafe(of)}) * 1000`;
  const rows = await db<ReadPost[]>`
    select p.id, concat_ws(' ', s.rev, p.rev, d.revs, w.timezone, m.changed) as key, ${db.unsafe(HEAD_COLUMNS)},
      p.workspace_id as "workspaceId", w.slug as workspace, w.timezone, p.content, s.shown as status,
      ${ms('s.planned_at')} as "scheduledAt", ${ms('s.reached_at')} as "publishedAt",
      p.account_ids as "accountIds", p.platforms, p.media, p.options, p.warnings, p.extras, p.labels, p.series_id as "seriesId", s.reason as error,
      ${ms('p.created_at')} as "createdAt", ${ms('greatest(p.updated_at, s.updated_at)')} as "updatedAt",
      m.metrics, d.snapshots as deliveries,
      case when p.extras::text like '%"firstComment"%' or s.snapshot::text like '%"firstComments"%' then json_build_object(
        'firstComments', coalesce(s.snapshot #> '{context,firstComments}', '{}'::json),
        'results', coalesce(s.snapshot #> '{context,results}', '{}'::json)) end as comments,
      case when s.snapshot::text like '%"approval"%' then json_build_object(
        'value', s.snapshot -> 'value', 'context', json_build_object('approval', s.snapshot #> '{context,approval}')) end as approval,
      case when p.extras::text like '%"thread"%' then (
        select json_object_agg(t.account_id || ' ' || t.network_post_id, json_build_object(
          'views', coalesce(t.views, 0), 'likes', coalesce(t.likes, 0),
          'comments', coalesce(t.comments, 0), 'shares', coalesce(t.shares, 0)))
        from tracked_posts t
        where t.post_id = p.id and coalesce(t.views, t.likes, t.comments, t.shares) is not null) end as "partMetrics"
    from posts p
    join actors s on s.id = p.id
    join workspaces w on w.id = p.workspace_id
    join feed_heads h on h.workspace_id = p.workspace_id
    cross join lateral (
      select count(*) + sum(a.rev) as revs,
        coalesce(json_agg(a.snapshot order by a.id) filter (where a.kind = 'delivery'), '[]'::json) as snapshots
      from actors a where a.parent_id = p.id
    ) d
    cross join lateral (
      select sum(extract(epoch from t.changed_at)) as changed,
        case when count(coalesce(t.views, t.likes, t.comments, t.shares)) > 0 then json_build_object(
          'views', coalesce(sum(t.views), 0), 'likes', coalesce(sum(t.likes), 0),
          'comments', coalesce(sum(t.comments), 0), 'shares', coalesce(sum(t.shares), 0)) end as metrics
      from tracked_posts t where t.post_id = p.id ${ofReached(db, 't.account_id', heldTo)}
    ) m
    where ${where}`;
  for (const row of rows) for (const name of INSTANTS) row[name] = isoOf(row[name] as number | null);
  return rows as (PostRow & PostKey)[];
}

/** @param ms epoch ms, perhaps with the fraction of a float. @returns an ISO string in UTC */
const isoOf = (ms: number | null): string | null =>
  ms === null ? null : new Date(Math.round(ms)).toISOString();

/** The version of a post: it changes whenever anything changes that a response shows. With how far its workspace had come. */
export interface PostKey extends Head {
  id: string;
  workspaceId: string;
  key: string;
}

/** The row of the post's actor changes with every step of the post; its text, its deliveries and its numbers change on their own. */
const keyOf = (db: Db) => db`concat_ws(' ',
    s.rev, p.rev, (select count(*) + sum(d.rev) from actors d where d.parent_id = s.id), w.timezone,
    (select sum(extract(epoch from t.changed_at)) from tracked_posts t where t.post_id = s.id))`;

/**
 * The condition that a post is one of these. Postgres plans a statement for any parameters as if an array had ten values, and
 * keeps that plan unless those for the real values look cheaper. So a single id has a form of its own, and a shorter array is
 * filled up with its last id: else it would plan the statement again and again, which takes longer than running it.
 */
const idIn = (db: Db, column: string, ids: string[]) =>
  ids.length === 1
    ? db`${db.unsafe(column)} = ${ids[0]!}`
    : db`${db.unsafe(column)} = any(${filledUp(ids)}::text[])`;

const ASSUMED_VALUES = 10;
const filledUp = (ids: readonly string[]): string[] =>
  ids.length === 0 || ids.length >= ASSUMED_VALUES
    ? [...ids]
    : [...ids, ...Array<string>(ASSUMED_VALUES - ids.length).fill(ids.at(-1)!)];

/** Keys of posts by id, from every workspace; removed posts are left out. */
export async function findPostKeys(db: Db, ids: string[]): Promise<PostKey[]> {
  return db<PostKey[]>`
    select s.id, s.workspace_id as "workspaceId", ${keyOf(db)} as key, ${db.unsafe(HEAD_COLUMNS)}
    from posts p join actors s on s.id = p.id join workspaces w on w.id = s.workspace_id join feed_heads h on h.workspace_id = s.workspace_id
    where ${idIn(db, 's.id', ids)} and s.kind = 'post' and s.shown <> 'removed'`;
}

/** Posts by id, removed ones included: for events about them. */
export async function readPosts(db: Db, ids: string[]): Promise<PostRow[]> {
  return readWhole(db, idIn(db, 'p.id', ids), null);
}

/** The post and the snapshot of each delivery, by the delivery's id. */
export async function readDeliveries(
  db: Db,
  ids: string[],
): Promise<{ id: string; postId: string; snapshot: Persisted }[]> {
  return db`select id, parent_id as "postId", snapshot from actors where ${idIn(db, 'id', ids)} and kind = 'delivery'`;
}

/** One post of a workspace, of an account that the caller reaches; undefined when there is none, or it was removed. */
export async function findPost(db: Db, find: Within & { id: string }): Promise<PostRow | undefined> {
  const [row] = await findPosts(db, [find.id], find.heldTo);
  return row?.workspaceId === find.workspaceId ? row : undefined;
}

/**
 * Posts by id with their keys, from every workspace; removed posts are left out.
 * @param heldTo only posts of one of these accounts or more, with the sums of their numbers alone; null means all
 */
export async function findPosts(db: Db, ids: string[], heldTo: HeldTo): Promise<(PostRow & PostKey)[]> {
  const where = db`${idIn(db, 'p.id', ids)} and s.shown <> 'removed' ${ofSomeReached(db, 'p.account_ids', heldTo)}`;
  return readWhole(db, where, heldTo);
}

/**
 * Posts with a place on the calendar, by time: all scheduled posts, and of the others those among the newest thousand of
 * their status, because only planned times have an index.
 *
 * @param list.from epoch ms, the first instant; to: epoch ms, the first instant that is not included; words: of the posts, absent or null means any
 */
export async function listCalendar(
  db: Db,
  list: Within & { from: number; to: number; words?: WordSearch | null; limit: number },
): Promise<PostRow[]> {
  const { workspaceId, heldTo, words, limit } = list;
  const from = db`to_timestamp(${list.from}::float8 / 1000)`;
  const to = db`to_timestamp(${list.to}::float8 / 1000)`;
  return readWhole(
    db,
    db`p.id in (
      select id from (
        select id, planned_at from actors
        where workspace_id = ${workspaceId} and kind = 'post' and shelf = 'scheduled'
          and planned_at >= ${from} and planned_at < ${to}
        union all
        select recent.id, recent.planned_at from unnest('{draft,awaiting_approval,publishing,published,failed}'::text[]) wanted(shelf)
        cross join lateral (
          select id, planned_at from actors
          where workspace_id = ${workspaceId} and kind = 'post' and shelf = wanted.shelf order by id desc limit 1000
        ) recent
        where recent.planned_at >= ${from} and recent.planned_at < ${to}
      ) planned
      ${heldTo === null ? db`` : db`where exists (select from posts o where o.id = planned.id ${ofSomeReached(db, 'o.account_ids', heldTo)})`}
      ${words ? db`${db.unsafe(heldTo === null ? 'where' : 'and')} exists (select from posts o where o.id = planned.id and ${searched(db, 'o.')} @@ ${queryOf(words)}::tsquery)` : db``}
      order by planned_at, id limit ${limit}
    )
    order by s.planned_at, p.id`,
    heldTo,
  );
}

/** Instants (epoch ms), from `from` on, at which posts of a workspace are scheduled: the slots that are taken. */
export async function scheduledInstants(
  db: Db,
  {
    workspaceId,
    from,
    accountIds = null,
  }: { workspaceId: string; from: number; accountIds?: readonly string[] | null },
): Promise<number[]> {
  const isOfAccount =
    accountIds === null
      ? db``
      : db`and exists (select from posts p where p.id = actors.id and p.account_ids && ${accountIds as string[]}::text[])`;
  const rows = await db<{ at: number }[]>`
    select (extract(epoch from planned_at) * 1000)::float8 as at from actors
    where workspace_id = ${workspaceId} and kind = 'post' and shelf = 'scheduled'
      and planned_at >= to_timestamp(${from}::float8 / 1000) ${isOfAccount}`;
  return rows.map((row) => row.at);
}

/** How many posts are scheduled for an instant or later. @param count.from epoch ms */
export async function countScheduled(db: Db, count: { workspaceId: string; from: number }): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from actors
    where workspace_id = ${count.workspaceId} and kind = 'post' and shelf = 'scheduled' and shown = 'scheduled'
      and planned_at >= to_timestamp(${count.from}::float8 / 1000)`;
  return row!.count;
}

/**
 * Posts with a place on the calendar after an instant that nothing was sent of, by id. Those of series are left out: a series has a time zone
 * of its own.
 * @param list.after epoch ms
 */
export async function listPlannedPosts(
  db: Db,
  list: { workspaceId: string; after: number; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from actors
    where workspace_id = ${list.workspaceId} and kind = 'post' and shelf in ('scheduled', 'draft', 'awaiting_approval')
      and not exists (select from posts p where p.id = actors.id and p.series_id is not null)
      and planned_at > to_timestamp(${list.after}::float8 / 1000)
    order by id limit ${list.limit}`;
  return rows.map(({ id }) => id);
}

/** What the effects of a delivery need to know of its post, and of its workspace's plan. */
export interface PostWork {
  content: string;
  media: string[];
  options: { [name: string]: unknown };
  extras: PostExtras;
  plan: string;
  /** Epoch ms. */
  trialEndsAt: number | null;
}

export async function readPostWork(db: Db, ids: string[]): Promise<(PostWork & { id: string })[]> {
  return db<(PostWork & { id: string })[]>`
    select p.id, p.content, p.media, p.options, p.extras, w.plan,
      (extract(epoch from w.trial_ends_at) * 1000)::float8 as "trialEndsAt"
    from posts p join workspaces w on w.id = p.workspace_id where p.id = any(${ids}::text[])`;
}

/** How many posts are in each state, for the metrics. */
export async function countPosts(db: Db) {
  return db<{ status: string; count: number }[]>`
    select shown as status, count(*)::int as count from actors
    where kind = 'post' and shelf is not null group by shown`;
}

/** How many posts have a label. */
interface LabelCount {
  label: string;
  posts: number;
}

/** The labels that most posts have. */
export async function countPostLabels(
  db: Db,
  { workspaceId, heldTo, limit }: Within & { limit: number },
): Promise<LabelCount[]> {
  return db<LabelCount[]>`
    select label, count(*)::int as posts
    from posts p join actors s on s.id = p.id and s.shown <> 'removed' cross join unnest(p.labels) label
    where p.workspace_id = ${workspaceId} and p.labels <> '{}' ${ofSomeReached(db, 'p.account_ids', heldTo)}
    group by label order by posts desc, label limit ${limit}`;
}
