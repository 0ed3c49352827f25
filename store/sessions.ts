/** People who sign in: their passwords and sessions. Only the SHA-256 hash of a session's secret is stored. */
import type { Db } from './connect.ts';
import { type PrincipalRow, workspacesOf } from './keys.ts';
import { isOperatorOf } from './operators.ts';
import type { Prune } from './retention.ts';

interface LoginRow {
  userId: string;
  /** In the format of src/features/auth/passwords.ts; null means the user cannot sign in with a password. */
  password: string | null;
}

export interface SessionRow extends PrincipalRow {
  /** Epoch ms of the last recorded use of the session. */
  lastUsedAt: number;
  user: { name: string; email: string | null };
  /** Whether the user is an operator of the installation. */
  isOperator: boolean;
}

/** Whether any user can sign in. Once one can, the setup page is closed. */
export async function hasPasswords(db: Db): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`
    select exists (select from users where password is not null) as found`;
  return row?.found ?? false;
}

/** Locks the setup of the installation for one request, until the transaction ends. */
export async function lockSetup(db: Db) {
  return db`select pg_advisory_xact_lock(hashtextextended('setup', 0))`;
}

/** The people and workspaces that exist before the first person signs in. */
interface Beginnings {
  users: number;
  /** Slugs, oldest first. */
  workspaces: string[];
  /** The one user's id. */
  userId: string | null;
}

export async function readBeginnings(db: Db): Promise<Beginnings> {
  const [row] = await db<Beginnings[]>`
    select (select count(*)::int from users) as users,
      coalesce((select array_agg(slug order by created_at) from workspaces), '{}') as workspaces,
      (select min(id) from users) as "userId"`;
  return row!;
}

/** @param email compared without regard to case */
export async function findLogin(db: Db, email: string): Promise<LoginRow | undefined> {
  const [row] = await db<LoginRow[]>`
    select id as "userId", password from users where lower(email) = lower(${email})
    order by password is null, created_at, id limit 1`;
  return row;
}

export async function findPerson(
  db: Db,
  userId: string,
): Promise<{ name: string; email: string | null } | undefined> {
  const [row] = await db<{ name: string; email: string | null }[]>`
    select name, email from users where id = ${userId}`;
  return row;
}

export async function findPassword(db: Db, userId: string): Promise<string | null> {
  const [row] = await db<{ password: string | null }[]>`select password from users where id = ${userId}`;
  return row?.password ?? null;
}

/**
 * Gives the user without a password a name, an email address and a password.
 * @returns false when another user has the address
 */
export async function claimUser(
  db: Db,
  user: { id: string; name: string; email: string; password: string },
): Promise<boolean> {
  const result = await db`
    update users set name = ${user.name}, email = ${user.email}, password = ${user.password}
    where id = ${user.id} and password is null
      and not exists (select from users other where other.id <> ${user.id} and lower(other.email) = lower(${user.email}))`;
  return result.count === 1;
}

/**
 * A new user who can sign in.
 * @returns false when another user has the address
 */
export async function insertSignedUp(
  db: Db,
  user: { id: string; name: string; email: string; password: string },
  now: number,
): Promise<boolean> {
  const result = await db`
    insert into users (id, name, email, password, created_at)
    select ${user.id}, ${user.name}, ${user.email}, ${user.password}, to_timestamp(${now}::float8 / 1000)
    where not exists (select from users other where lower(other.email) = lower(${user.email}))
    on conflict (email) do nothing`;
  return result.count === 1;
}

export async function savePassword(db: Db, user: { id: string; password: string }) {
  return db`update users set password = ${user.password} where id = ${user.id}`;
}

/** @param session.expiresAt epoch ms */
export async function insertSession(
  db: Db,
  session: { id: string; userId: string; hash: Uint8Array; expiresAt: number; device: string | null },
  now: number,
) {
  return db`
    insert into sessions (id, user_id, hash, created_at, last_used_at, expires_at, device)
    values (${session.id}, ${session.userId}, ${session.hash}, to_timestamp(${now}::float8 / 1000),
            to_timestamp(${now}::float8 / 1000), to_timestamp(${session.expiresAt}::float8 / 1000), ${session.device})`;
}

/** The sessions of a person that have not expired, the one that was used last first. */
export async function listSessions(
  db: Db,
  { userId, now }: { userId: string; now: number },
): Promise<{ id: string; device: string | null; createdAt: Date; lastUsedAt: Date }[]> {
  return db`
    select id, device, created_at as "createdAt", last_used_at as "lastUsedAt" from sessions
    where user_id = ${userId} and expires_at > to_timestamp(${now}::float8 / 1000)
    order by last_used_at desc, id desc limit 100`;
}

/** Whether a person has a session with this id. */
export async function hasSession(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const rows = await db`select from sessions where id = ${id} and user_id = ${userId}`;
  return rows.length > 0;
}

/** Ends one of a person's sessions. @returns false if there is no such session of theirs */
export async function deleteOwnSession(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const rows = await db`
    with gone as (delete from sessions where id = ${id} and user_id = ${userId} returning id)
    select pg_notify('auth_changed', id) from gone`;
  return rows.length === 1;
}

/**
 * The user of a session, with the workspaces it reaches; undefined when there is no such session, or it has expired.
 * @param find.hash SHA-256 of the session's secret; now: epoch ms; cell: see `workspacesOf`
 */
export async function findSession(
  db: Db,
  find: { hash: Uint8Array; cell: string | null; now: number },
): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow[]>`
    select s.id as "keyId", s.user_id as "userId", u.name as "userName", (extract(epoch from s.last_used_at) * 1000)::float8 as "lastUsedAt",
      json_build_object('name', u.name, 'email', u.email) as "user",
      ${isOperatorOf(db, 's.user_id')} as "isOperator", ${workspacesOf(db, { userId: 's.user_id', cell: find.cell })} as workspaces
    from sessions s join users u on u.id = s.user_id
    where s.hash = ${find.hash} and s.expires_at > to_timestamp(${find.now}::float8 / 1000)`;
  return row;
}

/** Records a use of the session, which moves its expiry. @param use.expiresAt epoch ms */
export async function touchSession(db: Db, use: { id: string; expiresAt: number }, now: number) {
  return db`
    update sessions set last_used_at = to_timestamp(${now}::float8 / 1000),
      expires_at = to_timestamp(${use.expiresAt}::float8 / 1000)
    where id = ${use.id}`;
}

/** Ends one session. All nodes see it with the same commit. */
export async function deleteSession(db: Db, hash: Uint8Array) {
  return db`
    with gone as (delete from sessions where hash = ${hash} returning id)
    select pg_notify('auth_changed', id) from gone`;
}

/** Ends all sessions of a user except one. @param keep the id of that one; null means ends all */
export async function deleteSessions(db: Db, userId: string, keep: string | null) {
  return db`
    with gone as (delete from sessions where user_id = ${userId} and id is distinct from ${keep} returning id)
    select pg_notify('auth_changed', id) from gone`;
}

/** Deletes sessions that have expired. */
export async function pruneSessions(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from sessions where ctid = any(array(
      select ctid from sessions where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
