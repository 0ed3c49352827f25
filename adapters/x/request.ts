/** Calls of the API: the address, and the token in a header. */
import type { AccountAccess } from '../port/account.ts';

export function addressOf(account: Pick<AccountAccess, 'endpoints'>, path: string): string {
  return `${account.endpoints['api']}${path}`;
}

export function authorization(account: AccountAccess): { authorization: string } {
  return { authorization: `Bearer ${account.credentials['accessToken'] ?? ''}` };
}

/** A call with a JSON body, or without one. */
export function postRequest(account: AccountAccess, path: string, body?: object): Request {
  return new Request(addressOf(account, path), {
    method: 'POST',
    headers: { ...authorization(account), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
