/** Calls to the API: the headers every one of them needs. */
import type { Json } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import { authorization, jsonPost } from '../lib/request.ts';
import { version } from './version.ts';

export function ownerOf({ remoteId }: AccountAccess): string {
  return `urn:li:person:${remoteId}`;
}

export function postRequest(account: AccountAccess, path: string, body: Json): Request {
  return jsonPost(`${account.endpoints['api']}${path}`, body, { headers: headersOf(account) });
}

export function getRequest(account: AccountAccess, path: string): Request {
  return new Request(`${account.endpoints['api']}${path}`, { headers: headersOf(account) });
}

function headersOf(account: AccountAccess): { [name: string]: string } {
  return {
    ...authorization(account),
    'linkedin-version': version.version,
    'x-restli-protocol-version': '2.0.0',
  };
}

/** Sends a file to an upload address named by LinkedIn. Only LinkedIn's own hosts receive the token. */
export function putRequest(account: AccountAccess, url: string, body: Uint8Array<ArrayBuffer>): Request {
  return new Request(url, {
    method: 'PUT',
    headers: {
      ...(isLinkedin(account, url) ? authorization(account) : {}),
      'content-type': 'application/octet-stream',
    },
    body,
  });
}

function isLinkedin({ endpoints }: AccountAccess, address: string): boolean {
  const url = new URL(address);
  const own = Object.values(endpoints).some((endpoint) => new URL(endpoint).origin === url.origin);
  return own || (url.protocol === 'https:' && /(^|\.)linkedin\.com$/.test(url.hostname));
}
