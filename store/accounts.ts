/** Connected accounts. Callers seal the credentials before they write them here and open them after they read them. */
import type { Db, Tx } from './connect.ts';
import { ofReached, type Within } from './held.ts';
import type { Receiving } from './receiving.ts';
import { isSimulated } from './simulated.ts';

export interface AccountRow {
  id: string;
  workspaceId: string;
  platform: string;
  remoteId: string;
  displayName: string;
  username: string;
  avatarUrl: string | null;
  url: string | null;
  /** The status that the account's machine decided; `healthy` until its actor has taken its first step. */
  status: AccountStatus;
  /** The network's message, when a person has to act. */
  reason: string | null;
  onUnknown: 'retry' | 'hold';
  /** It has a posting schedule of its own. */
  ownSchedule: boolean;
  endpoints: { [name: string]: string };
  limits: { [name: string]: number };
  /** What the person granted, in the network's names; null if that is not known. */
  scopes: string[] | null;
  /** Whether it receives what people write; null means it does not. */
  receiving: Receiving | null;
  /** When the credentials expire. */
  expiresAt: Date | null;
  /** When the credentials were obtained. */
  obtainedAt: Date;
  connectedAt: Date;
}

export type AccountStatus = 'healthy' | 'expiring' | 'needs_reconnect' | 'needs_app' | 'disconnected';

export interface AccountSecrets {
  credentials: Uint8Array;
  credentialsVersion: number;
}

const columns = (db: Db) => db`
  a.id, a.workspace_id as "workspaceId", a.platform, a.remote_id as "remoteId", a.display_name as "displayName",
  a.username, a.avatar_url as "avatarUrl", a.url, coalesce(s.shown, 'healthy') as status, s.reason,
  a.on_unknown as "onUnknown", a.slots is not null as "ownSchedule", a.receiving, a.endpoints, a.limits, a.scopes, a.expires_at as "expiresAt", a.obtained_at as "obtainedAt",
  a.connected_at as "connectedAt"`;
const tables = (db: Db) => db`accounts a left join actors s on s.id = a.id`;
const secrets = (db: Db) => db`a.credentials, a.credentials_version as "credentialsVersion"`;

/** The accounts of a workspace in the order in which they were connected. */
export async function listAccounts(db: Db, { workspaceId, heldTo }: Within) {
  return db<AccountRow[]>`
    select ${columns(db)} from ${tables(db)}
    where a.workspace_id = ${workspaceId} ${ofReached(db, 'a.id', heldTo)} order by a.connected_at, a.id`;
}

