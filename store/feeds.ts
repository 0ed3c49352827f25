/** Feeds and their items. The actor of a feed decides when it is read and when the posts of its items are made (machines/feed.ts). */
import { batch } from './batch.ts';
import type { Db, Fragment, Tx } from './connect.ts';

export type FeedMode = 'draft' | 'next_slot' | 'publish';

/** What a person says of a feed. */
export interface FeedTerms {
  url: string;
  accountIds: string[];
  template: string;
  mode: FeedMode;
  everyMinutes: number;
  /** The user who said last what becomes of its items. */
  setBy: string;
  /** Whether that caller may publish without an approval. */
  mayApprove: boolean;
}

/** By what the server of a feed knows the version that was read last; null means it named none. */
interface Version {
  etag: string | null;
  lastModified: string | null;
}

export interface FeedRow extends FeedTerms, Version {
  id: string;
  workspaceId: string;
  /** The workspace's slug. */
  workspace: string;
  /** What the feed calls itself; null until it was read. */
  title: string | null;
  status: string;
  reason: string | null;
  /** Why it cannot be read; what is wrong with some of its items; why the last one became no post: sentences. */
  problem: string | null;
  notice: string | null;
  refusal: string | null;
  /** Epoch ms. */
  lastReadAt: number | null;
  nextAt: number | null;
  failingSince: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What an item of a feed became: a post; nothing, because it was there before; nothing, because it was refused. */
type ItemResult = 'made' | 'skipped' | 'refused';

/** An item that waits for its post. */
export interface WaitingItem {
  key: string;
  title: string;
  link: string | null;
  summary: string;
  image: string | null;
}

export interface FeedItemRow {
  /** Counts up within the feed. */
  id: string;
  key: string;
  title: string;
  link: string | null;
  /** Epoch ms. */
  seenAt: number;
  /** null means it waits for its post. */
  result: ItemResult | null;
  postId: string | null;
  problem: string | null;
}

/** Items of a feed that are kept beside those that it still has: an item that comes again is known by then. */
const MAX_KEPT_ITEMS = 1_000;

const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;
const inContext = (db: Db, field: string) => db`s.snapshot #>> ${`{context,${field}}`}::text[]`;

/** A feed that was made in this transaction has no actor yet: it is active. */
const select = (db: Db, where: Fragment) => db<FeedRow[]>`
  select r.id, r.workspace_id as "workspaceId", w.slug as workspace, r.url, r.account_ids as "accountIds", r.template, r.mode,
    r.every_minutes as "everyMinutes", r.title, r.etag, r.last_modified as "lastModified", r.set_by as "setBy",
    r.may_approve as "mayApprove", coalesce(s.shown, 'active') as status, ${inContext(db, 'reason')} as reason,
    ${inContext(db, 'problem')} as problem, ${inContext(db, 'notice')} as notice, ${inContext(db, 'refusal')} as refusal,
    (${inContext(db, 'lastReadAt')})::float8 as "lastReadAt", (${inContext(db, 'nextAt')})::float8 as "nextAt",
    (${inContext(db, 'failingSince')})::float8 as "failingSince",
    ${ms(db, 'r.created_at')} as "createdAt", ${ms(db, 'r.updated_at')} as "updatedAt"
  from feeds r join workspaces w on w.id = r.workspace_id left join actors s on s.id = r.id
  where ${where}`;

/** Feeds of a workspace, newest first. @param list.status null means any */
export async function listFeeds(
  db: Db,
  { workspaceId, status, limit }: { workspaceId: string; status: string | null; limit: number },
): Promise<FeedRow[]> {
  return select(
    db,
    db`r.workspace_id = ${workspaceId}
      ${status === null ? db`` : db`and coalesce(s.shown, 'active') = ${status}`} order by r.id desc limit ${limit}`,
  );
}

/** A feed of a workspace; undefined if there is none. */
export async function findFeed(
  db: Db,
  find: { id: string; workspaceId: string },
): Promise<FeedRow | undefined> {
  const [row] = await select(db, db`r.id = ${find.id} and r.workspace_id = ${find.workspaceId}`);
  return row;
}

/** Feeds by id, of every workspace: for webhooks and for the work of their actors. */
export async function readFeeds(db: Db, ids: readonly string[]): Promise<FeedRow[]> {
  return select(db, db`r.id = any(${ids as string[]}::text[])`);
}

/** A title for each feed: what it calls itself, else its address. */
export async function describeFeeds(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select id, left(coalesce(nullif(title, ''), url), 80) as title from feeds where id = any(${ids as string[]}::text[])`;
}

/** Keeps other transactions from adding feeds to a workspace, so that two of them do not pass the limit. */
export async function lockFeedCount(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' feeds ' || ${workspaceId}, 0))`;
}

/** How many feeds a workspace has, ended ones left out. */
export async function countFeeds(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from feeds r left join actors s on s.id = r.id
    where r.workspace_id = ${workspaceId} and coalesce(s.shown, 'active') <> 'ended'`;
  return row!.count;
}

/** @param now epoch ms */
export async function insertFeed(
  tx: Tx,
  { id, workspaceId, ...terms }: FeedTerms & { id: string; workspaceId: string },
  now: number,
): Promise<void> {
  await tx`
    insert into feeds (id, workspace_id, url, account_ids, template, mode, every_minutes, set_by, may_approve, created_at, updated_at)
    values (${id}, ${workspaceId}, ${terms.url}, ${terms.accountIds}::text[], ${terms.template}, ${terms.mode}, ${terms.everyMinutes},
            ${terms.setBy}, ${terms.mayApprove}, to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000))`;
}

/** Of another address nothing was read yet. @param now epoch ms */
export async function updateFeed(tx: Tx, { id, ...terms }: FeedTerms & { id: string }, now: number) {
  await tx`
    update feeds set account_ids = ${terms.accountIds}::text[], template = ${terms.template}, mode = ${terms.mode},
      every_minutes = ${terms.everyMinutes}, set_by = ${terms.setBy}, may_approve = ${terms.mayApprove},
      title = case when url = ${terms.url} then title end, etag = case when url = ${terms.url} then etag end,
      last_modified = case when url = ${terms.url} then last_modified end, url = ${terms.url},
      updated_at = to_timestamp(${now}::float8 / 1000)
    where id = ${id}`;
}

/** Deletes a feed with its items. Its posts stay. */
export async function deleteFeed(tx: Tx, id: string): Promise<void> {
  await tx`with items as (delete from feed_items where feed_id = ${id}) delete from feeds where id = ${id}`;
}

/** Takes an account out of all feeds that have it. @returns these feeds, each with the accounts that are left */
export async function leaveFeedsOfAccount(
  tx: Tx,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<{ id: string; accountIds: string[] }[]> {
  return tx<{ id: string; accountIds: string[] }[]>`
    update feeds set account_ids = array_remove(account_ids, ${accountId})
    where workspace_id = ${workspaceId} and account_ids @> array[${accountId}]::text[]
    returning id, account_ids as "accountIds"`;
}

/** Which of these keys a feed has items of. */
export async function storedKeys(
  db: Db,
  { feedId, keys }: { feedId: string; keys: readonly string[] },
): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    select key from feed_items where feed_id = ${feedId} and key = any(${keys as string[]}::text[])`;
  return new Set(rows.map(({ key }) => key));
}

