/** API keys and their users; and who is behind any id that calls. Only the SHA-256 hash of a key is stored. */
import type { Db } from './connect.ts';
import type { NetworksColumn } from './workspaces.ts';

/** The user and workspaces that a key gives access to. */
export interface PrincipalRow {
  userId: string;
  /** Of the user. */
  userName?: string;
  keyId: string;
  /** Of the key, or of the app that a person lets act; a session has none. */
  keyName?: string;
  /** What tools need with the key before they publish, send or delete; a session has none. */
  confirm?: ConfirmColumn;
  /** What the key may do; absent means everything. */
  scopes?: string[];
  /** Present and true: it reaches only workspaces that it was made for. */
  isHeld?: boolean;
  /** Oldest membership first. The first one is the caller's default workspace (docs/contract.md, Workspaces and plans). */
  workspaces: {
    id: string;
    slug: string;
    name: string;
    timezone: string;
    /** Slugs that it had before; null if none. */
    formerSlugs: string[] | null;
    /** Of the user in it. */
    role: RoleColumn;
    /** The only accounts that the user reaches in it; null means all. */
    heldTo: string[] | null;
    plan: string;
    /** Epoch ms. */
    trialEndsAt: number | null;
    /** Whether posts need an approval. */
    approval: boolean;
    networks: NetworksColumn;
  }[];
}

export type RoleColumn = 'owner' | 'editor' | 'approver' | 'viewer';

export type ConfirmColumn = 'none' | 'call' | 'person';

/** A key as its owner sees it. */
export interface KeyRow {
  id: string;
  userId: string;
  userName: string;
  userEmail: string | null;
  name: string;
  /** Its last four characters. */
  hint: string;
  confirm: ConfirmColumn;
  /** What it may do; null means everything. */
  scopes: string[] | null;
  /** Slugs of the only workspaces it reaches; null means all of its user's. */
  workspaces: string[] | null;
  createdAt: Date;
  /** Precise to about five seconds; null if never used. */
  lastUsedAt: Date | null;
}

interface UserRow {
  id: string;
  email: string | null;
  name: string;
}

interface NewKey {
  id: string;
  userId: string;
  name: string;
  /** SHA-256 of the key. */
  hash: Uint8Array;
  hint: string;
  confirm: ConfirmColumn;
  /** null means everything. */
  scopes: readonly string[] | null;
  /** Ids of the only workspaces it reaches; null means all of its user's. */
  workspaceIds: readonly string[] | null;
}

export async function insertKey(db: Db, key: NewKey, now: number) {
  return db`
    insert into api_keys (id, user_id, name, hash, hint, confirm, scopes, workspace_ids, created_at)
    values (${key.id}, ${key.userId}, ${key.name}, ${key.hash}, ${key.hint}, ${key.confirm}, ${key.scopes as string[] | null},
            ${key.workspaceIds as string[] | null}, to_timestamp(${now}::float8 / 1000))`;
}

/**
 * The workspaces of a user, oldest membership first, as JSON.
 * @param of.userId an SQL expression; cell: only workspaces of this cell; null means of all cells; only: an SQL expression, the
 * ids of the only workspaces, or null. Default null
 */
export const workspacesOf = (db: Db, of: { userId: string; cell: string | null; only?: string }) => db`
  coalesce((
    select json_agg(json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'timezone', w.timezone, 'role', m.role, 'heldTo', m.account_ids, 'plan', w.plan, 'approval', w.approval, 'networks', coalesce(w.networks, 'both'),
                      'formerSlugs', (select json_agg(f.slug order by f.slug) from former_slugs f where f.workspace_id = w.id),
                      'trialEndsAt', (extract(epoch from w.trial_ends_at) * 1000)::float8)
                    order by m.created_at, m.workspace_id)
    from members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${db.unsafe(of.userId)} ${of.cell === null ? db`` : db`and w.cell = ${of.cell}`}
      ${of.only === undefined ? db`` : db`and (${db.unsafe(of.only)} is null or w.id = any(${db.unsafe(of.only)}))`}), '[]'::json)`;

/**
 * The user of a key and the workspaces it reaches; undefined when there is no such key.
 * @param find.hash SHA-256 of the key; cell: see `workspacesOf`
 */
export async function findPrincipal(
  db: Db,
  find: { hash: Uint8Array; cell: string | null },
): Promise<PrincipalRow | undefined> {
  const [row] = await db<HolderRow[]>`
    select k.id as "keyId", k.name as "keyName", k.user_id as "userId", u.name as "userName", k.confirm, k.scopes, k.workspace_ids is not null as "isHeld",
      ${workspacesOf(db, { userId: 'k.user_id', cell: find.cell, only: 'k.workspace_ids' })} as workspaces
    from api_keys k join users u on u.id = k.user_id where k.hash = ${find.hash}`;
  return row && principalOf(row);
}

/**
 * The user and workspaces of an API key, a grant or a session, by its id; undefined when it was revoked or has ended.
 * @param find.now epoch ms; cell: see `workspacesOf`
 */
