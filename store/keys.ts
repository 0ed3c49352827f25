/** API keys and their users. Only the SHA-256 hash of a key is stored. */
import type { Db } from './connect.ts';

/** The user and workspaces that a key gives access to. */
export interface PrincipalRow {
  userId: string;
  keyId: string;
  /** Oldest membership first. The first one is the caller's default workspace (docs/contract.md, Workspaces and plans). */
  workspaces: {
    id: string;
    slug: string;
    name: string;
    timezone: string;
    plan: string;
    /** Epoch ms. */
    trialEndsAt: number | null;
  }[];
}

/** A key as its owner sees it. */
export interface KeyRow {
  id: string;
  userId: string;
  userName: string;
  userEmail: string | null;
  name: string;
  /** Its last four characters. */
  hint: string;
  createdAt: Date;
  /** Precise to about five seconds; null: never used. */
  lastUsedAt: Date | null;
}

export interface UserRow {
  id: string;
  email: string | null;
  name: string;
}

/** @param key.hash SHA-256 of the key */
export async function insertKey(
  db: Db,
  key: { id: string; userId: string; name: string; hash: Uint8Array; hint: string },
  now: number,
) {
  return db`
    insert into api_keys (id, user_id, name, hash, hint, created_at)
    values (${key.id}, ${key.userId}, ${key.name}, ${key.hash}, ${key.hint}, to_timestamp(${now}::float8 / 1000))`;
}

/**
 * The workspaces of a user, oldest membership first, as JSON.
 * @param of.userId an SQL expression; cell: only workspaces of this cell; null: of all cells
 */
export const workspacesOf = (db: Db, of: { userId: string; cell: string | null }) => db`
  coalesce((
    select json_agg(json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'timezone', w.timezone, 'plan', w.plan,
                      'trialEndsAt', (extract(epoch from w.trial_ends_at) * 1000)::float8)
                    order by m.created_at, m.workspace_id)
    from members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${db.unsafe(of.userId)} ${of.cell === null ? db`` : db`and w.cell = ${of.cell}`}), '[]'::json)`;

/**
 * The user of a key and the workspaces it reaches; undefined when there is no such key.
 * @param find.hash SHA-256 of the key; cell: see `workspacesOf`
 */
export async function findPrincipal(
  db: Db,
  find: { hash: Uint8Array; cell: string | null },
): Promise<PrincipalRow | undefined> {
  const [row] = await db<PrincipalRow[]>`
    select k.id as "keyId", k.user_id as "userId",
      ${workspacesOf(db, { userId: 'k.user_id', cell: find.cell })} as workspaces
    from api_keys k where k.hash = ${find.hash}`;
  return row;
}

/**
 * The user and workspaces of an API key or a session, by its id; undefined when it was revoked or has ended.
 * @param find.now epoch ms; cell: see `workspacesOf`
 */
export async function findHolder(
  db: Db,
  find: { keyId: string; cell: string | null; now: number },
): Promise<PrincipalRow | undefined> {
  const { keyId, cell, now } = find;
  const [row] = await db<PrincipalRow[]>`
    select h.id as "keyId", h.user_id as "userId", ${workspacesOf(db, { userId: 'h.user_id', cell })} as workspaces
    from (
      select id, user_id from api_keys where id = ${keyId}
      union all
      select id, user_id from sessions where id = ${keyId} and expires_at > to_timestamp(${now}::float8 / 1000)
    ) h`;
  return row;
}

/** API keys, newest first. @param list.userId null: the keys of all users */
export async function listKeys(db: Db, list: { userId: string | null }): Promise<KeyRow[]> {
  return db<KeyRow[]>`
    select k.id, k.user_id as "userId", u.name as "userName", u.email as "userEmail", k.name, k.hint,
      k.created_at as "createdAt", k.last_used_at as "lastUsedAt"
    from api_keys k join users u on u.id = k.user_id
    where ${list.userId}::text is null or k.user_id = ${list.userId}
    order by k.created_at desc, k.id desc`;
}

/**
 * Deletes a key. The same commit notifies every node.
 *
 * @param find.userId the user that must own it; null: any user
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

/** Names of users and of API keys by their ids. Deleted ones are left out. */
export async function readNames(
  db: Db,
  read: { userIds: string[]; keyIds: string[] },
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select id, name from users where id = any(${read.userIds}::text[])
    union all
    select id, name from api_keys where id = any(${read.keyIds}::text[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
