/**
 * Passwords, stored as scrypt hashes (RFC 7914) with their parameters, so that these may be raised later. N = 2^15, r =
 * 8, p = 3 is one of the settings that OWASP's Password Storage Cheat Sheet recommends: 32 MiB and about a third of a
 * second.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../api/problem.ts';
import { Semaphore } from '../../base/semaphore.ts';

const COST = { log2N: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** How many hashes run at once: Node has four threads for such work, and reading files needs one too. */
const AT_ONCE = 2;
/** When more sign-ins than this wait, another one is refused. */
const MAX_WAITING = 20;

/** @returns for example `scrypt$15$8$3$<salt>$<hash>` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const { log2N, r, p } = COST;
  const hash = await derive(password, salt, COST);
  return ['scrypt', log2N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Takes the same time whether or not the person exists, so that the time does not reveal which addresses are known.
 * @param stored as `hashPassword` returned it; null if there is none, and no password matches
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, log2N, r, p, salt, hash] = (stored ?? NOBODY).split('$');
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash!, 'base64url');
  const derived = await derive(password, Buffer.from(salt!, 'base64url'), cost);
  return timingSafeEqual(derived, expected) && stored !== null;
}

const NOBODY = `scrypt$${COST.log2N}$${COST.r}$${COST.p}$${Buffer.alloc(SALT_BYTES).toString('base64url')}$${Buffer.alloc(HASH_BYTES).toString('base64url')}`;

const derivations = new Semaphore(AT_ONCE);

async function derive(password: string, salt: Buffer, { log2N, r, p }: typeof COST): Promise<Buffer> {
  if (derivations.waiting >= MAX_WAITING)
    throw new Problem('busy', 'too many people are signing in: try again in a few seconds', {
      retryAfterSeconds: 5,
    });
  const options = { N: 2 ** log2N, r, p, maxmem: 2 * 128 * 2 ** log2N * r };
  return derivations.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