export async function findHolder(
  db: Db,
  find: { keyId: string; cell: string | null; now: number },
): Promise<PrincipalRow | undefined> {
  const { keyId, cell, now } = find;
  const [row] = await db<HolderRow[]>`
    select h.id as "keyId", h.user_id as "userId", h.scopes, h.workspace_ids is not null as "isHeld",
      ${workspacesOf(db, { userId: 'h.user_id', cell, only: 'h.workspace_ids' })} as workspaces
    from (
      select id, user_id, scopes, workspace_ids from api_keys where id = ${keyId}
      union all
      select id, user_id, scopes, workspace_ids from grants where id = ${keyId}
      union all
      select id, user_id, null, null from sessions where id = ${keyId} and expires_at > to_timestamp(${now}::float8 / 1000)
    ) h`;
  return row && principalOf(row);
}

/** A workspace as one of its members reaches it; undefined if the user is no member. */
export async function findMembership(
  db: Db,
  find: { workspaceId: string; userId: string },
): Promise<PrincipalRow['workspaces'][number] | undefined> {
  const [row] = await db<{ workspaces: PrincipalRow['workspaces'] }[]>`
    select ${workspacesOf(db, { userId: 'u.id', cell: null })} as workspaces from users u where u.id = ${find.userId}`;
  return row?.workspaces.find(({ id }) => id === find.workspaceId);
}

type HolderRow = Omit<PrincipalRow, 'scopes'> & { scopes: string[] | null };

const principalOf = ({ scopes, isHeld, ...row }: HolderRow): PrincipalRow => ({
  ...row,
  ...(scopes !== null && { scopes }),
  ...(isHeld === true && { isHeld }),
});

/** API keys, newest first. @param list.userId null means the keys of all users */
export async function listKeys(db: Db, list: { userId: string | null }): Promise<KeyRow[]> {
  return db<KeyRow[]>`
    select k.id, k.user_id as "userId", u.name as "userName", u.email as "userEmail", k.name, k.hint, k.confirm, k.scopes,
      case when k.workspace_ids is not null then coalesce((
        select array_agg(w.slug order by w.slug) from workspaces w where w.id = any(k.workspace_ids)), '{}') end as workspaces,
      k.created_at as "createdAt", k.last_used_at as "lastUsedAt"
    from api_keys k join users u on u.id = k.user_id
    where ${list.userId}::text is null or k.user_id = ${list.userId}
    order by k.created_at desc, k.id desc`;
}

/**
 * Sets what tools need with a key. The same commit notifies every node.
 * @returns false when the user has no such key
 */
export async function saveKeyConfirm(
  db: Db,
  set: { id: string; userId: string; confirm: ConfirmColumn },
): Promise<boolean> {
  const rows = await db`
    with changed as (
      update api_keys set confirm = ${set.confirm} where id = ${set.id} and user_id = ${set.userId} returning id
    )
    select pg_notify('auth_changed', id) from changed`;
  return rows.length === 1;
}

/** Whether a person has a key of this id. */
export async function hasKey(db: Db, find: { id: string; userId: string }): Promise<boolean> {
  const rows = await db`select from api_keys where id = ${find.id} and user_id = ${find.userId}`;
  return rows.length === 1;
}

/**
 * Deletes a key. The same commit notifies every node.
 *
 * @param find.userId the user that must own it; null means any user
 * @returns false when there was no such key
 */
export async function deleteKey(db: Db, find: { id: string; userId: string | null }): Promise<boolean> {
  const rows = await db`
    with gone as (
      delete from api_keys where id = ${find.id} and (${find.userId}::text is null or user_id = ${find.userId})
      returning id
    )
    select pg_notify('auth_changed', id) from gone`;
  return rows.length === 1;
}

/**
 * Records when keys were last used. The time only moves forward, because nodes write in any order.
 * @param uses.at epoch ms
 */
export async function markKeysUsed(db: Db, uses: { id: string; at: number }[]) {
  return db`
    update api_keys k set last_used_at = to_timestamp(d.at / 1000)
    from unnest(${uses.map((use) => use.id)}::text[], ${uses.map((use) => use.at)}::float8[]) d(id, at)
    where k.id = d.id and (k.last_used_at is null or k.last_used_at < to_timestamp(d.at / 1000))`;
}

/** The user with this email address; for null, the oldest user. */
export async function findUser(db: Db, email: string | null): Promise<UserRow | undefined> {
  const [row] = await db<UserRow[]>`
    select id, email, name from users where ${email}::text is null or email = ${email}
    order by created_at, id limit 1`;
  return row;
}

/** Names of users, of API keys and of the apps of grants by their ids. Deleted ones are left out. */
export async function readNames(
  db: Db,
  read: { userIds: string[]; keyIds: string[] },
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select id, name from users where id = any(${read.userIds}::text[])
    union all
    select id, name from api_keys where id = any(${read.keyIds}::text[])
    union all
    select g.id, c.name from grants g join oauth_clients c on c.id = g.client_id where g.id = any(${read.keyIds}::text[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
