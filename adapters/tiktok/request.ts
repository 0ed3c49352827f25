/** Calls of the API: the address, the token in a header, JSON. Paths end with a slash. */
import type { Json } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import { authorization } from '../lib/request.ts';
import { version, endpoints } from './version.ts';

export function post(account: AccountAccess, path: string, body: { [name: string]: Json } | null): Request {
  return new Request(addressOf(account.endpoints, path), {
    method: 'POST',
    headers: {
      ...authorization(account),
      'content-type': 'application/json; charset=UTF-8',
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
}

export function addressOf(bases: { [name: string]: string }, path: string): string {
  return `${bases['api'] ?? endpoints.api}/${version.version}${path}`;
}
