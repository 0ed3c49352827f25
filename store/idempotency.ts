/** The first answers of requests that carried an Idempotency-Key (spec 4.2 rule 10). */
import type { Db } from './connect.ts';

export interface StoredAnswer {
  requestHash: Uint8Array;
  response: unknown;
}

/** The answer kept under a key; undefined when there is none younger than 24 hours. */
export async function readAnswer(db: Db, find: { userId: string; key: string; since: number }) {
  const [row] = await db<StoredAnswer[]>`
    select request_hash as "requestHash", response from idempotency_keys
    where user_id = ${find.userId} and key = ${find.key} and created_at > to_timestamp(${find.since}::float8 / 1000)`;
  return row;
}

/**
 * Holds a key for this transaction alone.
 * @returns false when another request under the same key is running, on whatever node
 */
export async function holdKey(db: Db, held: { userId: string; key: string }): Promise<boolean> {
  const [row] = await db<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${held.userId} ${held.key}`}, 0)) as held`;
  return row?.held ?? false;
}

/** Keeps an answer, in the transaction of what it tells of. One that is over 24 hours old is replaced. */
export async function keepAnswer(
  db: Db,
  kept: { userId: string; key: string; requestHash: Uint8Array; response: unknown; now: number },
) {
  return db`
    insert into idempotency_keys (user_id, key, request_hash, response, created_at)
    values (${kept.userId}, ${kept.key}, ${kept.requestHash}, ${JSON.stringify(kept.response)}::text::json,
            to_timestamp(${kept.now}::float8 / 1000))
    on conflict (user_id, key) do update
    set request_hash = excluded.request_hash, response = excluded.response, created_at = excluded.created_at`;
}

/** Prunes answers older than `before` (epoch ms). */
export async function pruneAnswers(db: Db, before: number, limit: number): Promise<number> {
  const result = await db`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
