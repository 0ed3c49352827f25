/** Second factors of people: the sealed secret of their app, and hashes of their recovery codes. */
import type { Db } from './connect.ts';

interface SecondFactorRow {
  secret: Uint8Array;
  isConfirmed: boolean;
}

/** @returns undefined if the person has none */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactorRow | undefined> {
  const [row] = await db<SecondFactorRow[]>`
    select secret, confirmed_at is not null as "isConfirmed" from second_factors where user_id = ${userId}`;
  return row;
}

/** Stores a secret that no code was entered for yet. @returns false if the person has a confirmed one */
export async function saveNewSecret(
  db: Db,
  { userId, secret }: { userId: string; secret: Uint8Array },
): Promise<boolean> {
  const result = await db`
    insert into second_factors (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0
    where second_factors.confirmed_at is null`;
  return result.count === 1;
}

/**
 * Uses up the code of a step of 30 seconds.
 * @returns false if a code of this step or of a later one was used already
 */
export async function useStep(db: Db, { userId, step }: { userId: string; step: number }): Promise<boolean> {
  const result = await db`
    update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`;
  return result.count === 1;
}

/**
 * From now on codes are wanted. Replaces the recovery codes.
 * @param confirm.now epoch ms
 * @returns false if that was so before
 */
export async function confirmSecret(
  db: Db,
  { userId, hashes, now }: { userId: string; hashes: readonly Uint8Array[]; now: number },
): Promise<boolean> {
  const result = await db`
    update second_factors set confirmed_at = to_timestamp(${now}::float8 / 1000)
    where user_id = ${userId} and confirmed_at is null`;
  if (result.count === 0) return false;
  await db`delete from recovery_codes where user_id = ${userId}`;
  await db`
    insert into recovery_codes (user_id, hash)
    select ${userId}, decode(hash, 'hex') from unnest(${hashes.map((one) => Buffer.from(one).toString('hex'))}::text[]) d(hash)`;
  return true;
}

/** @returns false if there is no such code, or it was used */
export async function useRecoveryCode(
  db: Db,
  { userId, hash }: { userId: string; hash: Uint8Array },
): Promise<boolean> {
  const result = await db`delete from recovery_codes where user_id = ${userId} and hash = ${hash}`;
  return result.count === 1;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from recovery_codes where user_id = ${userId}`;
  return row!.count;
}

/** @returns false if the person had none */
export async function deleteSecondFactor(db: Db, userId: string): Promise<boolean> {
  await db`delete from recovery_codes where user_id = ${userId}`;
  const result = await db`delete from second_factors where user_id = ${userId}`;
  return result.count === 1;
}
