/**
 * The parameters that a simulated network knows: for each call their names and types, as far as Troupe uses them. What
 * is not there is refused, so that an adapter with a misspelt or renamed field fails against the simulator, even where
 * the network would pass over it in silence. `npm run try:contracts` holds these tables against what networks publish.
 */
import type { Exchange } from './exchange.ts';

/** One value, a list of one type, or an object. A list of texts is one of them, as `'red' | 'blue'` is. */
export type Type =
  | 'text'
  | 'number'
  | 'boolean'
  | 'file'
  | 'any'
  | { oneOf: readonly string[] }
  | { listOf: Type }
  | { object: Fields };

export interface Fields {
  [name: string]: Type;
}

export interface KnownCall {
  /** Parameters in the address. */
  query?: Fields;
  /** Fields of the body: JSON, or a form. */
  body?: Fields;
}

/** By the name of the call. A call without a row is not checked: uploads of bytes, and pages for people. */
export interface KnownCalls {
  [call: string]: KnownCall;
}

/** What a request has that its call does not know; null if all is known. */
export interface Stray {
  where: 'query' | 'body';
  /** `media_source.look`, without what is around it. */
  name: string;
  /** Whether the name is unknown, or its value of another type. */
  fault: 'unknown' | 'type';
}

/** Reads a clone: the body is left for the answer. */
export async function strayIn({ request, url }: Exchange, known: KnownCall): Promise<Stray | null> {
  const query = strayField(valuesOf([...url.searchParams]), known.query ?? {}, true);
  if (query) return { where: 'query', ...query };
  const body = await bodyOf(request.clone());
  if (!body) return null;
  const stray = strayField(body.values, known.body ?? {}, body.isForm);
  return stray && { where: 'body', ...stray };
}

type Values = { [name: string]: unknown };

function strayField(values: Values, fields: Fields, isText: boolean, path = ''): Omit<Stray, 'where'> | null {
  for (const [name, value] of Object.entries(values)) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const at = `${path}${name}`;
    if (type === undefined) return { name: at, fault: 'unknown' };
    const stray = strayValue(value, type, isText, at);
    if (stray) return stray;
  }
  return null;
}

function strayValue(value: unknown, type: Type, isText: boolean, at: string): Omit<Stray, 'where'> | null {
  const wrong = { name: at, fault: 'type' } as const;
  if (value === null || type === 'any') return null;
  if (typeof type === 'object' && 'listOf' in type) {
    const items = Array.isArray(value)
      ? value
      : isText && typeof value === 'string'
        ? value.split(',')
        : null;
    if (!items) return wrong;
    for (const item of items) {
      const stray = strayValue(item, type.listOf, isText, at);
      if (stray) return stray;
    }
    return null;
  }
  if (typeof type === 'object' && 'object' in type) {
    const inner = isText && typeof value === 'string' ? parsed(value) : value;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return wrong;
    return strayField(inner as Values, type.object, false, `${at}.`);
  }
  return isOf(value, type, isText) ? null : wrong;
}

function isOf(
  value: unknown,
  type: Exclude<Type, object> | { oneOf: readonly string[] },
  isText: boolean,
): boolean {
  if (typeof type === 'object') return typeof value === 'string' && type.oneOf.includes(value);
  switch (type) {
    case 'number':
      return isText ? /^-?\d+(\.\d+)?$/.test(String(value)) : typeof value === 'number';
    case 'boolean':
      return isText ? /^(true|false|0|1)$/.test(String(value)) : typeof value === 'boolean';
    case 'file':
      return value instanceof File;
    case 'text':
      return typeof value === 'string';
    case 'any':
      return true;
    default:
      return type satisfies never;
  }
}

async function bodyOf(request: Request): Promise<{ values: Values; isForm: boolean } | null> {
  const type = request.headers.get('content-type') ?? '';
  try {
    if (/json/.test(type)) {
      const values: unknown = await request.json();
      const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
      return isObject ? { values: values as Values, isForm: false } : null;
    }
    if (/^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)) {
      return { values: valuesOf([...(await request.formData())]), isForm: true };
    }
  } catch {
    // a body that cannot be read is refused by the call itself
  }
  return null;
}

/** A name that comes several times is a list, and so is `name[]`. */
function valuesOf(pairs: [string, unknown][]): Values {
  const values: Values = {};
  for (const [given, value] of pairs) {
    const name = given.replace(/\[\]$/, '');
    const before = values[name];
    if (name !== given) values[name] = [...(Array.isArray(before) ? (before as unknown[]) : []), value];
    else values[name] = before === undefined ? value : [before, value].flat();
  }
  return values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
