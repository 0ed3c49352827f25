/** A workspace in the first cell and in the directory. */
import type { Sql } from '../../store/connect.ts';
import { registerWorkspace } from '../../store/directory.ts';
import { schemasOf } from '../../store/schemas.ts';
import { insertWorkspace, type NewWorkspace } from '../../store/workspaces.ts';

/** @param sql sees both */
export async function storeWorkspace(sql: Sql, workspace: NewWorkspace, now: number): Promise<void> {
  const { directory, cell } = schemasOf('');
  const { slots: _, ...named } = workspace;
  await insertWorkspace(sql, workspace, now);
  await sql.begin(async (tx) => {
    await tx`select set_config('search_path', ${directory}, true)`;
    await registerWorkspace(tx, { ...named, cell }, now);
  });
}
