/** Series of posts: what each post says, and the rule. The actor of a series decides when its posts are made. */
import type { Db, Fragment, Tx } from './connect.ts';
import { ofSomeReached, type Within } from './held.ts';

/** What each post of a series says, beside its accounts. */
interface SeriesContent {
  content: string;
  media: string[];
  options: { [name: string]: unknown };
  extras: object;
  labels: string[];
}

/** What a series says. */
export interface SeriesTerms {
  accountIds: string[];
  content: SeriesContent;
  rule: string;
  /** The first possible time on the wall clock of the zone: `2026-12-01T09:00:00`. */
  startsAt: string;
  /** IANA name. */
  timezone: string;
  /** The user who said last what the posts are. */
  setBy: string;
  /** Whether that caller may publish without an approval. */
  mayApprove: boolean;
}

export interface SeriesRow extends SeriesTerms {
  id: string;
  workspaceId: string;
  /** The workspace's slug. */
  workspace: string;
  status: string;
  reason: string | null;
  error: string | null;
  /** Epoch ms. */
  createdAt: number;
  updatedAt: number;
}

const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(name)}) * 1000)::float8`;

/** A series that was made in this transaction has no actor yet: it is active. */
const select = (db: Db, where: Fragment) => db<SeriesRow[]>`
  select r.id, r.workspace_id as "workspaceId", w.slug as workspace, r.account_ids as "accountIds", r.content, r.rule,
    r.starts_at as "startsAt", r.timezone, r.set_by as "setBy", r.may_approve as "mayApprove",
    coalesce(s.shown, 'active') as status, s.snapshot #>> '{context,reason}' as reason, s.snapshot #>> '{context,error}' as error,
    ${ms(db, 'r.created_at')} as "createdAt", ${ms(db, 'greatest(r.updated_at, s.updated_at)')} as "updatedAt"
  from series r join workspaces w on w.id = r.workspace_id left join actors s on s.id = r.id
  where ${where}`;

/** Series of which the caller reaches an account, newest first. @param list.status null means any */
export async function listSeries(
  db: Db,
  { workspaceId, heldTo, status, limit }: Within & { status: string | null; limit: number },
): Promise<SeriesRow[]> {
  return select(
    db,
    db`r.workspace_id = ${workspaceId} ${ofSomeReached(db, 'r.account_ids', heldTo)}
      ${status === null ? db`` : db`and coalesce(s.shown, 'active') = ${status}`} order by r.id desc limit ${limit}`,
  );
}

/** A series of which the caller reaches an account; undefined if there is none. */
export async function findSeries(db: Db, find: Within & { id: string }): Promise<SeriesRow | undefined> {
  const [row] = await select(
    db,
    db`r.id = ${find.id} and r.workspace_id = ${find.workspaceId} ${ofSomeReached(db, 'r.account_ids', find.heldTo)}`,
  );
  return row;
}

/** Series by id, of every workspace: for webhooks and for the work of their actors. */
export async function readSeries(db: Db, ids: readonly string[]): Promise<SeriesRow[]> {
  return select(db, db`r.id = any(${ids as string[]}::text[])`);
}

/** A title for each series: the beginning of its text. */
export async function describeSeries(db: Db, ids: readonly string[]) {
  return db<{ id: string; title: string }[]>`
    select id, left(content ->> 'content', 80) as title from series where id = any(${ids as string[]}::text[])`;
}

/** Keeps other transactions from adding series to a workspace, so that two of them do not pass the limit. */
export async function lockSeriesCount(tx: Tx, workspaceId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' series ' || ${workspaceId}, 0))`;
}