/** How many accounts these workspaces have together. */
export async function countAccountsOf(db: Db, workspaceIds: string[]): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from accounts where workspace_id = any(${workspaceIds}::text[])`;
  return row!.count;
}

/**
 * Accounts by id, from every workspace. The caller compares the workspace, to distinguish an unknown id from another
 * workspace's.
 */
export async function readAccounts(db: Db, ids: string[]) {
  return db<AccountRow[]>`select ${columns(db)} from ${tables(db)} where a.id = any(${ids}::text[])`;
}

/** Keeps accounts as they are until the transaction ends. In order of id, so that two callers cannot deadlock. */
export async function shareAccounts(tx: Tx, ids: string[]): Promise<void> {
  await tx`select from accounts where id = any(${ids}::text[]) order by id for share`;
}

/** Accounts by id, from every workspace, with the slugs of their workspaces. */
export async function readAccountsWithWorkspace(db: Db, ids: string[]) {
  return db<(AccountRow & { workspace: string })[]>`
    select ${columns(db)}, (select w.slug from workspaces w where w.id = a.workspace_id) as workspace
    from ${tables(db)} where a.id = any(${ids}::text[])`;
}

export async function readAccountsWithSecrets(db: Db, ids: string[]) {
  return db<(AccountRow & AccountSecrets)[]>`
    select ${columns(db)}, ${secrets(db)} from ${tables(db)} where a.id = any(${ids}::text[])`;
}

/**
 * Leases the refresh of an account's credentials to one node, until `until` or until that node counts as dead. The caller
 * commits this statement before it calls the network.
 * @param claim.refused the newest version of the credentials that has to be replaced
 * @param claim.realNow epoch ms of the machine's clock, because leases are about real time, even where tests move the
 *   clock
 * @returns undefined when there are newer credentials, another node holds the lease, or the account does not exist.
 *   `tries` counts from 1; above 1 an earlier try with the same credentials has an unknown outcome
 */
export async function claimRefresh(
  db: Db,
  claim: { id: string; refused: number; nodeId: string; realNow: number; until: number },
) {
  const [row] = await db<(AccountRow & AccountSecrets & { tries: number })[]>`
    with claimed as (
      update accounts a
      set refresh_by = ${claim.nodeId}, refresh_until = to_timestamp(${claim.until}::float8 / 1000),
          refresh_tries = refresh_tries + 1
      where id = ${claim.id} and credentials_version <= ${claim.refused}
        and (refresh_until is null or refresh_until < to_timestamp(${claim.realNow}::float8 / 1000)
             or not exists (select from nodes n where n.id = a.refresh_by
                              and n.alive_until > to_timestamp(${claim.realNow}::float8 / 1000)))
      returning *
    )
    select ${columns(db)}, ${secrets(db)}, a.refresh_tries as tries
    from claimed a left join actors s on s.id = a.id`;
  return row;
}

/**
 * Saves the new credentials that the network returned, and ends the lease of the refresh.
 * @param saved.credentialsVersion the version that was replaced; times are epoch ms
 * @returns the new version; undefined when the account was connected again or disconnected in the meantime
 */
export async function saveRefreshed(
  db: Db,
  saved: {
    id: string;
    credentialsVersion: number;
    credentials: Uint8Array;
    expiresAt: number | null;
    obtainedAt: number;
  },
): Promise<number | undefined> {
  const [row] = await db<{ credentialsVersion: number }[]>`
    update accounts
    set credentials = ${saved.credentials}, credentials_version = credentials_version + 1,
        expires_at = to_timestamp(${saved.expiresAt}::float8 / 1000),
        obtained_at = to_timestamp(${saved.obtainedAt}::float8 / 1000),
        refresh_by = null, refresh_until = null, refresh_tries = 0
    where id = ${saved.id} and credentials_version = ${saved.credentialsVersion}
    returning credentials_version as "credentialsVersion"`;
  return row?.credentialsVersion;
}

/**
 * Ends the lease of a refresh without new credentials. The count of tries stays, since the network may have used up the
 * tokens.
 * @param release.unused the network certainly used none of the tokens: this try is not counted
 */
export async function releaseRefresh(db: Db, release: { id: string; nodeId: string; unused: boolean }) {
  return db`
    update accounts
    set refresh_by = null, refresh_until = null,
        refresh_tries = case when ${release.unused} then greatest(refresh_tries - 1, 0) else refresh_tries end
    where id = ${release.id} and refresh_by = ${release.nodeId}`;
}

/** The version of an account's credentials, and whether a node is refreshing them. Times are epoch ms. */
export async function readRefresh(db: Db, id: string) {
  const [row] = await db<
    { credentialsVersion: number; obtainedAt: number; expiresAt: number | null; busyUntil: number | null }[]
  >`
    select credentials_version as "credentialsVersion",
           (extract(epoch from obtained_at) * 1000)::float8 as "obtainedAt",
           (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
           (extract(epoch from refresh_until) * 1000)::float8 as "busyUntil"
    from accounts where id = ${id}`;
  return row;
}

interface NewAccount {
  id: string;
  workspaceId: string;
  platform: string;
  remoteId: string;
  displayName: string;
  username: string;
  avatarUrl: string | null;
  url: string | null;
  /** The person's id at this app. Absent means the network names none. */
  loginId?: string;
  endpoints: object;
  limits: object;
  /** What the person granted. Absent means that the network does not say. */
  scopes?: readonly string[];
  credentials: Uint8Array;
  expiresAt: number | null;
}

/**
 * Stores an account, unless the workspace has it already. The caller starts its actor too.
 * @param now when it was connected and its credentials were obtained, epoch ms
 */
export async function insertAccount(db: Db, account: NewAccount, now: number) {
  return db`
    insert into accounts (id, workspace_id, platform, remote_id, display_name, username, avatar_url, url,
                          login_id, endpoints, limits, scopes, credentials, expires_at, obtained_at, connected_at)
    values (${account.id}, ${account.workspaceId}, ${account.platform}, ${account.remoteId}, ${account.displayName},
            ${account.username}, ${account.avatarUrl}, ${account.url}, ${account.loginId ?? null},
            ${JSON.stringify(account.endpoints)}::text::jsonb, ${JSON.stringify(account.limits)}::text::jsonb,
            ${account.scopes ?? null}::text[], ${account.credentials}, to_timestamp(${account.expiresAt}::float8 / 1000),
            to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000))
    on conflict (workspace_id, platform, remote_id) do nothing`;
}

/**
 * How many accounts the cell has, and whether every one of them is connected to the sandbox: then nobody gets access to a
 * real account with them.
 * @param sandboxUrl null means there is no sandbox
 */
export async function countAccounts(
  db: Db,
  sandboxUrl: string | null,
): Promise<{ accounts: number; simulatedOnly: boolean }> {
  const [row] = await db<{ accounts: number; simulatedOnly: boolean }[]>`
    select count(*)::int as accounts,
      coalesce(bool_and(${isSimulated(db, 'endpoints', sandboxUrl)}), true)
        as "simulatedOnly"
    from accounts`;
  return row!;
}

/**
 * Locks the start of missing actors for one node, until the transaction ends.
 * @returns false when another node holds the lock
 */
export async function lockUnattended(db: Db): Promise<boolean> {
  const [row] = await db<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' unattended accounts', 0)) as locked`;
  return row?.locked ?? false;
}

