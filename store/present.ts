/** Whether something of an id is in a workspace, for responses about a request that is wrong otherwise. */
import type { Db } from './connect.ts';
import type { Within } from './held.ts';

/** Tables whose rows belong to a workspace and have an id that callers know. */
export type WorkspaceTable =
  | 'account_groups'
  | 'accounts'
  | 'actors'
  | 'comment_rules'
  | 'confirmations'
  | 'connect_links'
  | 'conversations'
  | 'dm_automations'
  | 'dm_runs'
  | 'feeds'
  | 'imports'
  | 'media'
  | 'post_templates'
  | 'report_links'
  | 'saved_replies'
  | 'series'
  | 'webhook_endpoints';

/** The column with the account of a row. Rows of the other tables are of no single account. */
const ACCOUNT_COLUMNS: { [table in WorkspaceTable]?: string } = {
  accounts: 'id',
  comment_rules: 'account_id',
  conversations: 'account_id',
  dm_automations: 'account_id',
  dm_runs: 'account_id',
};

/** The column with the accounts of a row of several, and whether the caller has to reach all of them or some. */
const LIST_COLUMNS: { [table in WorkspaceTable]?: { column: string; reached: 'all' | 'some' } } = {
  report_links: { column: 'account_ids', reached: 'all' },
  series: { column: 'account_ids', reached: 'some' },
  feeds: { column: 'account_ids', reached: 'all' },
  imports: { column: 'account_ids', reached: 'all' },
  post_templates: { column: 'account_ids', reached: 'all' },
};

/** Whether one of these workspaces has a row with this id, of accounts that the caller reaches. */
export async function isInWorkspaces(
  db: Db,
  { table, id, places }: { table: WorkspaceTable; id: string; places: readonly Within[] },
): Promise<boolean> {
  const column = ACCOUNT_COLUMNS[table];
  const list = LIST_COLUMNS[table];
  const [row] = await db<{ isThere: boolean }[]>`
    select exists (
      select from ${db(table)} r
      join json_to_recordset(${JSON.stringify(places)}::text::json) p("workspaceId" text, "heldTo" text[])
        on p."workspaceId" = r.workspace_id
      where r.id = ${id} ${column === undefined ? db`` : db`and (p."heldTo" is null or r.${db(column)} = any(p."heldTo"))`}
        ${list === undefined ? db`` : db`and (p."heldTo" is null or r.${db(list.column)} ${db.unsafe(list.reached === 'all' ? '<@' : '&&')} p."heldTo")`}
    ) as "isThere"`;
  return row!.isThere;
}
