/** Who of a workspace answers which conversations. */
import type { Tx } from './connect.ts';

/** @param save.userId null if nobody does */
export async function saveAssignee(
  tx: Tx,
  save: { id: string; workspaceId: string; userId: string | null },
): Promise<void> {
  await tx`
    update conversations set assignee_id = ${save.userId}
    where id = ${save.id} and workspace_id = ${save.workspaceId}`;
}

/** Leaves the conversations of a person to nobody. @param of.except accounts whose conversations stay. @returns those conversations */
export async function clearAssignee(
  tx: Tx,
  of: { workspaceId: string; userId: string; except: readonly string[] },
): Promise<{ id: string; accountId: string }[]> {
  return tx<{ id: string; accountId: string }[]>`
    update conversations set assignee_id = null
    where workspace_id = ${of.workspaceId} and assignee_id = ${of.userId}
      and account_id <> all(${of.except as string[]}::text[])
    returning id, account_id as "accountId"`;
}
