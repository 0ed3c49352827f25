/**
 * Second factors: six digits by an app on the phone, which change every 30 seconds (TOTP, RFC 6238), or one of ten recovery codes. Each
 * code signs in once.
 */
import { hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Db, Sql } from '../../../store/connect.ts';
import {
  confirmSecret,
  findSecondFactor,
  saveNewSecret,
  useRecoveryCode,
  useStep,
} from '../../../store/second-factors.ts';
import { invalid, Problem } from '../../api/problem.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Attempts } from './attempts.ts';

const STEP_SECONDS = 30;
/** Steps before and after the current one whose codes are taken: clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 80 bits, in four groups of four. */
const RECOVERY_BYTES = 10;
const DIGITS = /^\d{6}$/;

export interface FactorContext {
  directory: Sql;
  sealer: Sealer;
  /** Counts wrong codes of a person from all places together: only somebody with the password can try one. */
  codeAttempts: Attempts;
}

/** Whether a code is wanted of the person when they sign in. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await findSecondFactor(db, userId))?.isConfirmed ?? false;
}

/**
 * Makes a secret for a person's app. No code is wanted before the first one was entered.
 * @param person.name what the app shows beside the name of this program
 * @returns the secret, and the address by which apps take it, as text and as a QR code
 * @throws Problem 409 if the person has a second factor
 */
export async function newSecondFactor(
  { directory, sealer }: FactorContext,
  person: { userId: string; name: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer });
  const sealed = sealer.seal(secret.base32, person.userId);
  if (!(await saveNewSecret(directory, { userId: person.userId, secret: sealed })))
    throw new Problem(
      'second_factor_on',
      'you have a second factor already: end it first to use another app',
    );
  return { secret: secret.base32, uri: totpOf(secret.base32, person.name).toString() };
}

/**
 * Turns the second factor on, with the first code of the app.
 * @returns the recovery codes, which are not shown again
 * @throws Problem 409 if no secret was made, or the second factor is on; 400 if the code is wrong, 429 after too many wrong ones
 */
export function confirmSecondFactor(
  context: FactorContext,
  confirm: { userId: string; code: string; now: number },
): Promise<string[]> {
  return countCode(context, confirm, () => confirmWith(context, confirm));
}

async function confirmWith(
  context: FactorContext,
  { userId, code, now }: { userId: string; code: string; now: number },
): Promise<string[] | null> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  return context.directory.begin(async (tx) => {
    const factor = await findSecondFactor(tx, userId);
    if (!factor || factor.isConfirmed)
      throw new Problem('second_factor_on', 'there is no second factor to turn on: begin again');
    if (!(await takesDigits(tx, context.sealer, { userId, code, now }))) return null;
    const hashes = codes.map(recoveryHash);
    if (!(await confirmSecret(tx, { userId, hashes, now })))
      throw new Problem('second_factor_on', 'the second factor is on already');
    return codes;
  });
}

/**
 * Uses up the code that a person enters to sign in.
 * @throws Problem 401 if a code is needed and none was sent; what {@link useCode} throws
 */
export async function insistOnCode(
  context: FactorContext,
  { userId, code, now }: { userId: string; code: string | undefined; now: number },
): Promise<void> {
  if (!(await hasSecondFactor(context.directory, userId))) return;
  if (code === undefined)
    throw new Problem('second_factor_required', 'enter a code of your app, or a recovery code');
  await useCode(context, { userId, code, now });
}

/**
 * Uses up a code: six digits, or a recovery code.
 * @throws Problem 400 if it is wrong or was used, 429 after too many wrong ones
 */
export async function useCode(
  context: FactorContext,
  use: { userId: string; code: string; now: number },
): Promise<void> {
  await countCode(context, use, async () => ((await isUsable(context, use)) ? true : null));
}

/** @throws Problem 400 if the check returns null, 429 after too many wrong codes of this person */
async function countCode<T>(
  { codeAttempts }: FactorContext,
  { userId, now }: { userId: string; now: number },
  check: () => Promise<T | null>,
): Promise<T> {
  const result = await codeAttempts.run({ person: userId, place: userId }, now, check);
  if (result === null)
    throw invalid('/code', 'this code is wrong or was used: wait for the next one of your app', {
      code: 'wrong_code',
    });
  return result;
}

async function isUsable(
  { directory, sealer }: FactorContext,
  { userId, code, now }: { userId: string; code: string; now: number },
): Promise<boolean> {
  const text = code.replaceAll(/[\s-]/g, '').toUpperCase();
  if (DIGITS.test(text)) return takesDigits(directory, sealer, { userId, code: text, now });
  return useRecoveryCode(directory, { userId, hash: recoveryHash(text) });
}

async function takesDigits(
  db: Db,
  sealer: Sealer,
  { userId, code, now }: { userId: string; code: string; now: number },
): Promise<boolean> {
  const factor = await findSecondFactor(db, userId);
  if (!factor) return false;
  const totp = totpOf(sealer.open(factor.secret, userId) as string, '');
  const token = code.replaceAll(/\s/g, '');
  const delta = totp.validate({ token, timestamp: now, window: WINDOW });
  if (delta === null) return false;
  return useStep(db, { userId, step: Math.floor(now / 1000 / STEP_SECONDS) + delta });
}

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Troupe', label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/** Like `ABCD-EFGH-IJKL-MNOP`, in base 32. */
function newRecoveryCode(): string {
  const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer });
  return base32.match(/.{4}/g)!.join('-');
}

const recoveryHash = (code: string): Buffer => hash('sha256', code.replaceAll('-', ''), 'buffer');
