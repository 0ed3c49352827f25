/** Links to reports of numbers (docs/numbers.md, Reports). Of the secret in an address only the SHA-256 hash is stored. */
import type { Db, Tx } from './connect.ts';
import type { Within } from './held.ts';
import type { Prune } from './retention.ts';

export interface ReportLinkRow {
  id: string;
  workspaceId: string;
  /** The accounts that it shows. */
  accountIds: string[];
  /** ISO days, both included. */
  from: string;
  to: string;
  /** Null if it has none. */
  name: string | null;
  /** The user whose access it depends on. */
  madeBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

interface NewReportLink extends Pick<
  ReportLinkRow,
  'id' | 'workspaceId' | 'accountIds' | 'from' | 'to' | 'name' | 'madeBy'
> {
  /** SHA-256 of the secret in the address. */
  secretHash: Uint8Array;
  /** Epoch ms. */
  expiresAt: number;
}

const columns = (db: Db) => db`
  id, workspace_id as "workspaceId", account_ids as "accountIds", to_char(first_day, 'YYYY-MM-DD') as "from",
  to_char(last_day, 'YYYY-MM-DD') as "to", name, made_by as "madeBy", created_at as "createdAt", expires_at as "expiresAt",
  revoked_at as "revokedAt"`;

/** Who makes a link waits for others who make one in the workspace: the open ones are counted before. */
export async function lockReportLinks(tx: Tx, workspaceId: string) {
  return tx`select pg_advisory_xact_lock(hashtextextended('report links ' || ${workspaceId}, 0))`;
}

/** @param now epoch ms */
export async function insertReportLink(tx: Tx, link: NewReportLink, now: number): Promise<ReportLinkRow> {
  const [row] = await tx<[ReportLinkRow]>`
    insert into report_links (id, workspace_id, account_ids, first_day, last_day, name, secret_hash, made_by, created_at, expires_at)
    values (${link.id}, ${link.workspaceId}, ${link.accountIds}::text[], ${link.from}::date, ${link.to}::date, ${link.name},
            ${link.secretHash}, ${link.madeBy}, to_timestamp(${now}::float8 / 1000), to_timestamp(${link.expiresAt}::float8 / 1000))
    returning ${columns(tx)}`;
  return row;
}

/** Links of a workspace that are of reached accounts alone, newest first. */
export async function listReportLinks(
  db: Db,
  { workspaceId, heldTo, limit }: Within & { limit: number },
): Promise<ReportLinkRow[]> {
  return db<ReportLinkRow[]>`
    select ${columns(db)} from report_links
    where workspace_id = ${workspaceId}
      ${heldTo === null ? db`` : db`and account_ids <@ ${heldTo as string[]}::text[]`}
    order by id desc limit ${limit}`;
}

/** How many links of a workspace can be opened. @param now epoch ms */
export async function countOpenReportLinks(tx: Tx, workspaceId: string, now: number): Promise<number> {
  const [row] = await tx<[{ open: number }]>`
    select count(*)::int as open from report_links
    where workspace_id = ${workspaceId} and revoked_at is null and expires_at > to_timestamp(${now}::float8 / 1000)`;
  return row.open;
}

/** The link whose secret has this hash. */
export async function findReportLink(db: Db, secretHash: Uint8Array): Promise<ReportLinkRow | undefined> {
  const [row] = await db<ReportLinkRow[]>`
    select ${columns(db)} from report_links where secret_hash = ${secretHash}`;
  return row;
}

/**
 * Ends a link of reached accounts alone.
 * @param now epoch ms
 * @returns false where the workspace has no such link that could still be opened
 */
export async function revokeReportLink(
  db: Db,
  { id, workspaceId, heldTo }: Within & { id: string },
  now: number,
): Promise<boolean> {
  const result = await db`
    update report_links set revoked_at = to_timestamp(${now}::float8 / 1000)
    where id = ${id} and workspace_id = ${workspaceId} and revoked_at is null
      and expires_at > to_timestamp(${now}::float8 / 1000)
      ${heldTo === null ? db`` : db`and account_ids <@ ${heldTo as string[]}::text[]`}`;
  return result.count === 1;
}

/** Deletes links that ended before an instant. @param prune.before epoch ms */
export async function pruneReportLinks(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from report_links where id = any(array(
      select id from report_links where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
