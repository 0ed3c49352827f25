/**
 * Judges calls of the Graph API by Meta's own lists of edges, parameters, fields and enums. An id does not say what kind
 * of node it is, so a call is right if it is right for any kind of the network.
 */
import { bodyFields, type Call } from '../calls.ts';
import { NOT_COVERED, type Judge, type Verdict, type Violation } from './judge.ts';
import { parseFields, type AskedField, type Edge, type Kinds } from './meta-kinds.ts';

/** Parameters of every call. */
const COMMON = new Set([
  'access_token',
  'appsecret_proof',
  'fields',
  'limit',
  'after',
  'before',
  'since',
  'until',
  'summary',
  'locale',
]);

/** @param of.outside edges that none of the kinds describes; version: of the API that the kinds describe */
export function metaJudge(
  { kinds, enums }: Kinds,
  own: string[],
  { outside, version }: { outside: RegExp; version: string },
): Judge {
  return {
    judge(call: Call): Verdict {
      const [, asked, id, edge] =
        /^\/(v\d+\.\d+)\/([^/]*)(?:\/([^/]+))?\/?$/.exec(call.address.pathname) ?? [];
      if (id === undefined || outside.test([id, edge].filter(Boolean).join('/'))) return NOT_COVERED;
      const operation = `${call.method} /{id}${edge === undefined ? '' : `/${edge}`}`;
      if (call.by === 'adapter' && asked !== version) {
        const what = `${asked} is asked, and the description is of ${version}`;
        return { operation, violations: [{ in: 'request', operation, what }] };
      }
      const candidates = own.flatMap((name) =>
        (kinds[name]?.apis ?? [])
          .filter((api) => api.method === call.method && api.endpoint === edge)
          .map((api) => faultsIn(call, operation, api)),
      );
      const [best] = candidates.toSorted((one, other) => one.length - other.length);
      if (id === '' || best === undefined) {
        const what = id === '' ? 'a request names no node' : 'no kind has this edge';
        return { operation, violations: [{ in: 'request', operation, what }] };
      }
      return { operation, violations: best };
    },
  };

  function faultsIn(call: Call, operation: string, api: Edge): Violation[] {
    const note = (part: Violation['in']) => (what: string) => ({ in: part, operation, what });
    return [
      ...(call.by === 'adapter' ? requestFaults(call, api) : []).map(note('request')),
      ...(call.by === 'simulator' ? responseFaults(call, api) : []).map(note('response')),
      ...(call.by === 'adapter' ? readFaults(call, api) : []).map(note('reads')),
    ];
  }

  function requestFaults({ address, body, response }: Call, api: Edge): string[] {
    const sent = [...address.searchParams, ...bodyFields(body)];
    const names = new Set(sent.map(([name]) => name));
    const refused = response !== null && response.status >= 400 && response.status < 500;
    const missing = refused
      ? []
      : api.params
          .filter(({ name, required }) => required && !names.has(name))
          .map(({ name }) => `${name}: is required`);
    const faults = sent.flatMap(([name, value]) => {
      if (name === 'fields') return fieldFaults(api.return, parseFields(String(value)), 'fields');
      const described = api.params.find((one) => one.name === name);
      if (!described) return COMMON.has(name) ? [] : [`${name}: is no parameter`];
      const values = enums.get(described.type.replace(/^list<(.*)>$/, '$1'));
      if (!values) return [];
      const given = Array.isArray(value) ? value.map(String) : String(value).split(',');
      return given
        .filter((one) => !values.some((value) => value.toLowerCase() === one.toLowerCase()))
        .map((one) => `${name}: ${one} is no value`);
    });
    return [...missing, ...faults];
  }

  function fieldFaults(kind: string, asked: AskedField[], at: string): string[] {
    if (!kinds[kind]) return [];
    return asked.flatMap(({ name, fields }) => {
      const of = typeOf(kind, name);
      return of === null ? [`${at}.${name}: is no field`] : fieldFaults(of, fields, `${at}.${name}`);
    });
  }

  /** The kind behind a field or an edge; null if there is neither. */
  function typeOf(kind: string, name: string): string | null {
    const field = kinds[kind]?.fields.find((one) => one.name === name);
    const edge = kinds[kind]?.apis.find((one) => one.method === 'GET' && one.endpoint === name);
    const type = field?.type ?? edge?.return;
    return type === undefined ? null : (/^list<(\w+)>$/.exec(type)?.[1] ?? type);
  }

  function responseFaults({ response, method }: Call, api: Edge): string[] {
    if (!response || response.status >= 300 || method !== 'GET' || !kinds[api.return]) return [];
    const { data } = (response.body ?? {}) as { data?: unknown };
    const nodes = api.endpoint === undefined ? [response.body] : Array.isArray(data) ? data : [];
    return [...new Set(nodes.flatMap((node) => nodeFaults(api.return, node, 'body')))];
  }

  function nodeFaults(kind: string, node: unknown, at: string): string[] {
    if (!kinds[kind] || typeof node !== 'object' || node === null) return [];
    const { data } = node as { data?: unknown };
    if (Array.isArray(data)) return data.flatMap((one) => nodeFaults(kind, one, `${at}[]`));
    return Object.entries(node).flatMap(([name, value]) => {
      const of = typeOf(kind, name);
      if (of === null) return [`${at}.${name}: is no field`];
      return isOf(of, value) ? nodeFaults(of, value, `${at}.${name}`) : [`${at}.${name}: is no ${of}`];
    });
  }

  function readFaults({ reads, response }: Call, api: Edge): string[] {
    if (!response || response.status >= 300 || !kinds[api.return] || api.method !== 'GET') return [];
    return Object.entries(reads).flatMap(([path, found]) => {
      const steps = path.split('.').filter((step) => step !== 'data[]' && step !== 'data');
      if (!found || /^(paging|error|summary)\b/.test(path)) return [];
      return steps.length > 0 && !hasSteps(api.return, steps) ? [`${path}: is read and no field`] : [];
    });
  }

  function hasSteps(kind: string, [first = '', ...rest]: string[]): boolean {
    if (!kinds[kind]) return true;
    const of = typeOf(kind, first.replaceAll('[]', ''));
    if (of === null) return false;
    return rest.length === 0 || /^(paging|summary)/.test(rest[0] ?? '') || hasSteps(of, rest);
  }
}

/** Whether a value can be of a plain type. Other types are not looked at. */
function isOf(type: string, value: unknown): boolean {
  if (value === null) return true;
  if (type === 'string' || type === 'datetime') return typeof value === 'string';
  if (type === 'bool') return typeof value === 'boolean';
  if (/^(unsigned )?int$/.test(type)) return Number.isInteger(value);
  return true;
}
