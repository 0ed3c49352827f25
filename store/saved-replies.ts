/** Texts that a workspace keeps for answers. */
import type { Db } from './connect.ts';

interface SavedReplyRow {
  id: string;
  name: string;
  text: string;
  /** ISO, UTC. */
  updatedAt: string;
}

const columns = (db: Db) => db`
  id, name, text, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"`;

/** All of a workspace, by name. */
export async function listSavedReplies(db: Db, workspaceId: string) {
  return db<SavedReplyRow[]>`
    select ${columns(db)} from saved_replies where workspace_id = ${workspaceId} order by lower(name)`;
}

/**
 * @param reply.most how many a workspace may have
 * @returns undefined when the name is taken, or the workspace has so many already
 */
export async function insertSavedReply(
  db: Db,
  reply: { id: string; workspaceId: string; name: string; text: string; most: number },
  now: number,
): Promise<SavedReplyRow | undefined> {
  const { id, workspaceId, name, text, most } = reply;
  const [row] = await db<SavedReplyRow[]>`
    insert into saved_replies (id, workspace_id, name, text, created_at, updated_at)
    select ${id}, ${workspaceId}, ${name}, ${text}, to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000)
    where (select count(*) from saved_replies where workspace_id = ${workspaceId}) < ${most}
    on conflict (workspace_id, lower(name)) do nothing returning ${columns(db)}`;
  return row;
}

/** Whether a reply of the workspace has this name, in whatever case. @param find.otherThan the id of one that may have it */
export async function isReplyNameTaken(
  db: Db,
  find: { workspaceId: string; name: string; otherThan: string | null },
): Promise<boolean> {
  const { workspaceId, name, otherThan } = find;
  const found = await db`
    select from saved_replies
    where workspace_id = ${workspaceId} and lower(name) = lower(${name}) and id is distinct from ${otherThan}::text`;
  return found.length > 0;
}

/** Changes what is given. @returns undefined when there is no such reply */
export async function updateSavedReply(
  db: Db,
  change: { id: string; workspaceId: string; name: string | undefined; text: string | undefined },
  now: number,
): Promise<SavedReplyRow | undefined> {
  const [row] = await db<SavedReplyRow[]>`
    update saved_replies
    set name = coalesce(${change.name ?? null}::text, name), text = coalesce(${change.text ?? null}::text, text),
        updated_at = to_timestamp(${now}::float8 / 1000)
    where id = ${change.id} and workspace_id = ${change.workspaceId} returning ${columns(db)}`;
  return row;
}

/** @returns false when there was no such reply */
export async function deleteSavedReply(db: Db, find: { id: string; workspaceId: string }): Promise<boolean> {
  const result = await db`
    delete from saved_replies where id = ${find.id} and workspace_id = ${find.workspaceId}`;
  return result.count === 1;
}
