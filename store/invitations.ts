/** Invitations into workspaces. Only the SHA-256 hash of the code in an invitation's link is stored. */
import type { Db, Tx } from './connect.ts';
import type { RoleColumn } from './keys.ts';
import type { Prune } from './retention.ts';

export interface InvitationRow {
  id: string;
  role: RoleColumn;
  /** The only accounts that the person will reach; null means all. */
  accountIds: string[] | null;
  /** The only address whose owner may accept it; null means everybody who has the link. */
  email: string | null;
  /** Name of who invited. */
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

interface NewInvitation {
  id: string;
  workspaceId: string;
  role: RoleColumn;
  /** The only accounts that the person will reach; if absent, all. */
  accountIds?: string[] | null;
  email: string | null;
  /** SHA-256 of the code in the link. */
  hash: Uint8Array;
  userId: string;
  /** Epoch ms. */
  expiresAt: number;
}

export async function insertInvitation(tx: Tx, { userId, ...one }: NewInvitation, now: number) {
  return tx`
    insert into invitations (id, workspace_id, role, account_ids, email, hash, invited_by, created_at, expires_at)
    values (${one.id}, ${one.workspaceId}, ${one.role}, ${one.accountIds ?? null}, ${one.email}, ${one.hash}, ${userId},
            to_timestamp(${now}::float8 / 1000), to_timestamp(${one.expiresAt}::float8 / 1000))`;
}

/** The invitations of a workspace that can still be accepted, newest first. @param now epoch ms */
export async function listInvitations(db: Db, workspaceId: string, now: number): Promise<InvitationRow[]> {
  return db<InvitationRow[]>`
    select i.id, i.role, i.account_ids as "accountIds", i.email, u.name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt"
    from invitations i join users u on u.id = i.invited_by
    where i.workspace_id = ${workspaceId} and i.accepted_at is null and i.revoked_at is null
      and i.expires_at > to_timestamp(${now}::float8 / 1000)
    order by i.created_at desc, i.id desc`;
}

/**
 * Ends an invitation.
 * @returns false when the workspace has none of this id that could still be accepted
 */
export async function revokeInvitation(
  db: Db,
  find: { id: string; workspaceId: string },
  now: number,
): Promise<boolean> {
  const result = await db`
    update invitations set revoked_at = to_timestamp(${now}::float8 / 1000)
    where id = ${find.id} and workspace_id = ${find.workspaceId} and accepted_at is null and revoked_at is null
      and expires_at > to_timestamp(${now}::float8 / 1000)`;
  return result.count === 1;
}

/** Whether one of these workspaces has an invitation of this id, whatever became of it. */
export async function isInvitationOf(db: Db, find: { id: string; workspaceIds: string[] }): Promise<boolean> {
  const rows = await db`
    select from invitations where id = ${find.id} and workspace_id = any(${find.workspaceIds}::text[])`;
  return rows.length === 1;
}

/** An invitation as its link leads to it. */
export interface LinkedInvitation {
  id: string;
  workspaceId: string;
  slug: string;
  workspace: string;
  role: RoleColumn;
  accountIds: string[] | null;
  email: string | null;
  invitedBy: string;
  isExpired: boolean;
  isRevoked: boolean;
  /** Id of the user; null if nobody has accepted it. */
  acceptedBy: string | null;
}

/** @param find.hash SHA-256 of the code; now: epoch ms */
export async function findInvitation(
  db: Db,
  find: { hash: Uint8Array; now: number },
): Promise<LinkedInvitation | undefined> {
  const [row] = await db<LinkedInvitation[]>`
    select i.id, i.workspace_id as "workspaceId", w.slug, w.name as workspace, i.role, i.account_ids as "accountIds", i.email, u.name as "invitedBy",
      i.expires_at <= to_timestamp(${find.now}::float8 / 1000) as "isExpired", i.revoked_at is not null as "isRevoked",
      i.accepted_by as "acceptedBy"
    from invitations i join workspaces w on w.id = i.workspace_id join users u on u.id = i.invited_by
    where i.hash = ${find.hash}`;
  return row;
}

/** Locks an invitation until the transaction ends, before it is read. @param hash SHA-256 of the code */
export async function lockInvitation(tx: Tx, hash: Uint8Array) {
  return tx`select from invitations where hash = ${hash} for update`;
}

export async function markAccepted(tx: Tx, accepted: { id: string; userId: string }, now: number) {
  return tx`
    update invitations set accepted_at = to_timestamp(${now}::float8 / 1000), accepted_by = ${accepted.userId}
    where id = ${accepted.id}`;
}

/** Deletes invitations that ended. */
export async function pruneInvitations(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from invitations where ctid = any(array(
      select ctid from invitations where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
