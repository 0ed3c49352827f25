/** A new workspace: in its cell, and in the directory with its first member. */
import type { Sql, Tx, Db } from '../../../store/connect.ts';
import { insertMember, notifyAuthChanged, registerWorkspace } from '../../../store/directory.ts';
import { insertWorkspace } from '../../../store/workspaces.ts';
import { newId } from '../../base/ids.ts';
import { DEFAULT_TERMS, type PlanTerms } from '../../base/plans/plan.ts';
import { DEFAULT_SLOTS } from '../../base/time.ts';
import type { WorkspaceNetworks } from '../../base/workspace-networks.ts';

/** Where the rows of workspaces are. */
export interface Places {
  sql: Sql;
  directory: Sql;
  cell: string;
}

/**
 * Adds a workspace with the default schedule. The cell commits first and by itself: if the transaction of the directory
 * then fails, a row stays in the cell that nobody reaches.
 * @param tx a transaction in the directory
 * @param add.terms its plan; default: `DEFAULT_TERMS`. add.now: epoch ms
 * @returns its id; null when the slug is taken
 */
export async function addWorkspace(
  { sql, cell }: Places,
  tx: Tx | Db,
  add: {
    slug: string;
    name: string;
    timezone: string;
    userId: string;
    networks: WorkspaceNetworks;
    terms?: PlanTerms;
    now: number;
  },
): Promise<string | null> {
  const { userId, terms = DEFAULT_TERMS, now, ...named } = add;
  const id = newId('ws', now);
  const workspace = { id, ...named, ...terms };
  if (!(await registerWorkspace(tx, { ...workspace, cell }, now))) return null;
  await insertMember(tx, { workspaceId: id, userId, role: 'owner' }, now);
  await notifyAuthChanged(tx);
  await insertWorkspace(sql, { ...workspace, slots: DEFAULT_SLOTS }, now);
  return id;
}
