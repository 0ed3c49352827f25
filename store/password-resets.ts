/** Links by which people choose a new password. Only the SHA-256 hash of a link's secret is stored. */
import type { Db, Tx } from './connect.ts';
import type { Prune } from './retention.ts';

/**
 * Stores a link for the person with an address, which is compared without regard to case. The same statements run for an address that nobody has.
 * @param tx a transaction; the person's links are counted under a lock of their row
 * @param insert.expiresAt epoch ms; now: epoch ms; most: how many links of the person may be valid at once
 * @returns the address as it is stored; undefined if nobody has it, or so many links are valid already
 */
export async function insertPasswordReset(
  tx: Tx,
  insert: { email: string; hash: Uint8Array; expiresAt: number; now: number; most: number },
): Promise<string | undefined> {
  const { email, hash, expiresAt, now, most } = insert;
  const [user] = await tx<{ id: string; email: string }[]>`
    select id, email from users where lower(email) = lower(${email})
    order by password is null, created_at, id limit 1 for no key update`;
  const result = await tx`
    insert into password_resets (hash, user_id, expires_at)
    select ${hash}, u.id, to_timestamp(${expiresAt}::float8 / 1000) from users u
    where u.id = ${user?.id ?? ''} and (select count(*) from password_resets r
      where r.user_id = u.id and r.expires_at > to_timestamp(${now}::float8 / 1000)) < ${most}`;
  return result.count === 1 ? user!.email : undefined;
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
