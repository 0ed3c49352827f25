/** Calls of the Forem API. */
import type { AccountAccess } from '../port/account.ts';
import type { Json } from '../../machines/outcome.ts';

/** Without this header the proxy may answer 403, and the API in its old version. */
const HEADERS = {
  accept: 'application/vnd.forem.api-v1+json',
  'content-type': 'application/json',
  'user-agent': 'Troupe (self-hosted social publishing)',
};

type Caller = Pick<AccountAccess, 'endpoints' | 'credentials'>;

export function call(
  { endpoints, credentials }: Caller,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: { [name: string]: Json },
): Request {
  return new Request(`${endpoints['api']}${path}`, {
    method,
    headers: { ...HEADERS, 'api-key': credentials['apiKey'] ?? '' },
    redirect: 'manual', // a redirect would send the key to another host
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
