/** Each call has its own token: HS256 (RFC 7519), signed with the key's secret, valid for five minutes. */
import { createHmac } from 'node:crypto';

const LIFE_S = 300;

/**
 * @param secret of the key, in hexadecimal
 * @param now epoch ms
 */
export function tokenFor({ keyId, secret }: { keyId: string; secret: string }, now: number): string {
  const issued = Math.floor(now / 1000);
  const header = encoded({ alg: 'HS256', typ: 'JWT', kid: keyId });
  const payload = encoded({ iat: issued, exp: issued + LIFE_S, aud: '/admin/' });
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(`${header}.${payload}`);
  return `${header}.${payload}.${signature.digest('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
