/** Prunes rows by age. Each statement deletes a limited number of rows, so that none holds locks for long. */
import type { Db } from './connect.ts';

export interface Prune {
  /** Epoch ms: older rows are deleted. */
  before: number;
  /** The maximum number of rows to delete. */
  limit: number;
}

/**
 * Deletes the journal of families whose first actor has ended, or has been at rest since `before`. An actor that still
 * waits for something keeps its whole journal, however old, because a replay needs it; actors of kinds that never end lose what
 * is too old.
 * @param prune.resting for each kind, the states in which a long rest counts as an end; endless: kinds that never end
 */
export async function pruneJournal(
  db: Db,
  {
    before,
    limit,
    resting,
    endless = [],
  }: Prune & { resting: { kind: string; state: string }[]; endless?: readonly string[] },
): Promise<number> {
  const result = await db`
    delete from journal_pages where ctid = any(array(
      select p.ctid from journal_pages p
      left join actors a on a.id = p.family
      where p.at < to_timestamp(${before}::float8 / 1000)
        and (a.id is null or a.kind = any(${endless as string[]}::text[]) or (
          (a.status = 'done' or (a.kind, a.snapshot ->> 'value') in (
            select kind, state from json_to_recordset(${JSON.stringify(resting)}::text::json) r(kind text, state text)))
          and a.updated_at < to_timestamp(${before}::float8 / 1000)))
      limit ${limit}))`;
  return result.count;
}

/** Deletes actors of a kind that have ended. Deletes rows of actors only. */
export async function pruneEnded(db: Db, { kind, before, limit }: Prune & { kind: string }): Promise<number> {
  const result = await db`
    delete from actors where ctid = any(array(
      select ctid from actors
      where kind = ${kind} and status = 'done' and updated_at < to_timestamp(${before}::float8 / 1000)
      limit ${limit}))`;
  return result.count;
}

/** Deletes webhook sends with their tries and actors. */
export async function pruneWebhookSends(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    with old as (
      delete from webhook_sends where id in (
        select s.id from webhook_sends s left join actors a on a.id = s.id
        where s.created_at < to_timestamp(${before}::float8 / 1000) and (a.id is null or a.status = 'done')
        limit ${limit})
      returning id
    )
    delete from actors a using old where a.id = old.id`;
  return result.count;
}

/** Deletes actors of disconnected accounts, once no delivery can send them a message any more. */
export async function pruneDisconnected(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from actors where id in (
      select id from actors
      where kind = 'account' and shelf in ('needs_app', 'disconnected') and shelf = 'disconnected' and status = 'done'
        and updated_at < to_timestamp(${before}::float8 / 1000)
      limit ${limit})`;
  return result.count;
}

/** Deletes credentials of disconnected accounts whose actor did not end the access in time. */
export async function pruneRevocations(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from revocations where ctid = any(array(
      select ctid from revocations where created_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}

/** Lets one node prune at a time, until the transaction ends. @returns false when another node prunes */
export async function lockRetention(db: Db): Promise<boolean> {
  const [row] = await db<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' retention', 0)) as locked`;
  return row?.locked ?? false;
}
