/** Connect links, and the accounts that were connected through them. */
import type { Db } from './connect.ts';
import type { NetworksColumn } from './workspaces.ts';

export interface LinkRow {
  id: string;
  workspaceId: string;
  /** The workspace's name, which the pages of the link show. */
  workspaceName: string;
  workspaceSlug: string;
  workspaceNetworks: NetworksColumn;
  /** Sealed, and bound to the link's id. */
  secret: Uint8Array;
  redirectUrl: string | null;
  /** For whom it is, as the workspace names it; null if it has no name. */
  name: string | null;
  /** The networks that it offers. Empty: every network. */
  platforms: string[];
  createdAt: Date;
  expiresAt: Date;
  connectedAt: Date | null;
  revokedAt: Date | null;
}

const columns = (db: Db) => db`
  l.id, l.workspace_id as "workspaceId", w.name as "workspaceName", w.slug as "workspaceSlug", coalesce(w.networks, 'both') as "workspaceNetworks", l.secret,
  l.redirect_url as "redirectUrl", l.name, l.platforms, l.created_at as "createdAt", l.expires_at as "expiresAt",
  l.connected_at as "connectedAt", l.revoked_at as "revokedAt"`;

/** @param link.secretHash SHA-256 of the secret; secret: sealed; expiresAt and now: epoch ms */
export async function insertLink(
  db: Db,
  link: {
    id: string;
    workspaceId: string;
    secretHash: Uint8Array;
    secret: Uint8Array;
    redirectUrl: string | null;
    name: string | null;
    platforms: string[];
    expiresAt: number;
  },
  now: number,
) {
  return db`
    insert into connect_links (id, workspace_id, secret_hash, secret, redirect_url, name, platforms, created_at, expires_at)
    values (${link.id}, ${link.workspaceId}, ${link.secretHash}, ${link.secret}, ${link.redirectUrl}, ${link.name},
            ${link.platforms}::text[], to_timestamp(${now}::float8 / 1000),
            to_timestamp(${link.expiresAt}::float8 / 1000))`;
}

/** A link of one workspace; undefined when it has none of this id. */
export async function findLink(db: Db, find: { id: string; workspaceId: string }) {
  const [row] = await db<LinkRow[]>`
    select ${columns(db)} from connect_links l join workspaces w on w.id = l.workspace_id
    where l.id = ${find.id} and l.workspace_id = ${find.workspaceId}`;
  return row;
}

/**
 * Links of a workspace, newest first.
 * @param list.open true: only links that can still connect accounts; before: only links with a smaller id, null means start
 *   with the newest
 */
export async function listLinks(
  db: Db,
  list: { workspaceId: string; open: boolean; before: string | null; limit: number },
  now: number,
) {
  return db<LinkRow[]>`
    select ${columns(db)} from connect_links l join workspaces w on w.id = l.workspace_id
    where l.workspace_id = ${list.workspaceId} and (${list.before}::text is null or l.id < ${list.before}::text)
      and (not ${list.open}::boolean
           or (l.revoked_at is null and l.expires_at > to_timestamp(${now}::float8 / 1000)))
    order by l.id desc limit ${list.limit}`;
}

/**
 * The link whose secret has this SHA-256 hash. The address of a link contains the secret, so everyone who has the address
 * can use the link.
 */
export async function findLinkBySecret(db: Db, secretHash: Uint8Array) {
  const [row] = await db<LinkRow[]>`
    select ${columns(db)} from connect_links l join workspaces w on w.id = l.workspace_id
    where l.secret_hash = ${secretHash}`;
  return row;
}

/**
 * Locks a link while an account is connected through it. A revocation waits for the lock; if the revocation is first, the
 * connection fails.
 */
export async function lockLink(db: Db, id: string) {
  const [row] = await db<LinkRow[]>`
    select ${columns(db)} from connect_links l join workspaces w on w.id = l.workspace_id
    where l.id = ${id} for update of l`;
  return row;
}

/** Revokes a link that is not revoked yet. Accounts that were connected through it stay. */
export async function revokeLink(db: Db, id: string, now: number) {
  return db`
    update connect_links set revoked_at = to_timestamp(${now}::float8 / 1000)
    where id = ${id} and revoked_at is null`;
}

/** Records that an account was connected through a link. A repeated connection updates the time. */
export async function noteLinkAccount(db: Db, note: { linkId: string; accountId: string }, now: number) {
  return db`
    with noted as (
      insert into connect_link_accounts (link_id, account_id, connected_at)
      values (${note.linkId}, ${note.accountId}, to_timestamp(${now}::float8 / 1000))
      on conflict (link_id, account_id) do update set connected_at = excluded.connected_at
    )
    update connect_links set connected_at = to_timestamp(${now}::float8 / 1000)
    where id = ${note.linkId} and connected_at is null`;
}

/** Ids of the accounts that were connected through a link and still exist, in the order in which they were connected. */
export async function listLinkAccountIds(db: Db, linkId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select account_id as id from connect_link_accounts where link_id = ${linkId} order by connected_at, account_id`;
  return rows.map((row) => row.id);
}

/**
 * The accounts that were connected through several links and still exist, by link, in the order in which they were
 * connected.
 */
export async function listAccountsOfLinks(db: Db, linkIds: string[]) {
  return db<{ linkId: string; accountId: string }[]>`
    select link_id as "linkId", account_id as "accountId" from connect_link_accounts
    where link_id = any(${linkIds}::text[]) order by link_id, connected_at, account_id`;
}

/** Deletes links that expired before an instant, with their sign-ins. @param prune.before epoch ms */
export async function pruneLinks(db: Db, prune: { before: number; limit: number }): Promise<number> {
  const result = await db`
    delete from connect_links where id in (
      select id from connect_links where expires_at < to_timestamp(${prune.before}::float8 / 1000)
      limit ${prune.limit})`;
  return result.count;
}
