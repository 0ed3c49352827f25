/** Judges calls of Threads by Meta's collection of example requests: addresses, parameters, fields and metrics. */
import { bodyFields, type Call } from '../calls.ts';
import { NOT_COVERED, type Judge, type Verdict } from './judge.ts';
import { parseFields } from './meta-kinds.ts';

interface Item {
  item?: Item[];
  request?: {
    method: string;
    url: { path?: string[]; query?: { key: string; value?: string }[] };
    body?: { urlencoded?: { key: string }[] };
  };
}

export interface Collection {
  item: Item[];
  variable: { key: string; value: string }[];
}

/** Parameters of every call, and paging of every list. */
const COMMON = ['access_token', 'fields', 'limit', 'after', 'before', 'since', 'until'];

export function threadsJudge({ item, variable }: Collection, outside: RegExp): Judge {
  const known = new Map<string, Set<string>>();
  for (const { method, url, body } of requestsIn(item)) {
    const operation = operationOf(method, url.path ?? []);
    const names = known.get(operation) ?? new Set(COMMON);
    for (const { key } of [...(url.query ?? []), ...(body?.urlencoded ?? [])]) names.add(key);
    known.set(operation, names);
  }
  const listed = (prefix: string) =>
    new Set(variable.filter(({ key }) => key.startsWith(prefix)).flatMap(({ value }) => [...names(value)]));
  const fields = listed('fields_');
  const metrics = listed('metrics_');

  return {
    judge(call: Call): Verdict {
      if (outside.test(call.address.pathname)) return NOT_COVERED;
      const path = call.address.pathname.split('/').filter((step) => step !== '' && !/^v\d/.test(step));
      const operation = operationOf(call.method, path);
      const parameters = known.get(operation);
      const fault = (what: string) => ({ in: 'request' as const, operation, what });
      if (!parameters) return { operation, violations: [fault('the collection has no such request')] };
      if (call.by === 'simulator') return { operation, violations: responseFaults(call, operation) };
      const sent = [...call.address.searchParams, ...bodyFields(call.body)];
      const violations = sent.flatMap(([name, value]) => {
        if (!parameters.has(name)) return [fault(`${name}: is no parameter`)];
        const allowed = name === 'fields' ? fields : name === 'metric' ? metrics : null;
        if (!allowed) return [];
        return [...names(String(value))]
          .filter((one) => !allowed.has(one))
          .map((one) => fault(`${name}: ${one} is none`));
      });
      return { operation, violations };
    },
  };

  function responseFaults({ method, response, address }: Call, operation: string) {
    if (method !== 'GET' || !response || response.status >= 300 || /insights/.test(address.pathname))
      return [];
    const { data } = (response.body ?? {}) as { data?: unknown };
    const nodes = Array.isArray(data) ? data : [response.body];
    const strange = nodes
      .flatMap((node) => Object.keys((node ?? {}) as object))
      .filter((name) => !fields.has(name));
    return [...new Set(strange)]
      .filter((name) => name !== 'data' && name !== 'paging')
      .map((name) => ({ in: 'response' as const, operation, what: `body.${name}: is no field` }));
  }
}

function* requestsIn(items: Item[]): Generator<NonNullable<Item['request']>> {
  for (const { item, request } of items) {
    if (item) yield* requestsIn(item);
    if (request && typeof request.url === 'object') yield request;
  }
}

/** `POST {id}/threads`: `me`, ids and variables of the collection are one. */
function operationOf(method: string, path: string[]): string {
  const steps = path.filter(Boolean).map((step) => (/^(me|\{\{.*\}\}|\d+)$/.test(step) ? '{id}' : step));
  return `${method} /${steps.join('/')}`;
}

const names = (text: string) => new Set(parseFields(text).map(({ name }) => name));