/**
 * Accounts without an actor: an older version stored them, or the process died before it started the actor. In order of
 * id.
 */
export async function listUnattendedAccounts(db: Db, list: { after: string; limit: number }) {
  return db<(AccountRow & AccountSecrets)[]>`
    select ${columns(db)}, ${secrets(db)} from ${tables(db)}
    where a.id > ${list.after} and not exists (select from actors x where x.id = a.id)
    order by a.id limit ${list.limit}`;
}

/** Accounts that wait for the operator because the app is missing or was refused. In order of id. */
export async function listAccountsNeedingApp(db: Db, list: { after: string; limit: number }) {
  return db<{ id: string; workspaceId: string }[]>`
    select id, workspace_id as "workspaceId" from actors
    where kind = 'account' and shelf in ('needs_app', 'disconnected') and shelf = 'needs_app' and id > ${list.after}
    order by id limit ${list.limit}`;
}

/** Whether a timer `m` is that of a delivery that waits for its account: the condition of the index due_waiting_accounts. */
const isWaiting = (db: Db) => db`
  m.timer in ('xstate.after.patience.delivery.waiting_account',
              'xstate.after.patience.delivery.verifying.waiting_account')`;

/** How many deliveries wait until these accounts are connected again, by account; an account without any is left out. */
export async function countWaitingDeliveries(db: Db, accountIds: string[]): Promise<Map<string, number>> {
  const rows = await db<{ accountId: string; waiting: number }[]>`
    select a.id as "accountId", count(*)::int as waiting
    from actors a
    join due m on m.workspace_id = a.workspace_id
    join actors x on m.actor_id = x.id
    where a.id = any(${accountIds}::text[]) and x.snapshot -> 'context' ->> 'accountId' = a.id
      and ${isWaiting(db)}
    group by a.id`;
  return new Map(rows.map(({ accountId, waiting }) => [accountId, waiting]));
}

