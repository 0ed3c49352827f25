/** Calls of the Web API. Errors come with status 200 and `ok: false`. */
import type { AccountAccess } from '../port/account.ts';
import { ask, at, type NetworkResponse, type Lost } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';

export interface Caller {
  account: Pick<AccountAccess, 'endpoints' | 'credentials'>;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  now: number;
}

/** Calls a method that takes JSON: those that write messages, share files, join. */
export function callJson(caller: Caller, method: string, body: { [name: string]: Json }) {
  return call(caller, method, JSON.stringify(body), 'application/json; charset=utf-8');
}

/** Calls a method that takes form fields: those that read, and the ones for uploads and tokens. */
export function callForm(caller: Caller, method: string, fields: { [name: string]: string }) {
  return call(caller, method, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');
}

function call(
  { account, fetch, signal }: Caller,
  method: string,
  body: string,
  contentType: string,
): Promise<NetworkResponse | Lost> {
  const { accessToken } = account.credentials;
  const request = new Request(`${account.endpoints['api']}/${method}`, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    body,
    redirect: 'manual', // a redirect would send the token to another host
  });
  return ask(fetch, request, signal);
}

export function isOk(answer: NetworkResponse | Lost): answer is NetworkResponse {
  return answer.kind === 'response' && answer.status === 200 && at(answer.json, 'ok') === true;
}
