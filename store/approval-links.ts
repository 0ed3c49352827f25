/** Links by which clients decide on posts (docs/people.md, Approval). Of the secret in an address only the SHA-256 hash is stored. */
import type { ApprovedPlan } from './approved-plans.ts';
import type { Db, Tx } from './connect.ts';
import type { Prune } from './retention.ts';

interface OfPost {
  postId: string;
  workspaceId: string;
}

type Timing = 'scheduledAt' | 'publishNow' | 'useNextSlot';

export interface ApprovalLinkRow extends OfPost {
  id: string;
  /** Fingerprint of what it was made for. */
  plan: string;
  /** What it was made for. */
  content: ApprovedPlan;
  /** When that was to go out; null means at no instant that was known. */
  plannedAt: Date | null;
  timing: Timing;
  /** The user on whose behalf the client decides. */
  madeBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  decidedAt: Date | null;
  decision: 'approved' | 'rejected' | null;
  /** As the client gave it; null until it has decided. */
  clientName: string | null;
}

interface NewLink extends OfPost {
  id: string;
  /** SHA-256 of the secret in the address. */
  secretHash: Uint8Array;
  plan: string;
  content: ApprovedPlan;
  /** Epoch ms. */
  plannedAt: number | null;
  timing: Timing;
  madeBy: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** @param now epoch ms */
export async function insertApprovalLink(tx: Tx, link: NewLink, now: number) {
  return tx`
    insert into approval_links (id, workspace_id, post_id, secret_hash, plan, content, planned_at, timing, made_by, created_at, expires_at)
    values (${link.id}, ${link.workspaceId}, ${link.postId}, ${link.secretHash}, ${link.plan},
            ${JSON.stringify(link.content)}::text::json, to_timestamp(${link.plannedAt}::float8 / 1000), ${link.timing}, ${link.madeBy},
            to_timestamp(${now}::float8 / 1000), to_timestamp(${link.expiresAt}::float8 / 1000))`;
}

const columns = (db: Db) => db`
  id, workspace_id as "workspaceId", post_id as "postId", plan, content, planned_at as "plannedAt", timing, made_by as "madeBy",
  created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", decided_at as "decidedAt", decision,
  client_name as "clientName"`;

/** The links of a post, newest first. */
export async function listApprovalLinks(db: Db, { postId, workspaceId }: OfPost): Promise<ApprovalLinkRow[]> {
  return db<ApprovalLinkRow[]>`
    select ${columns(db)} from approval_links
    where post_id = ${postId} and workspace_id = ${workspaceId} order by id desc`;
}

/** The link whose secret has this hash. */
export async function findApprovalLink(db: Db, secretHash: Uint8Array): Promise<ApprovalLinkRow | undefined> {
  const [row] = await db<ApprovalLinkRow[]>`
    select ${columns(db)} from approval_links where secret_hash = ${secretHash}`;
  return row;
}

/**
 * Locks a link until the transaction ends: who revokes it waits, or was first. To be called when its post is locked, as who deletes the
 * post does.
 */
export async function lockApprovalLink(tx: Tx, id: string): Promise<ApprovalLinkRow | undefined> {
  const [row] = await tx<ApprovalLinkRow[]>`
    select ${columns(tx)} from approval_links where id = ${id} for update`;
  return row;
}

/** @param now epoch ms */
export async function markDecided(
  tx: Tx,
  { id, decision, clientName }: { id: string; decision: 'approved' | 'rejected'; clientName: string },
  now: number,
) {
  return tx`
    update approval_links
    set decided_at = to_timestamp(${now}::float8 / 1000), decision = ${decision}, client_name = ${clientName}
    where id = ${id}`;
}

/**
 * Ends a link.
 * @param now epoch ms
 * @returns false when the post has no such link that could still be opened
 */
export async function revokeApprovalLink(
  db: Db,
  { id, postId, workspaceId }: OfPost & { id: string },
  now: number,
): Promise<boolean> {
  const result = await db`
    update approval_links set revoked_at = to_timestamp(${now}::float8 / 1000)
    where id = ${id} and post_id = ${postId} and workspace_id = ${workspaceId} and revoked_at is null
      and expires_at > to_timestamp(${now}::float8 / 1000)`;
  return result.count === 1;
}

export async function deleteApprovalLinks(db: Db, { postId, workspaceId }: OfPost) {
  return db`delete from approval_links where post_id = ${postId} and workspace_id = ${workspaceId}`;
}

/** Deletes links that ended before an instant. @param prune.before epoch ms */
export async function pruneApprovalLinks(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from approval_links where id = any(array(
      select id from approval_links where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