/** How many series a workspace has, ended ones left out. */
export async function countSeries(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from series r left join actors s on s.id = r.id
    where r.workspace_id = ${workspaceId} and coalesce(s.shown, 'active') <> 'ended'`;
  return row!.count;
}

/** @param now epoch ms */
export async function insertSeries(
  tx: Tx,
  { id, workspaceId, ...terms }: SeriesTerms & { id: string; workspaceId: string },
  now: number,
): Promise<void> {
  await tx`
    insert into series (id, workspace_id, account_ids, content, rule, starts_at, timezone, set_by, may_approve, created_at, updated_at)
    values (${id}, ${workspaceId}, ${terms.accountIds}::text[], ${JSON.stringify(terms.content)}::text::json, ${terms.rule},
            ${terms.startsAt}, ${terms.timezone}, ${terms.setBy}, ${terms.mayApprove},
            to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000))`;
}

/** @param now epoch ms */
export async function updateSeries(tx: Tx, { id, ...terms }: SeriesTerms & { id: string }, now: number) {
  await tx`
    update series set account_ids = ${terms.accountIds}::text[], content = ${JSON.stringify(terms.content)}::text::json,
      rule = ${terms.rule}, starts_at = ${terms.startsAt}, timezone = ${terms.timezone}, set_by = ${terms.setBy},
      may_approve = ${terms.mayApprove}, updated_at = to_timestamp(${now}::float8 / 1000)
    where id = ${id}`;
}

export async function deleteSeries(tx: Tx, id: string): Promise<void> {
  await tx`delete from series where id = ${id}`;
}

/** Takes an account out of all series that have it. @returns these series, each with the accounts that are left */
export async function leaveSeriesOfAccount(
  tx: Tx,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<{ id: string; accountIds: string[] }[]> {
  return tx<{ id: string; accountIds: string[] }[]>`
    update series set account_ids = array_remove(account_ids, ${accountId})
    where workspace_id = ${workspaceId} and account_ids @> array[${accountId}]::text[]
    returning id, account_ids as "accountIds"`;
}

/** The instants for which a series has made posts, of these, epoch ms. */
export async function madeInstants(
  tx: Tx,
  { id, instants }: { id: string; instants: readonly number[] },
): Promise<Set<number>> {
  const rows = await tx<{ at: number }[]>`
    select ${ms(tx, 'series_at')} as at from posts
    where series_id = ${id} and series_at = any(
      select to_timestamp(one / 1000) from unnest(${instants as number[]}::float8[]) one)`;
  return new Set(rows.map(({ at }) => at));
}

/** When the last post of a series is due, epoch ms; null if it has none. */
export async function lastInstant(db: Db, id: string): Promise<number | null> {
  const [row] = await db<{ at: number | null }[]>`
    select ${ms(db, 'max(series_at)')} as at from posts where series_id = ${id}`;
  return row!.at;
}

/**
 * Posts of a series that are not out, by id: those that follow it and are due at `from` or later.
 * @param list.from epoch ms; all: edited ones and drafts, too, whenever they are due
 */
export async function listWithdrawable(
  db: Db,
  { id, from, all, limit }: { id: string; from: number; all: boolean; limit: number },
): Promise<string[]> {
  const which = all
    ? db`s.shelf in ('scheduled', 'awaiting_approval', 'draft')`
    : db`s.shelf in ('scheduled', 'awaiting_approval') and p.series_at >= to_timestamp(${from}::float8 / 1000)
        and p.series_edited is not true`;
  const rows = await db<{ id: string }[]>`
    select p.id from posts p join actors s on s.id = p.id
    where p.series_id = ${id} and s.shown in ('scheduled', 'draft') and ${which} order by p.id limit ${limit}`;
  return rows.map((row) => row.id);
}

/** Lets a series make posts for the instants of these once more. */
export async function forgetInstants(tx: Tx, postIds: readonly string[]): Promise<void> {
  await tx`update posts set series_at = null where id = any(${postIds as string[]}::text[])`;
}

/** A post that a person changed no longer follows its series. */
export async function leavePattern(tx: Tx, postId: string): Promise<void> {
  await tx`
    update posts set series_edited = true where id = ${postId} and series_id is not null and series_edited is not true`;
}