/** How many items of a feed wait for their posts. */
export async function countWaitingItems(db: Db, feedId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from feed_items where feed_id = ${feedId} and result is null`;
  return row!.count;
}

/** Keeps what a read said of the feed itself. */
export async function saveReading(
  tx: Tx,
  { feedId, title, etag, lastModified }: Version & { feedId: string; title: string },
): Promise<void> {
  await tx`
    update feeds set title = ${title}, etag = ${etag}, last_modified = ${lastModified} where id = ${feedId}`;
}

/** Items that wait become no posts. */
export async function skipWaitingItems(tx: Tx, feedId: string): Promise<void> {
  await tx`
    update feed_items set result = 'skipped', summary = null, image = null where feed_id = ${feedId} and result is null`;
}

/**
 * Stores items that are new, and forgets the oldest ones that the feed does not have any more.
 * @param items the oldest first
 * @param of.current keys of all items that the feed has now; skipped: how many of `items`, from the first, become no posts; now: epoch ms
 */
export async function insertItems(
  tx: Tx,
  items: readonly WaitingItem[],
  of: { feedId: string; workspaceId: string; current: readonly string[]; skipped: number; now: number },
): Promise<void> {
  const { feedId, workspaceId, current, skipped, now } = of;
  if (items.length === 0) return;
  const rows = items.map(({ key, title, link, summary, image }, index) =>
    index < skipped
      ? { key, title, link, summary: null, image: null, result: 'skipped' }
      : { key, title, link, summary, image, result: null },
  );
  await tx`
    insert into feed_items (feed_id, key, workspace_id, no, title, link, summary, image, seen_at, result)
    select ${feedId}, d.key, ${workspaceId}, last.no + d.place, d.title, d.link, d.summary, d.image,
      to_timestamp(${now}::float8 / 1000), d.result
    from (select coalesce(max(no), 0) as no from feed_items where feed_id = ${feedId}) last,
      rows from (json_to_recordset(${batch(rows)}::text::json)
        as (key text, title text, link text, summary text, image text, result text)) with ordinality
        as d(key, title, link, summary, image, result, place)`;
  await tx`
    delete from feed_items
    where feed_id = ${feedId} and result is not null and not (key = any(${current as string[]}::text[])) and no <= (
      select no from feed_items where feed_id = ${feedId} order by no desc offset ${MAX_KEPT_ITEMS} limit 1)`;
}

/** The next items whose posts are to be made, the oldest first. */
export async function listWaitingItems(
  db: Db,
  { feedId, limit }: { feedId: string; limit: number },
): Promise<WaitingItem[]> {
  return db<WaitingItem[]>`
    select key, title, link, coalesce(summary, '') as summary, image from feed_items
    where feed_id = ${feedId} and result is null order by no limit ${limit}`;
}

/** What became of an item: its post, or why it has none, as a sentence. */
export type SettledItem = { key: string } & (
  | { postId: string; problem: null }
  | { postId: null; problem: string }
);

/** Stores what became of items. @returns how many of them waited until now */
export async function settleItems(
  tx: Tx,
  { feedId, items }: { feedId: string; items: readonly SettledItem[] },
): Promise<number> {
  const { count } = await tx`
    update feed_items i set post_id = d."postId", problem = d.problem, summary = null, image = null,
      result = case when d."postId" is null then 'refused' else 'made' end
    from json_to_recordset(${batch(items)}::text::json) d(key text, "postId" text, problem text)
    where i.feed_id = ${feedId} and i.key = d.key and i.result is null`;
  return count;
}

/** Items of a feed, newest first. @param list.before id of an item; null means from the newest */
export async function listItems(
  db: Db,
  { feedId, before, limit }: { feedId: string; before: string | null; limit: number },
): Promise<FeedItemRow[]> {
  return db<FeedItemRow[]>`
    select no::text as id, key, title, link, ${ms(db, 'seen_at')} as "seenAt", result, post_id as "postId", problem
    from feed_items where feed_id = ${feedId} ${before === null ? db`` : db`and no < ${before}::bigint`}
    order by no desc limit ${limit}`;
}
