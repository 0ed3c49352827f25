/** Removes a workspace with everything that belongs to it. */
import { countAccountsOf } from '../../../store/accounts.ts';
import type { Sql, Tx } from '../../../store/connect.ts';
import { deleteWorkspace, notifyAuthChanged } from '../../../store/directory.ts';
import {
  deleteNetworkPosts,
  deleteWorkspaceRows,
  listWorkspaceTables,
} from '../../../store/workspace-rows.ts';
import { countRevocations } from '../../../store/revocations.ts';
import { Problem } from '../../api/problem.ts';
import { counted } from '../../base/grammar.ts';

/** Rows that a statement deletes: none holds locks for long. */
const BATCH = 5_000;

/**
 * The access of accounts does not end at their networks with the workspace: they are disconnected before.
 * @param workspace name: how the error calls it
 * @throws Problem 409 while it has accounts, or while the access of some is being ended
 */
export async function insistOnRemovable(sql: Sql, { id, name }: { id: string; name: string }): Promise<void> {
  const accounts = await countAccountsOf(sql, [id]);
  if (accounts > 0)
    throw new Problem('conflict', `${name} has ${counted(accounts, 'account')}: disconnect them first`);
  if ((await countRevocations(sql, id)) > 0)
    throw new Problem(
      'conflict',
      `the access of accounts of ${name} is being ended at their networks: try again in a few minutes`,
    );
}

/**
 * Removes a workspace. First from the directory, so that nobody reaches it any more, then from its cell, table by table;
 * after an interruption it can be run again. `insistOnRemovable` comes before.
 * @param places sql: the workspace's cell
 * @param admit checks, in the transaction that removes it from the directory, that the caller may do it. Default: nobody asks
 * @returns how many rows of the cell were deleted
 */
export async function removeWorkspace(
  { sql, directory }: { sql: Sql; directory: Sql },
  workspaceId: string,
  admit: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<number> {
  await directory.begin(async (tx) => {
    await admit(tx);
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
