/**
 * What people let apps do: a grant for each consent, with its code and its tokens. Deleting a grant ends all of it, and the
 * same commit notifies every node.
 */
import type { Db } from './connect.ts';
import { type ConfirmColumn, type PrincipalRow, workspacesOf } from './keys.ts';
import type { Prune } from './retention.ts';

interface NewGrant {
  id: string;
  userId: string;
  clientId: string;
  scopes: string[];
  /** Ids of the only workspaces it reaches; null means all of the person's. */
  workspaceIds: string[] | null;
  confirm: ConfirmColumn;
  /** The address that the tokens are for (RFC 8707). */
  resource: string;
}

/** @param code hash: SHA-256 of the code; challenge, redirectUri: what it is bound to; expiresAt: epoch ms */
export async function insertGrant(
  db: Db,
  grant: NewGrant,
  code: { hash: Uint8Array; redirectUri: string; challenge: string; expiresAt: number },
  now: number,
) {
  const { id, userId, clientId, scopes, workspaceIds, confirm, resource } = grant;
  await db`
    insert into grants (id, user_id, client_id, scopes, workspace_ids, confirm, resource, created_at)
    values (${id}, ${userId}, ${clientId}, ${scopes}, ${workspaceIds}, ${confirm}, ${resource},
            to_timestamp(${now}::float8 / 1000))`;
  return db`
    insert into grant_codes (hash, grant_id, redirect_uri, challenge, expires_at)
    values (${code.hash}, ${id}, ${code.redirectUri}, ${code.challenge}, to_timestamp(${code.expiresAt}::float8 / 1000))`;
}

/** What a code or a refresh token stands for. */
export interface HeldRow {
  grantId: string;
  clientId: string;
  scopes: string[];
  resource: string;
  isUsed: boolean;
  isExpired: boolean;
}

/** What a refresh token stands for. */
export interface RefreshRow extends HeldRow {
  /** When it was used first, epoch ms; null if it was not. */
  usedAt: number | null;
}

/** Locks a code until the transaction ends. @param find.hash SHA-256 of it; now: epoch ms */
export async function lockCode(
  db: Db,
  find: { hash: Uint8Array; now: number },
): Promise<(HeldRow & { redirectUri: string; challenge: string }) | undefined> {
  const [row] = await db<(HeldRow & { redirectUri: string; challenge: string })[]>`
    select g.id as "grantId", g.client_id as "clientId", g.scopes, g.resource, c.redirect_uri as "redirectUri", c.challenge,
      c.used_at is not null as "isUsed", c.expires_at <= to_timestamp(${find.now}::float8 / 1000) as "isExpired"
    from grant_codes c join grants g on g.id = c.grant_id where c.hash = ${find.hash} for update of c`;
  return row;
}

export async function markCodeUsed(db: Db, hash: Uint8Array, now: number) {
  return db`update grant_codes set used_at = to_timestamp(${now}::float8 / 1000) where hash = ${hash}`;
}

/** Locks a refresh token until the transaction ends. @param find.hash SHA-256 of it; now: epoch ms */
export async function lockRefresh(
  db: Db,
  find: { hash: Uint8Array; now: number },
): Promise<RefreshRow | undefined> {
  const [row] = await db<RefreshRow[]>`
    select g.id as "grantId", g.client_id as "clientId", g.scopes, g.resource,
      (extract(epoch from t.used_at) * 1000)::float8 as "usedAt",
      t.used_at is not null as "isUsed", t.expires_at <= to_timestamp(${find.now}::float8 / 1000) as "isExpired"
    from grant_tokens t join grants g on g.id = t.grant_id
    where t.hash = ${find.hash} and t.kind = 'refresh' for update of t`;
  return row;
}

export async function markTokenUsed(db: Db, hash: Uint8Array, now: number) {
  return db`update grant_tokens set used_at = to_timestamp(${now}::float8 / 1000) where hash = ${hash}`;
}

/** Locks the tokens that were made from a refresh token until the transaction ends. @param hash SHA-256 of the refresh token */
export async function lockSuccessors(db: Db, hash: Uint8Array): Promise<{ isUsed: boolean }[]> {
  return db<{ isUsed: boolean }[]>`
    select used_at is not null as "isUsed" from grant_tokens where made_from = ${hash} order by hash for update`;
}

/**
 * Puts tokens that nobody has used out of use, because others take their place. The access token ends; the refresh token counts as
 * used, so that using it ends the grant.
 * @param hash SHA-256 of the refresh token that they were made from
 */
export async function supersedeSuccessors(db: Db, hash: Uint8Array, now: number) {
  return db`
    with gone as (delete from grant_tokens where made_from = ${hash} and kind = 'access')
    update grant_tokens set used_at = to_timestamp(${now}::float8 / 1000), made_from = null
    where made_from = ${hash} and kind = 'refresh'`;
}

/** @param token.hash SHA-256 of it; madeFrom: SHA-256 of the refresh token that was exchanged for it, null means a code was; expiresAt: epoch ms */
export async function insertToken(
  db: Db,
  token: {
    hash: Uint8Array;
    grantId: string;
    kind: 'access' | 'refresh';
    scopes: string[];
    madeFrom: Uint8Array | null;
    expiresAt: number;
  },
) {
  return db`
    insert into grant_tokens (hash, grant_id, kind, scopes, made_from, expires_at)
    values (${token.hash}, ${token.grantId}, ${token.kind}, ${token.scopes}, ${token.madeFrom},
            to_timestamp(${token.expiresAt}::float8 / 1000))`;
}

