/** Calls of the API: the address, and the token in a header. */
import type { AccountAccess } from '../port/account.ts';
import { authorization, jsonPost } from '../lib/request.ts';

export function addressOf(account: Pick<AccountAccess, 'endpoints'>, path: string): string {
  return `${account.endpoints['api']}${path}`;
}

/** A call with a JSON body, or without one. */
export function postRequest(account: AccountAccess, path: string, body?: object): Request {
  const headers = authorization(account);
  const address = addressOf(account, path);
  return body ? jsonPost(address, body, { headers }) : new Request(address, { method: 'POST', headers });
}
