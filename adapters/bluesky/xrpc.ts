/** Builds calls: `GET|POST {server}/xrpc/{method}`, with a bearer token if one is needed. */
import type { AccountAccess } from '../port/account.ts';
import type { Json } from '../../machines/outcome.ts';
import { jsonPost } from '../lib/request.ts';

/** The target of a call: the account's own server, or the video service. */
type Server = 'pds' | 'video';

export function query(
  account: AccountAccess,
  server: Server,
  method: string,
  params: { [name: string]: string },
  token?: string,
): Request {
  return new Request(addressOf(account, server, method, params), { headers: bearer(token) });
}

export function procedure(account: AccountAccess, method: string, input: Json, token?: string): Request {
  return jsonPost(addressOf(account, 'pds', method), input, { headers: bearer(token) });
}

/** A call whose input is a file. */
export function upload(
  account: AccountAccess,
  server: Server,
  method: string,
  file: { bytes: Uint8Array<ArrayBuffer>; contentType: string },
  options: { params?: { [name: string]: string }; token: string },
): Request {
  return new Request(addressOf(account, server, method, options.params), {
    method: 'POST',
    headers: { ...bearer(options.token), 'content-type': file.contentType },
    body: file.bytes,
  });
}

/** The account's permanent id, which is also the name of its repository. */
export function didOf(account: AccountAccess): string {
  return account.credentials['did'] ?? account.remoteId;
}

export function accessToken(account: AccountAccess): string {
  return account.credentials['accessJwt'] ?? '';
}

function addressOf(
  account: AccountAccess,
  server: Server,
  method: string,
  params: { [name: string]: string } = {},
): string {
  const search = new URLSearchParams(params).toString();
  return `${account.endpoints[server]}/xrpc/${method}${search === '' ? '' : `?${search}`}`;
}

function bearer(token: string | undefined): { [name: string]: string } {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
