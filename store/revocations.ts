/**
 * Credentials of disconnected accounts, kept until their access is ended at the network. They are sealed and bound to the
 * account.
 */
import type { AccountRow, AccountSecrets } from './accounts.ts';
import type { Db } from './connect.ts';

export interface RevocationRow {
  accountId: string;
  platform: string;
  remoteId: string;
  username: string;
  endpoints: { [name: string]: string };
  credentials: Uint8Array;
}

export async function readRevocation(db: Db, accountId: string): Promise<RevocationRow | undefined> {
  const [row] = await db<RevocationRow[]>`
    select account_id as "accountId", platform, remote_id as "remoteId", username, endpoints, credentials
    from revocations where account_id = ${accountId}`;
  return row;
}

/**
 * Replaces the kept credentials: a refresh was in progress when the account was disconnected, so its tokens are the ones
 * to end.
 */
export async function replaceRevocation(db: Db, accountId: string, credentials: Uint8Array) {
  return db`update revocations set credentials = ${credentials} where account_id = ${accountId}`;
}

export async function deleteRevocation(db: Db, accountId: string) {
  return db`delete from revocations where account_id = ${accountId}`;
}

/** How many accesses of a workspace's disconnected accounts still have to be ended at their networks. */
export async function countRevocations(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from revocations where workspace_id = ${workspaceId}`;
  return row!.count;
}

/** Whether the same account of a network is still connected in any workspace. */
export async function isConnectedSomewhere(
  db: Db,
  find: { platform: string; remoteId: string },
): Promise<boolean> {
  const [row] = await db`
    select from accounts where platform = ${find.platform} and remote_id = ${find.remoteId} limit 1`;
  return row !== undefined;
}

/** Accounts of some networks with their credentials, from every workspace; in order of id. */
export async function listAccesses(
  db: Db,
  list: { platforms: string[]; after: string; limit: number },
): Promise<
  (Pick<AccountRow, 'id' | 'platform' | 'remoteId' | 'username' | 'endpoints' | 'limits'> & AccountSecrets)[]
> {
  return db`
    select id, platform, remote_id as "remoteId", username, endpoints, limits, credentials,
           credentials_version as "credentialsVersion"
    from accounts where platform = any(${list.platforms}::text[]) and id > ${list.after}
    order by id limit ${list.limit}`;
}
