/** All rows of a workspace in its cell, whatever tables there are. */
import type { Db } from './connect.ts';

/** Tables whose rows turns read and write: once these are deleted, no turn of the workspace begins. */
const FIRST = ['actors', 'due', 'messages'];
/** What others refer to, and what says that the workspace is here. */
const LAST = ['workspaces'];

/** The tables of the cell that have rows of workspaces, in the order in which they are deleted. */
export async function listWorkspaceTables(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname`;
  const others = rows.map(({ name }) => name).filter((name) => !FIRST.includes(name));
  return [...FIRST, ...others, ...LAST];
}

/** Deletes rows of a workspace from one of these tables. @returns how many */
export async function deleteWorkspaceRows(
  db: Db,
  from: { table: string; workspaceId: string; limit: number },
): Promise<number> {
  const table = db(from.table);
  const column = db(LAST.includes(from.table) ? 'id' : 'workspace_id');
  const result = await db`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${column} = ${from.workspaceId} limit ${from.limit}))`;
  return result.count;
}

/** Deletes which network posts belong to deliveries of a workspace, which the table does not say by itself. */
export async function deleteNetworkPosts(db: Db, workspaceId: string) {
  return db`
    delete from network_posts where delivery_id in (
      select id from actors where workspace_id = ${workspaceId} and kind = 'delivery')`;
}
