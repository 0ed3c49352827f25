/** Calls of the GraphQL API. Errors are in the same response as the data, mostly with status 200. */
import type { AccountAccess } from '../port/account.ts';
import { ask, at, type NetworkResponse, type Lost } from '../lib/http.ts';
import type { Json } from '../../machines/outcome.ts';

export interface Operation {
  query: string;
  variables: { [name: string]: Json };
}

/** What a call needs, for publishing and connecting. */
export interface Caller {
  account: Pick<AccountAccess, 'endpoints' | 'credentials'>;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  now: number;
}

/** @returns the data, or the response without data. Data together with errors still counts as data. */
export async function call(
  caller: Caller,
  operation: Operation,
): Promise<{ data: Json } | { data: null; failed: NetworkResponse | Lost }> {
  const answer = await ask(caller.fetch, requestOf(caller.account, operation), caller.signal);
  const data = answer.kind === 'response' && answer.status < 300 ? at(answer.json, 'data') : undefined;
  const fields = typeof data === 'object' && data !== null ? Object.values(data) : [];
  if (data !== undefined && fields.some((value) => value !== null)) return { data };
  // There is no error, only no result: a slug that does not exist.
  if (
    data !== undefined &&
    data !== null &&
    answer.kind === 'response' &&
    at(answer.json, 'errors', 0) === undefined
  ) {
    return { data };
  }
  return { data: null, failed: answer };
}

export function bytesOf(operation: Operation): number {
  return Buffer.byteLength(JSON.stringify(operation));
}

function requestOf({ endpoints, credentials }: Caller['account'], operation: Operation): Request {
  return new Request(`${endpoints['api']}/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credentials['token'] ?? ''}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(operation),
    redirect: 'manual', // a closed address redirects to a page
  });
}
