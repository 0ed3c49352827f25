/** Calls to a site: the address and the credentials. */
import type { Json } from '../../machines/outcome.ts';
import { jsonPost } from '../lib/request.ts';

/** What a call needs of an account, or of one that is being connected. */
export interface Site {
  endpoints: { [name: string]: string };
  credentials: { [name: string]: string };
}

/** An address below the API's root, on sites with pretty permalinks (`/wp-json`) and without (`/?rest_route=`). */
export function addressOf(api: string, path: string, query: { [name: string]: string } = {}): string {
  const search = new URLSearchParams(query).toString();
  if (search === '') return `${api}${path}`;
  return `${api}${path}${api.includes('?') ? '&' : '?'}${search}`;
}

/** `redirect: manual`: a redirect would send the password to another host. */
export function getRequest(site: Site, path: string, query: { [name: string]: string } = {}): Request {
  return new Request(addressOf(site.endpoints['api'] ?? '', path, query), {
    headers: authorization(site),
    redirect: 'manual',
  });
}

export function deleteRequest(site: Site, path: string, query: { [name: string]: string }): Request {
  return new Request(addressOf(site.endpoints['api'] ?? '', path, query), {
    method: 'DELETE',
    headers: authorization(site),
    redirect: 'manual',
  });
}

export function postRequest(site: Site, path: string, body: { [name: string]: Json }): Request {
  const address = addressOf(site.endpoints['api'] ?? '', path);
  return jsonPost(address, body, { headers: authorization(site), redirect: 'manual' });
}

export function authorization({ credentials }: Site): { authorization: string; accept: string } {
  const { username = '', applicationPassword = '' } = credentials;
  const login = Buffer.from(`${username}:${applicationPassword}`, 'utf8').toString('base64');
  return { authorization: `Basic ${login}`, accept: 'application/json' };
}
