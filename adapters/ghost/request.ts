/** Calls of the Admin API. Paths end with a slash: without it the site redirects, and the body is lost. */
import type { AccountAccess } from '../port/account.ts';
import type { Json } from '../../machines/outcome.ts';
import { tokenFor } from './token.ts';
import { version } from './version.ts';

type Caller = Pick<AccountAccess, 'endpoints' | 'credentials'>;

/** @param now epoch ms; the token's lifetime starts then */
export function call(
  { endpoints, credentials }: Caller,
  now: number,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: FormData | { [name: string]: Json },
): Request {
  const key = { keyId: credentials['keyId'] ?? '', secret: credentials['secret'] ?? '' };
  return new Request(`${endpoints['admin']}/ghost/api/admin${path}`, {
    method,
    headers: {
      authorization: `Ghost ${tokenFor(key, now)}`,
      'accept-version': version.version,
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    redirect: 'manual', // a redirect would send the token to another host
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
}
