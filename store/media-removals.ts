/**
 * Files that were deleted from a library, and are to be deleted from the store. A file is deleted a while after the request, when every
 * call that was under way has ended, so that a post which was created in the same moment keeps its file.
 */
import type { Db, Tx } from './connect.ts';
import type { Prune } from './retention.ts';

interface Removal {
  name: string;
  workspaceId: string;
  /** Although posts that are not out need it. */
  forced: boolean;
}

const at = (db: Db, ms: number) => db`to_timestamp(${ms}::float8 / 1000)`;

/** The file is to be deleted once nothing needs it. @param now epoch ms */
export async function requestRemoval(
  tx: Tx,
  { name, workspaceId, forced }: Removal,
  now: number,
): Promise<void> {
  await tx`
    insert into media_removals (name, workspace_id, forced, requested_at, checked_at)
    values (${name}, ${workspaceId}, ${forced}, ${at(tx, now)}, ${at(tx, now)})
    on conflict (name) do update set workspace_id = excluded.workspace_id, forced = excluded.forced,
      requested_at = excluded.requested_at, checked_at = excluded.checked_at, removed_at = null`;
}

/**
 * The file is held again. Waits for a removal that is under way.
 * @returns whether the file may have been deleted from the store meanwhile
 */
export async function withdrawRemoval(tx: Tx, name: string): Promise<boolean> {
  const rows =
    await tx`delete from media_removals where name = ${name} and removed_at is null returning name`;
  if (rows.length > 0) return false;
  const removed = await tx`select from media_removals where name = ${name}`;
  return removed.length > 0;
}

/** Names of files that are to be deleted, those that were not checked for the longest time first. @param list.before epoch ms: of the request */
export async function listRemovals(db: Db, list: Prune): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select name from media_removals where removed_at is null and requested_at < ${at(db, list.before)}
    order by checked_at limit ${list.limit}`;
  return rows.map(({ name }) => name);
}

/** Locks a removal until the transaction ends; undefined if it is locked, done or withdrawn. */
export async function lockRemoval(tx: Tx, name: string): Promise<Removal | undefined> {
  const [row] = await tx<Removal[]>`
    select name, workspace_id as "workspaceId", forced from media_removals
    where name = ${name} and removed_at is null for update skip locked`;
  return row;
}

/** Something needs the file: it is checked again later. @param now epoch ms */
export async function postponeRemoval(tx: Tx, name: string, now: number): Promise<void> {
  await tx`update media_removals set checked_at = ${at(tx, now)} where name = ${name}`;
}

/** The file is deleted from the store. @param now epoch ms */
export async function finishRemoval(tx: Tx, name: string, now: number): Promise<void> {
  await tx`update media_removals set removed_at = ${at(tx, now)} where name = ${name}`;
}

/** Deletes removals that are done. */
export async function pruneRemovals(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from media_removals where name in (
      select name from media_removals where removed_at < ${at(db, before)} limit ${limit})`;
  return result.count;
}
