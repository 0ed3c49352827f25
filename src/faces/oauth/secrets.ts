/** What apps are given: 256 random bits after a prefix that says what it is. Only the SHA-256 is stored. */
import { hash, randomBytes } from 'node:crypto';
import { SECRET_PREFIXES } from '../../base/redact.ts';

type SecretKind = 'request' | 'code' | 'access' | 'refresh';

const PREFIXES: { [kind in SecretKind]: string } = {
  request: SECRET_PREFIXES.appRequest,
  code: SECRET_PREFIXES.appCode,
  access: SECRET_PREFIXES.appAccess,
  refresh: SECRET_PREFIXES.appRefresh,
};

export function newSecret(kind: SecretKind): { secret: string; digest: Buffer } {
  const secret = `${PREFIXES[kind]}${randomBytes(32).toString('base64url')}`;
  return { secret, digest: digestOf(secret) };
}

export const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Whether a text could be a secret of this kind; others are not worth a query. */
export const looksLike = (kind: SecretKind, text: string): boolean =>
  text.startsWith(PREFIXES[kind]) && /^tr[a-z]_[A-Za-z0-9_-]{43}$/.test(text);
