/** Sets the plan of a workspace, for the operator's command. */
import type { Sql, Tx } from '../../../store/connect.ts';
import { notifyAuthChanged, savePlan } from '../../../store/directory.ts';
import { savePlanInCell } from '../../../store/workspaces.ts';
import type { Plan } from '../../base/plans/plan.ts';

/**
 * Sets the plan in the workspace's cell, then in the directory; every node uses it within a second. After an interruption in
 * between it can be run again.
 * @param places sql: the workspace's cell
 * @param set.trialEndsAt epoch ms; null means without an end, and for every plan but a trial
 * @param alongside work of the transaction in the directory. Default: none
 */
export async function setPlan(
  { sql, directory }: { sql: Sql; directory: Sql },
  set: { workspaceId: string; plan: Plan; trialEndsAt: number | null },
  alongside?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await savePlanInCell(sql, set);
  await directory.begin(async (tx) => {
    await savePlan(tx, set);
    await alongside?.(tx);
    await notifyAuthChanged(tx);
  });
}
