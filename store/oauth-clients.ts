/** Apps that asked for access, and the requests that a person has not answered yet. */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

export interface ClientRow {
  /** An id of ours, or the address of the app's own description. */
  id: string;
  name: string;
  /** The app's address, as it says; null if it says none. */
  uri: string | null;
  redirectUris: string[];
}

/** Stores an app; a known one gets what it says of itself now. @param client.isRead its description was read now */
export async function saveClient(db: Db, client: ClientRow & { isRead: boolean }, now: number) {
  const { id, name, uri, redirectUris, isRead } = client;
  return db`
    insert into oauth_clients (id, name, uri, redirect_uris, created_at, asked_at, read_at)
    values (${id}, ${name}, ${uri}, ${redirectUris}, to_timestamp(${now}::float8 / 1000), to_timestamp(${now}::float8 / 1000),
            case when ${isRead} then to_timestamp(${now}::float8 / 1000) end)
    on conflict (id) do update set name = excluded.name, uri = excluded.uri, redirect_uris = excluded.redirect_uris,
      read_at = excluded.read_at, asked_at = excluded.asked_at`;
}

/** `readAt`: epoch ms, when its description was read; null for an app that registered itself. */
export async function findClient(
  db: Db,
  id: string,
): Promise<(ClientRow & { readAt: number | null }) | undefined> {
  const [row] = await db<(ClientRow & { readAt: number | null })[]>`
    select id, name, uri, redirect_uris as "redirectUris", (extract(epoch from read_at) * 1000)::float8 as "readAt"
    from oauth_clients where id = ${id}`;
  return row;
}

/** What an app asked a person for. */
interface RequestRow {
  clientId: string;
  redirectUri: string;
  state: string | null;
  /** PKCE: base64url of the SHA-256 of what the app will show (RFC 7636). */
  challenge: string;
  scopes: string[];
  /** The address that the tokens are for (RFC 8707). */
  resource: string;
}

/** @param request.hash SHA-256 of its id; expiresAt: epoch ms */
export async function insertRequest(
  db: Db,
  request: RequestRow & { hash: Uint8Array; expiresAt: number },
  now: number,
) {
  const { hash, clientId, redirectUri, state, challenge, scopes, resource, expiresAt } = request;
  return db`
    with asked as (
      update oauth_clients set asked_at = to_timestamp(${now}::float8 / 1000) where id = ${clientId}
    )
    insert into oauth_requests (hash, client_id, redirect_uri, state, challenge, scopes, resource, expires_at)
    values (${hash}, ${clientId}, ${redirectUri}, ${state}, ${challenge}, ${scopes}, ${resource},
            to_timestamp(${expiresAt}::float8 / 1000))`;
}

export type ConsentRow = RequestRow & { name: string; uri: string | null };

/** A request that waits for a person, with its app. @param find.hash SHA-256 of its id; now: epoch ms */
export async function findRequest(
  db: Db,
  find: { hash: Uint8Array; now: number },
): Promise<ConsentRow | undefined> {
  const [row] = await db<ConsentRow[]>`
    select r.client_id as "clientId", r.redirect_uri as "redirectUri", r.state, r.challenge, r.scopes, r.resource,
      c.name, c.uri
    from oauth_requests r join oauth_clients c on c.id = r.client_id
    where r.hash = ${find.hash} and r.expires_at > to_timestamp(${find.now}::float8 / 1000)`;
  return row;
}

/** Takes a request, so that it is answered once. @returns false when somebody else has answered it */
export async function deleteRequest(db: Db, hash: Uint8Array): Promise<boolean> {
  const result = await db`delete from oauth_requests where hash = ${hash}`;
  return result.count === 1;
}

/** Deletes requests that nobody answered in time. */
export async function pruneRequests(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from oauth_requests where ctid = any(array(
      select ctid from oauth_requests where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}

/** Deletes apps that nobody lets act and that sent nobody here for long. */
export async function pruneClients(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from oauth_clients where id = any(array(
      select c.id from oauth_clients c
      where c.asked_at < to_timestamp(${before}::float8 / 1000) and not exists (select from grants g where g.client_id = c.id)
      limit ${limit} for update skip locked))`;
  return result.count;
}
