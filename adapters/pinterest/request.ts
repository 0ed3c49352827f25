/** Calls of the API: the address, the token in a header, JSON. */
import type { Json } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import { authorization, jsonPost } from '../lib/request.ts';
import { version, endpoints } from './version.ts';

export function get(account: AccountAccess, path: string, query: { [name: string]: string } = {}): Request {
  const search = new URLSearchParams(query).toString();
  return new Request(`${addressOf(account.endpoints, path)}${search === '' ? '' : `?${search}`}`, {
    headers: authorization(account),
  });
}

export function post(account: AccountAccess, path: string, body: { [name: string]: Json }): Request {
  return jsonPost(addressOf(account.endpoints, path), body, { headers: authorization(account) });
}

export function addressOf(bases: { [name: string]: string }, path: string): string {
  return `${bases['api'] ?? endpoints.api}/${version.version}${path}`;
}
