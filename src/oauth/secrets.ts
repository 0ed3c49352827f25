/** What apps are given: 256 random bits after a prefix that says what it is. Only the SHA-256 is stored. */
import { hash, randomBytes } from 'node:crypto';

export type SecretKind = 'request' | 'code' | 'access' | 'refresh';

const PREFIXES: { [kind in SecretKind]: string } = {
  request: 'trq_',
  code: 'trc_',
  access: 'tra_',
  refresh: 'trr_',
};

export function newSecret(kind: SecretKind): { secret: string; digest: Buffer } {
  const secret = `${PREFIXES[kind]}${randomBytes(32).toString('base64url')}`;
  return { secret, digest: digestOf(secret) };
}

export const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Whether a text could be a secret of this kind; others are not worth a query. */
export const looksLike = (kind: SecretKind, text: string): boolean =>
  text.startsWith(PREFIXES[kind]) && /^tr[a-z]_[A-Za-z0-9_-]{43}$/.test(text);
