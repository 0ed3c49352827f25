/** How most networks are called: the account's access token in a header, and JSON in the body. */
import type { AccountAccess } from '../port/account.ts';

/** The access token as a bearer token (RFC 6750). It goes into a header, because addresses end up in logs. */
export function authorization({ credentials }: Pick<AccountAccess, 'credentials'>): {
  authorization: string;
} {
  return { authorization: `Bearer ${credentials['accessToken'] ?? ''}` };
}

/**
 * Builds a POST with a JSON body.
 * @param init `redirect: 'manual'` where a redirect would send a secret to another host
 */
export function jsonPost(
  address: string,
  body: unknown,
  {
    headers = {},
    redirect = 'follow',
  }: { headers?: { [name: string]: string }; redirect?: 'follow' | 'manual' } = {},
): Request {
  return new Request(address, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect,
  });
}