/** Ids of the deliveries that wait until this account is connected again, in order. */
export async function findWaitingDeliveries(
  db: Db,
  find: { accountId: string; workspaceId: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select m.actor_id as id
    from due m
    join actors x on x.id = m.actor_id
    where m.workspace_id = ${find.workspaceId} and m.actor_id > ${find.after}
      and ${isWaiting(db)}
      and x.snapshot -> 'context' ->> 'accountId' = ${find.accountId}
    order by m.actor_id limit ${find.limit}`;
  return rows.map((row) => row.id);
}

interface WaitingPost {
  id: string;
  /** The beginning of its text. */
  text: string;
  /** When it was to go out, epoch ms. */
  plannedAt: number | null;
  /** Until when it waits, epoch ms. */
  until: number;
}

/** The posts that wait until this account is connected again, those that were to go out first before the others. */
export async function listWaitingPosts(
  db: Db,
  find: { accountId: string; workspaceId: string; limit: number; textLimit: number },
): Promise<WaitingPost[]> {
  return db<WaitingPost[]>`
    select p.id, left(p.content, ${find.textLimit}) as text, (extract(epoch from s.planned_at) * 1000)::float8 as "plannedAt",
      (extract(epoch from m.due_at) * 1000)::float8 as until
    from due m
    join actors x on m.actor_id = x.id
    join posts p on p.id = x.snapshot -> 'context' ->> 'postId'
    join actors s on s.id = p.id
    where m.workspace_id = ${find.workspaceId} and ${isWaiting(db)}
      and ${find.accountId} = x.snapshot -> 'context' ->> 'accountId'
    order by s.planned_at, p.id limit ${find.limit}`;
}

/**
 * Sets what happens to a post when no lookup shows whether it is live: `retry` or `hold`.
 * @returns false when there is no such account
 */
export async function saveOnUnknown(
  db: Db,
  save: { id: string; workspaceId: string; onUnknown: AccountRow['onUnknown'] },
): Promise<boolean> {
  const result = await db`
    update accounts set on_unknown = ${save.onUnknown}
    where id = ${save.id} and workspace_id = ${save.workspaceId}`;
  return result.count === 1;
}

/** Saves new addresses of the network's API, for example when the sandbox is on another port. */
export async function saveEndpoints(db: Db, id: string, endpoints: object) {
  return db`update accounts set endpoints = ${JSON.stringify(endpoints)}::text::jsonb where id = ${id}`;
}

/** Locks the workspace's account with this id at its network; undefined when the workspace has none. */
export async function lockAccountByRemoteId(
  db: Db,
  find: { workspaceId: string; platform: string; remoteId: string },
) {
  const [row] = await db<{ id: string; credentialsVersion: number }[]>`
    select id, credentials_version as "credentialsVersion" from accounts
    where workspace_id = ${find.workspaceId} and platform = ${find.platform} and remote_id = ${find.remoteId}
    -- rows of others may refer to it meanwhile, such as comments
    for no key update`;
  return row;
}

/**
 * Updates an account that is connected again: new credentials, and the profile that the network returns today.
 * @param account.credentials sealed; expiresAt: epoch ms; now: when they were obtained, epoch ms
 */
export async function reconnectAccount(
  db: Db,
  account: Omit<NewAccount, 'workspaceId' | 'platform' | 'remoteId'>,
  now: number,
) {
  return db`
    update accounts set display_name = ${account.displayName}, username = ${account.username},
      avatar_url = ${account.avatarUrl}, url = ${account.url}, login_id = coalesce(${account.loginId ?? null}, login_id),
      endpoints = ${JSON.stringify(account.endpoints)}::text::jsonb,
      limits = ${JSON.stringify(account.limits)}::text::jsonb, scopes = ${account.scopes ?? null}::text[],
      credentials = ${account.credentials}, credentials_version = credentials_version + 1,
      expires_at = to_timestamp(${account.expiresAt}::float8 / 1000),
      obtained_at = to_timestamp(${now}::float8 / 1000),
      refresh_by = null, refresh_until = null, refresh_tries = 0
    where id = ${account.id}`;
}

/**
 * Disconnects an account of one workspace. The credentials that are needed to end its access at the network are kept
 * (store/revocations.ts).
 * @param now epoch ms
 * @returns false when the workspace has no account with this id
 */
export async function deleteAccount(
  db: Db,
  find: { id: string; workspaceId: string },
  now: number,
): Promise<boolean> {
  const result = await db`
    with gone as (
      delete from accounts where id = ${find.id} and workspace_id = ${find.workspaceId} returning *
    )
    insert into revocations (account_id, workspace_id, platform, remote_id, username, endpoints, credentials, created_at)
    select id, workspace_id, platform, remote_id, username, endpoints, credentials, to_timestamp(${now}::float8 / 1000)
    from gone`;
  return result.count === 1;
}
