/** Links by which people choose a new password. Only the SHA-256 hash of a link's secret is stored. */
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

/**
 * @param insert.reset.expiresAt epoch ms; now: epoch ms; most: how many links of the person may be valid at once
 * @returns false if so many are valid already
 */
export async function insertPasswordReset(
  db: Db,
  {
    reset,
    now,
    most,
  }: { reset: { hash: Uint8Array; userId: string; expiresAt: number }; now: number; most: number },
): Promise<boolean> {
  const result = await db`
    insert into password_resets (hash, user_id, expires_at)
    select ${reset.hash}, ${reset.userId}, to_timestamp(${reset.expiresAt}::float8 / 1000)
    where (select count(*) from password_resets
      where user_id = ${reset.userId} and expires_at > to_timestamp(${now}::float8 / 1000)) < ${most}`;
  return result.count === 1;
}

/** @param find.now epoch ms */
export async function isValidReset(
  db: Db,
  { hash, now }: { hash: Uint8Array; now: number },
): Promise<boolean> {
  const rows = await db`
    select from password_resets where hash = ${hash} and expires_at > to_timestamp(${now}::float8 / 1000)`;
  return rows.length > 0;
}

/**
 * Uses up a link: no later call finds it, nor any other link of the same person.
 * @param find.now epoch ms
 * @returns the person's id; undefined if the link is unknown, was used or has expired
 */
export async function takePasswordReset(
  db: Db,
  { hash, now }: { hash: Uint8Array; now: number },
): Promise<string | undefined> {
  const rows = await db<{ userId: string; isOwn: boolean }[]>`
    delete from password_resets where user_id = (
      select user_id from password_resets where hash = ${hash} and expires_at > to_timestamp(${now}::float8 / 1000) for update)
    returning user_id as "userId", hash = ${hash} as "isOwn"`;
  return rows.find(({ isOwn }) => isOwn)?.userId;
}

/** Deletes links that have expired. */
export async function prunePasswordResets(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from password_resets where ctid = any(array(
      select ctid from password_resets where expires_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
