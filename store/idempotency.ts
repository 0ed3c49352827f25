/**
 * The first responses to requests with an Idempotency-Key (docs/contract.md, Idempotency). The keys of requests to a
 * workspace are in its cell, beside what the requests make; those of requests that name none are in the directory.
 */
import type { Db } from './connect.ts';
import { column } from './batch.ts';

export interface StoredAnswer {
  requestHash: Uint8Array;
  response: unknown;
}

interface KeyOf {
  userId: string;
  key: string;
}

/** The responses stored under these keys, in the order of the keys; null where there is none younger than 24 hours. */
export async function readAnswers(db: Db, keys: KeyOf[], since: number): Promise<(StoredAnswer | null)[]> {
  const rows = await db<(StoredAnswer & { place: number })[]>`
    select k.place::int as place, i.request_hash as "requestHash", i.response
    from unnest(${column(keys, 'userId')}::text[], ${column(keys, 'key')}::text[]) with ordinality k(user_id, key, place)
    join idempotency_keys i on i.user_id = k.user_id and i.key = k.key
    where i.created_at > to_timestamp(${since}::float8 / 1000)`;
  const found = new Map(rows.map((row) => [row.place, row]));
  return keys.map((_, index) => found.get(index + 1) ?? null);
}

/**
 * What is known of keys without locking them.
 * @returns in the order of the keys: the response stored in the last 24 hours, and whether a transaction holds the key
 */
export async function findAnswers(db: Db, keys: KeyOf[], since: number) {
  const rows = await db<(StoredAnswer & { place: number; free: boolean })[]>`
    select k.place::int as place, i.request_hash as "requestHash", i.response,
           pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' ' || k.user_id || ' ' || k.key, 0)) as free
    from unnest(${column(keys, 'userId')}::text[], ${column(keys, 'key')}::text[]) with ordinality k(user_id, key, place)
    left join idempotency_keys i
      on i.user_id = k.user_id and i.key = k.key and i.created_at > to_timestamp(${since}::float8 / 1000)
    order by k.place`;
  return rows.map(({ requestHash, response, free }) => ({
    kept: requestHash === null ? null : { requestHash, response },
    isHeld: !free,
  }));
}

/**
 * Locks keys for this transaction.
 * @returns in the order of the keys: false when a request with the same key is in progress on this node or another one
 */
export async function holdKeys(db: Db, keys: KeyOf[]): Promise<boolean[]> {
  const names = keys.map(({ userId, key }) => `${userId} ${key}`);
  const rows = await db<{ held: boolean; place: number }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' ' || k.name, 0)) as held, k.place::int as place
    from unnest(${names}::text[]) with ordinality k(name, place)`;
  const held = new Map(rows.map((row) => [row.place, row.held]));
  return keys.map((_, index) => held.get(index + 1) ?? false);
}

/**
 * Stores responses in the transaction that makes the changes they describe. A response older than 24 hours is replaced.
 * @returns how many were stored: fewer than there are rows when another request with a key was faster
 */
export async function keepAnswers(
  db: Db,
  rows: StoredResponse[],
  now: number,
  since: number,
): Promise<number> {
  const result = await db`
    ${answersInsert(db, rows, now)}
    on conflict (user_id, key) do update
    set request_hash = excluded.request_hash, response = excluded.response, created_at = excluded.created_at
    where idempotency_keys.created_at <= to_timestamp(${since}::float8 / 1000)`;
  return result.count;
}

/** A response with the key of its request. */
export interface StoredResponse extends KeyOf {
  requestHash: Uint8Array;
  response: unknown;
}

/** The statement that stores responses under keys which have none: Postgres refuses it otherwise. @param now epoch ms */
export function answersInsert(db: Db, rows: StoredResponse[], now: number) {
  return db`
    insert into idempotency_keys (user_id, key, request_hash, response, created_at)
    select d.user_id, d.key, decode(d.request_hash, 'hex'), d.response::json, to_timestamp(${now}::float8 / 1000)
    from unnest(
      ${column(rows, 'userId')}::text[], ${column(rows, 'key')}::text[], ${rows.map((row) => Buffer.from(row.requestHash).toString('hex'))}::text[],
      ${rows.map((row) => JSON.stringify(row.response))}::text[]
    ) d(user_id, key, request_hash, response)`;
}

/** Prunes responses older than `before` (epoch ms). */
export async function pruneAnswers(db: Db, before: number, limit: number): Promise<number> {
  const result = await db`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}

/** Deletes the response under a key, if it is this one. */
export async function dropAnswer(db: Db, { userId, key }: KeyOf, response: object) {
  return db`
    delete from idempotency_keys
    where user_id = ${userId} and key = ${key} and response::jsonb = ${JSON.stringify(response)}::text::jsonb`;
}