/** The grant and app of a token of either kind; undefined when there is none. @param hash SHA-256 of it */
export async function findToken(
  db: Db,
  hash: Uint8Array,
): Promise<{ grantId: string; clientId: string; kind: 'access' | 'refresh' } | undefined> {
  const [row] = await db<{ grantId: string; clientId: string; kind: 'access' | 'refresh' }[]>`
    select g.id as "grantId", g.client_id as "clientId", t.kind
    from grant_tokens t join grants g on g.id = t.grant_id where t.hash = ${hash}`;
  return row;
}

/** Ends one token. */
export async function deleteToken(db: Db, hash: Uint8Array) {
  return db`
    with gone as (delete from grant_tokens where hash = ${hash} returning grant_id)
    select pg_notify('auth_changed', grant_id) from gone`;
}

/**
 * Ends a grant.
 * @param find.userId the person whose it must be; null means anybody's
 * @returns false when there was no such grant
 */
export async function deleteGrant(db: Db, find: { id: string; userId: string | null }): Promise<boolean> {
  const rows = await db`
    with gone as (
      delete from grants where id = ${find.id} and (${find.userId}::text is null or user_id = ${find.userId})
      returning id
    )
    select pg_notify('auth_changed', id) from gone`;
  return rows.length === 1;
}

/** Whether a person has a grant of this id. */
export async function hasGrant(db: Db, find: { id: string; userId: string }): Promise<boolean> {
  const rows = await db`select from grants where id = ${find.id} and user_id = ${find.userId}`;
  return rows.length === 1;
}

/** Whether a person lets an app act. */
export async function hasGrantOf(db: Db, find: { userId: string; clientId: string }): Promise<boolean> {
  const rows = await db`
    select from grants where user_id = ${find.userId} and client_id = ${find.clientId} limit 1`;
  return rows.length === 1;
}

/** What an access token reaches. */
export interface GranteeRow extends PrincipalRow {
  scopes: string[];
  /** When the token ends, epoch ms. */
  until: number;
}

/**
 * The person behind an access token, and what it reaches; undefined when there is no such token, or it has ended. The first time counts
 * as its first use.
 * @param find.hash SHA-256 of it; now: epoch ms; cell: see `workspacesOf`
 */
export async function findGrantee(
  db: Db,
  find: { hash: Uint8Array; cell: string | null; now: number },
): Promise<GranteeRow | undefined> {
  const [row] = await db<GranteeRow[]>`
    with first as (
      update grant_tokens set used_at = to_timestamp(${find.now}::float8 / 1000)
      where hash = ${find.hash} and kind = 'access' and used_at is null
    )
    select g.id as "keyId", c.name as "keyName", g.user_id as "userId", u.name as "userName", g.confirm, t.scopes, g.workspace_ids is not null as "isHeld",
      (extract(epoch from t.expires_at) * 1000)::float8 as until,
      ${workspacesOf(db, { userId: 'g.user_id', cell: find.cell, only: 'g.workspace_ids' })} as workspaces
    from grant_tokens t join grants g on g.id = t.grant_id join oauth_clients c on c.id = g.client_id
    join users u on u.id = g.user_id
    where t.hash = ${find.hash} and t.kind = 'access' and t.expires_at > to_timestamp(${find.now}::float8 / 1000)`;
  return row;
}

/** A grant as the person sees it. */
interface GrantRow {
  id: string;
  clientId: string;
  name: string;
  uri: string | null;
  scopes: string[];
  /** Slugs of the only workspaces it reaches; null means all of the person's. */
  workspaces: string[] | null;
  confirm: ConfirmColumn;
  createdAt: Date;
  /** Precise to about five seconds; null if never used. */
  lastUsedAt: Date | null;
}

/** What a person lets apps do, the newest first. */
export async function listGrants(db: Db, userId: string): Promise<GrantRow[]> {
  return db<GrantRow[]>`
    select g.id, g.client_id as "clientId", c.name, c.uri, g.scopes, g.confirm, g.created_at as "createdAt",
      g.last_used_at as "lastUsedAt",
      case when g.workspace_ids is not null then coalesce((
        select array_agg(w.slug order by w.slug) from workspaces w where w.id = any(g.workspace_ids)), '{}') end as workspaces
    from grants g join oauth_clients c on c.id = g.client_id
    where g.user_id = ${userId} order by g.created_at desc, g.id desc`;
}

/**
 * Records when grants were last used. The time only moves forward.
 * @param uses.at epoch ms
 */
export async function markGrantsUsed(db: Db, uses: { id: string; at: number }[]) {
  return db`
    update grants g set last_used_at = to_timestamp(d.at / 1000)
    from unnest(${uses.map((use) => use.id)}::text[], ${uses.map((use) => use.at)}::float8[]) d(id, at)
    where g.id = d.id and (g.last_used_at is null or g.last_used_at < to_timestamp(d.at / 1000))`;
}

/** Deletes codes that ended. */
export async function pruneCodes(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from grant_codes where ctid = any(array(
      select ctid from grant_codes where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}

/** Deletes tokens that ended. */
export async function pruneTokens(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from grant_tokens where ctid = any(array(
      select ctid from grant_tokens where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}

/** Deletes grants that nothing is left of by which they could be used. */
export async function pruneGrants(db: Db, { limit }: Pick<Prune, 'limit'>): Promise<number> {
  const result = await db`
    delete from grants where id = any(array(
      select g.id from grants g
      where not exists (select from grant_tokens t where t.grant_id = g.id)
        and not exists (select from grant_codes c where c.grant_id = g.id)
      limit ${limit}))`;
  return result.count;
}
