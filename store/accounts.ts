/** Connected accounts. Credentials are sealed before they come here and opened after they leave. */
import type { Db } from './connect.ts';

export interface AccountRow {
  id: string;
  workspaceId: string;
  platform: string;
  remoteId: string;
  displayName: string;
  username: string;
  avatarUrl: string | null;
  url: string | null;
  status: 'healthy' | 'expiring' | 'needs_reconnect';
  onUnknown: 'retry' | 'hold';
  endpoints: { [name: string]: string };
  limits: { [name: string]: number };
  expiresAt: Date | null;
  connectedAt: Date;
}

export interface AccountSecrets {
  credentials: Uint8Array;
  credentialsVersion: number;
}

const columns = (db: Db) => db`
  id, workspace_id as "workspaceId", platform, remote_id as "remoteId", display_name as "displayName", username,
  avatar_url as "avatarUrl", url, status, on_unknown as "onUnknown", endpoints, limits, expires_at as "expiresAt",
  connected_at as "connectedAt"`;

/** Oldest connection first: the order in which a person added them. */
export async function listAccounts(db: Db, workspaceId: string) {
  return db<AccountRow[]>`
    select ${columns(db)} from accounts where workspace_id = ${workspaceId} order by connected_at, id`;
}

/** Accounts by id, of whatever workspace: the caller compares, to tell unknown from foreign. */
export async function readAccounts(db: Db, ids: string[]) {
  return db<AccountRow[]>`select ${columns(db)} from accounts where id = any(${ids}::text[])`;
}

export async function readAccountsWithSecrets(db: Db, ids: string[]) {
  return db<(AccountRow & AccountSecrets)[]>`
    select ${columns(db)}, credentials, credentials_version as "credentialsVersion" from accounts
    where id = any(${ids}::text[])`;
}

/** Locks an account while its token is refreshed: one refresh at a time over all nodes. */
export async function lockAccountWithSecrets(db: Db, id: string) {
  const [row] = await db<(AccountRow & AccountSecrets)[]>`
    select ${columns(db)}, credentials, credentials_version as "credentialsVersion" from accounts
    where id = ${id} for update`;
  return row;
}

export async function saveCredentials(
  db: Db,
  saved: { id: string; credentials: Uint8Array; expiresAt: number | null },
) {
  return db`
    update accounts set credentials = ${saved.credentials}, credentials_version = credentials_version + 1,
      expires_at = to_timestamp(${saved.expiresAt}::float8 / 1000)
    where id = ${saved.id}`;
}

export async function insertAccount(
  db: Db,
  account: {
    id: string;
    workspaceId: string;
    platform: string;
    remoteId: string;
    displayName: string;
    username: string;
    avatarUrl: string | null;
    url: string | null;
    endpoints: object;
    limits: object;
    credentials: Uint8Array;
    expiresAt: number | null;
  },
  now: number,
) {
  return db`
    insert into accounts (id, workspace_id, platform, remote_id, display_name, username, avatar_url, url, status,
                          endpoints, limits, credentials, expires_at, connected_at)
    values (${account.id}, ${account.workspaceId}, ${account.platform}, ${account.remoteId}, ${account.displayName},
            ${account.username}, ${account.avatarUrl}, ${account.url}, 'healthy',
            ${JSON.stringify(account.endpoints)}::text::jsonb, ${JSON.stringify(account.limits)}::text::jsonb,
            ${account.credentials}, to_timestamp(${account.expiresAt}::float8 / 1000),
            to_timestamp(${now}::float8 / 1000))
    on conflict (workspace_id, platform, remote_id) do nothing`;
}

/** The network's addresses have moved: the sandbox on another port. */
export async function saveEndpoints(db: Db, id: string, endpoints: object) {
  return db`update accounts set endpoints = ${JSON.stringify(endpoints)}::text::jsonb where id = ${id}`;
}
