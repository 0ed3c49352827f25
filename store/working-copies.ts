/** What people are writing in the dashboard and have not saved as a post yet. */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

export interface WorkingCopyRow {
  revision: string;
  content: { [field: string]: unknown };
  /** Id of the user. */
  savedBy: string;
  /** ISO, UTC. */
  savedAt: string;
}

/** Which copy: that of a post, or of the new post that a user writes. */
interface Find {
  workspaceId: string;
  /** Id of the post, or of the user. */
  about: string;
}

/** @returns undefined when there is none */
export async function findWorkingCopy(
  db: Db,
  { workspaceId, about }: Find,
): Promise<WorkingCopyRow | undefined> {
  const [row] = await db<WorkingCopyRow[]>`
    select revision, content, saved_by as "savedBy",
           to_char(saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "savedAt"
    from working_copies where workspace_id = ${workspaceId} and about = ${about}`;
  return row;
}

interface Save extends Find {
  /** The new one. */
  revision: string;
  content: object;
  savedBy: string;
}

/** Stores the first copy. @returns false when there is one already */
export async function insertWorkingCopy(db: Db, copy: Save, now: number): Promise<boolean> {
  const { workspaceId, about, revision, content, savedBy } = copy;
  const result = await db`
    insert into working_copies (workspace_id, about, revision, content, saved_by, saved_at)
    values (${workspaceId}, ${about}, ${revision}, ${JSON.stringify(content)}::text::json, ${savedBy},
            to_timestamp(${now}::float8 / 1000))
    on conflict do nothing`;
  return result.count === 1;
}

/** Replaces a copy. @param copy.replaces its revision. @returns false when there is none of this revision */
export async function replaceWorkingCopy(
  db: Db,
  copy: Save & { replaces: string },
  now: number,
): Promise<boolean> {
  const { workspaceId, about, replaces, revision, content, savedBy } = copy;
  const result = await db`
    update working_copies
    set revision = ${revision}, content = ${JSON.stringify(content)}::text::json, saved_by = ${savedBy},
        saved_at = to_timestamp(${now}::float8 / 1000)
    where workspace_id = ${workspaceId} and about = ${about} and revision = ${replaces}`;
  return result.count === 1;
}

/** @param copy.revision null means whatever it is. @returns false when there is none of this revision */
export async function deleteWorkingCopy(
  db: Db,
  { workspaceId, about, revision }: Find & { revision: string | null },
): Promise<boolean> {
  const result = await db`
    delete from working_copies
    where workspace_id = ${workspaceId} and about = ${about} and (${revision}::text is null or revision = ${revision})`;
  return result.count === 1;
}

/** Deletes copies that nobody has changed for long, and those of posts that were removed. @returns how many */
export async function pruneWorkingCopies(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from working_copies where ctid = any(array(
      select w.ctid from working_copies w
      where w.saved_at < to_timestamp(${before}::float8 / 1000)
        or exists (select from actors a where a.id = w.about and a.kind = 'post' and a.status = 'done')
      limit ${limit}))`;
  return result.count;
}
