import { ask, type NetworkResponse, type Lost } from '../../../adapters/lib/http.ts';
import type { CallContext, Credentials, Endpoints } from '../../../adapters/port/account.ts';
import type { Json } from '../../../machines/outcome.ts';

export interface Caller {
  endpoints: Endpoints;
  credentials: Credentials;
}

/** One call of the API. */
export function call(
  { endpoints, credentials }: Caller,
  { fetch, signal }: CallContext,
  { method, path, body }: { method: 'GET' | 'PUT'; path: string; body?: { [field: string]: Json } },
): Promise<NetworkResponse | Lost> {
  const headers = { authorization: `Bearer ${credentials['key'] ?? ''}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return ask(fetch, new Request(`${endpoints['api'] ?? ''}${path}`, init), signal);
}
