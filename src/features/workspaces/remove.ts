/** Removes a workspace with everything that belongs to it. */
import { countAccountsOf } from '../../../store/accounts.ts';
import type { Db, Sql, Tx } from '../../../store/connect.ts';
import { deleteWorkspace, hasWorkspace, notifyAuthChanged } from '../../../store/directory.ts';
import {
  deleteNetworkPosts,
  deleteWorkspaceRows,
  listWorkspaceTables,
} from '../../../store/workspace-rows.ts';
import { countRevocations } from '../../../store/revocations.ts';
import { listDeleted, markDeleted } from '../../../store/workspaces.ts';
import { Problem } from '../../api/problem.ts';
import { HOUR_MS } from '../../base/durations.ts';
import { counted } from '../../base/grammar.ts';

/** Rows that a statement deletes: none holds locks for long. */
const BATCH = 5_000;
/** A workspace that is marked for so long, and that the directory has, is not being deleted by anybody any more. */
const GIVEN_UP_AFTER_MS = HOUR_MS;

interface Places {
  /** The workspace's cell. */
  sql: Sql;
  directory: Sql;
}

/**
 * Removes a workspace whose accounts are disconnected. It is marked in its cell before they are counted, so that none is connected
 * meanwhile. After an interruption `finishRemovals` deletes the rest.
 * @param workspace name: how an error calls it; now: epoch ms
 * @param admit as that of `removeWorkspace`
 * @returns how many rows of the cell were deleted
 * @throws Problem 409 while it has accounts, or while the access of some is being ended; what `admit` throws
 */
export async function removeDisconnected(
  places: Places,
  { id, name, now }: { id: string; name: string; now: number },
  admit?: (tx: Tx) => Promise<void>,
): Promise<number> {
  await places.sql.begin(async (tx) => {
    await markDeleted(tx, { workspaceId: id, at: now });
    await insistOnDisconnected(tx, { id, name });
  });
  try {
    return await removeWorkspace(places, id, admit);
  } catch (fault) {
    // after another error the directory may have committed
    if (fault instanceof Problem) await markDeleted(places.sql, { workspaceId: id, at: null });
    throw fault;
  }
}

/**
 * Removes a workspace. First from the directory, so that nobody reaches it any more, then from its cell, table by table; after an
 * interruption it can be run again.
 * @param admit checks, in the transaction that removes it from the directory, that the caller may do it. Default: nobody asks
 * @returns how many rows of the cell were deleted
 */
export async function removeWorkspace(
  { sql, directory }: Places,
  workspaceId: string,
  admit: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<number> {
  await directory.begin(async (tx) => {
    await admit(tx);
    await deleteWorkspace(tx, workspaceId);
    await notifyAuthChanged(tx);
  });
  return deleteRows(sql, workspaceId);
}

/**
 * Deletes the rest of workspaces whose removal was interrupted, and takes the mark from those whose removal was given up.
 * @param now epoch ms
 * @returns how many rows were deleted
 */
export async function finishRemovals({ sql, directory }: Places, now: number): Promise<number> {
  let total = 0;
  for (const { id, at } of await listDeleted(sql)) {
    if (!(await hasWorkspace(directory, id))) total += await deleteRows(sql, id);
    else if (now - at > GIVEN_UP_AFTER_MS) await markDeleted(sql, { workspaceId: id, at: null });
  }
  return total;
}

/** The access of accounts does not end at their networks with the workspace: they are disconnected before. */
async function insistOnDisconnected(db: Db, { id, name }: { id: string; name: string }): Promise<void> {
  const accounts = await countAccountsOf(db, [id]);
  if (accounts > 0)
    throw new Problem('conflict', `${name} has ${counted(accounts, 'account')}: disconnect them first`, {
      values: { reason: 'has_accounts', count: accounts },
    });
  if ((await countRevocations(db, id)) > 0)
    throw new Problem(
      'conflict',
      `the access of accounts of ${name} is being ended at their networks: try again in a few minutes`,
      { values: { reason: 'access_ending' } },
    );
}

async function deleteRows(sql: Sql, workspaceId: string): Promise<number> {
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
