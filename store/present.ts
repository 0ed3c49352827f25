/** Whether something of an id is in a workspace, for responses about a request that is wrong otherwise. */
import type { Db } from './connect.ts';

/** Tables whose rows belong to a workspace and have an id that callers know. */
export type WorkspaceTable =
  | 'accounts'
  | 'actors'
  | 'comment_rules'
  | 'confirmations'
  | 'connect_links'
  | 'conversations'
  | 'dm_automations'
  | 'dm_runs'
  | 'saved_replies'
  | 'webhook_endpoints';

/** Whether one of these workspaces has a row with this id. */
export async function isInWorkspaces(
  db: Db,
  { table, id, workspaceIds }: { table: WorkspaceTable; id: string; workspaceIds: string[] },
): Promise<boolean> {
  const [row] = await db<{ isThere: boolean }[]>`
    select exists (select 1 from ${db(table)} where id = ${id} and workspace_id = any(${workspaceIds}::text[])) as "isThere"`;
  return row!.isThere;
}
