/** Secrets in addresses and cookies: 256 random bits, of which only a hash is stored. */
import { createHash, createHmac, randomBytes } from 'node:crypto';

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash under which a secret is stored. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** RFC 7636, S256. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

/** Without characters that are mistaken for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * A code for a person to copy, the same each time for the same browser and purpose: 40 bits, `4F7K-Q2MA`. It is worth
 * nothing without the browser's cookie.
 */
export function codeFor(browser: string, purpose: string): string {
  const bytes = createHmac('sha256', browser).update(purpose).digest().subarray(0, 8);
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
