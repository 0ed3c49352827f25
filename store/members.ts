/** Who is in a workspace, in which role. What people reach by that is in keys.ts. */
import type { Db, Tx } from './connect.ts';
import type { RoleColumn } from './keys.ts';

export interface MemberRow {
  userId: string;
  name: string;
  email: string | null;
  role: RoleColumn;
  /** The only accounts that the member reaches; null means all. */
  accountIds: string[] | null;
  joinedAt: Date;
}

/** The members of a workspace, who came last first. */
export async function listMembers(db: Db, workspaceId: string): Promise<MemberRow[]> {
  return db<MemberRow[]>`
    select m.user_id as "userId", u.name, u.email, m.role, m.account_ids as "accountIds", m.created_at as "joinedAt"
    from members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} order by m.created_at desc, m.user_id desc`;
}

export async function findMember(
  db: Db,
  find: { workspaceId: string; userId: string },
): Promise<MemberRow | undefined> {
  const [row] = await db<MemberRow[]>`
    select m.user_id as "userId", u.name, u.email, m.role, m.account_ids as "accountIds", m.created_at as "joinedAt"
    from members m join users u on u.id = m.user_id
    where m.workspace_id = ${find.workspaceId} and m.user_id = ${find.userId}`;
  return row;
}

/** Whether a user is a member of one of these workspaces. */
export async function isMemberOf(db: Db, find: { userId: string; workspaceIds: string[] }): Promise<boolean> {
  const rows = await db`
    select from members where user_id = ${find.userId} and workspace_id = any(${find.workspaceIds}::text[]) limit 1`;
  return rows.length === 1;
}

/**
 * Locks who is in a workspace, in which role, and who is invited, until the transaction ends. New members may come meanwhile.
 * @returns the members; none when the workspace is not there any more
 */
export async function lockMembers(tx: Tx, workspaceId: string): Promise<MemberRow[]> {
  await tx`select from workspaces where id = ${workspaceId} for no key update`;
  return listMembers(tx, workspaceId);
}

/** @param save accountIds: the only accounts that the member reaches; null means all */
export async function saveMember(
  tx: Tx,
  save: { workspaceId: string; userId: string; role: RoleColumn; accountIds: string[] | null },
) {
  return tx`
    update members set role = ${save.role}, account_ids = ${save.accountIds}
    where workspace_id = ${save.workspaceId} and user_id = ${save.userId}`;
}

export async function deleteMember(tx: Tx, from: { workspaceId: string; userId: string }) {
  return tx`delete from members where workspace_id = ${from.workspaceId} and user_id = ${from.userId}`;
}
