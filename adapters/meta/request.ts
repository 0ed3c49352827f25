/** Calls of Meta's Graph API: how they are built and how responses are read, the same for all three networks. */
import type { Json } from '../../machines/outcome.ts';
import { jsonPost } from '../lib/request.ts';
import { type NetworkResponse, ask, at, type Lost, textAt } from '../lib/http.ts';

/** The address of the API, and the token of the account. */
export interface Caller {
  /** The address with the version in its path, without a trailing slash. */
  base: string;
  accessToken: string;
  /** Parameters that every call of this account carries. */
  always?: { [name: string]: string };
}

/** The token goes into a header: addresses end up in logs. */
export function get(caller: Caller, path: string, query: { [name: string]: string }): Request {
  const search = new URLSearchParams({ ...query, ...caller.always });
  return new Request(`${caller.base}/${path}?${search.toString()}`, { headers: authorization(caller) });
}

export function post(caller: Caller, path: string, body: { [name: string]: Json }): Request {
  const address = `${caller.base}/${path}`;
  return jsonPost(address, { ...body, ...caller.always }, { headers: authorization(caller) });
}

export function remove(caller: Caller, path: string): Request {
  const search = new URLSearchParams(caller.always).toString();
  const address = `${caller.base}/${path}${search === '' ? '' : `?${search}`}`;
  return new Request(address, { method: 'DELETE', headers: authorization(caller) });
}

/** A call that carries files. */
export function postForm(caller: Caller, path: string, form: { [name: string]: string | File }): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...form, ...caller.always })) body.set(name, value);
  return new Request(`${caller.base}/${path}`, { method: 'POST', headers: authorization(caller), body });
}

function authorization({ accessToken }: Caller): { authorization: string } {
  return { authorization: `Bearer ${accessToken}` };
}

/** The id of what was created, or null. An id that is a JSON number counts as none: its 17 digits were rounded. */
export function idAt(answer: NetworkResponse, name = 'id'): string | null {
  const id = at(answer.json, name);
  return answer.status < 300 && typeof id === 'string' && id !== '' ? id : null;
}

/**
 * Reads a list of the Graph API page by page with the cursor. `paging.next` is not used: it names a host we did not
 * choose.
 * @returns the rows of at most `maxPages` pages, or the response that contained none
 */
export async function readList(
  how: { fetch: typeof globalThis.fetch; signal: AbortSignal; maxPages: number },
  requestFor: (cursor: { after?: string }) => Request,
): Promise<Json[] | NetworkResponse | Lost> {
  const rows: Json[] = [];
  let after: string | null = null;
  for (let page = 0; page < how.maxPages; page += 1) {
    const answer = await ask(how.fetch, requestFor(after === null ? {} : { after }), how.signal);
    if (answer.kind === 'lost') return answer;
    const data = at(answer.json, 'data');
    if (answer.status >= 300 || !Array.isArray(data)) return answer;
    rows.push(...data);
    const { paging } = answer.json as { paging?: Json };
    after = at(paging, 'next') === undefined ? null : textAt(paging, 'cursors', 'after');
    if (after === null) break;
  }
  return rows;
}
