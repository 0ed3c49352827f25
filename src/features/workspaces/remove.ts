/** Removes a workspace with everything that belongs to it. */
import type { Sql } from '../../../store/connect.ts';
import { deleteWorkspace, notifyAuthChanged } from '../../../store/directory.ts';
import {
  deleteNetworkPosts,
  deleteWorkspaceRows,
  listWorkspaceTables,
} from '../../../store/workspace-rows.ts';

/** Rows that a statement deletes: none holds locks for long. */
const BATCH = 5_000;

/**
 * Removes a workspace. First from the directory, so that nobody reaches it any more, then from its cell, table by table;
 * after an interruption it can be run again. The access of accounts does not end at their networks: disconnect them before.
 * @param places sql: the workspace's cell
 * @returns how many rows of the cell were deleted
 */
export async function removeWorkspace(
  { sql, directory }: { sql: Sql; directory: Sql },
  workspaceId: string,
): Promise<number> {
  await directory.begin(async (tx) => {
    await deleteWorkspace(tx, workspaceId);
    await notifyAuthChanged(tx);
  });
  await deleteNetworkPosts(sql, workspaceId);
  let total = 0;
  for (const table of await listWorkspaceTables(sql)) {
    for (;;) {
      const deleted = await deleteWorkspaceRows(sql, { table, workspaceId, limit: BATCH });
      total += deleted;
      if (deleted < BATCH) break;
    }
  }
  return total;
}
