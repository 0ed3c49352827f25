/** Calls of the Data API: the address, and the token in a header. */
import type { AccountAccess } from '../port/account.ts';
import { authorization } from '../lib/request.ts';
import { version, endpoints } from './version.ts';

export function get(account: AccountAccess, resource: string, query: { [name: string]: string }): Request {
  const search = new URLSearchParams(query).toString();
  return new Request(`${baseOf(account.endpoints)}/youtube/${version.version}/${resource}?${search}`, {
    headers: authorization(account),
  });
}

export function baseOf(bases: { [name: string]: string }): string {
  return bases['api'] ?? endpoints.api;
}
