/**
 * What a newer OpenAPI document takes away from those who were written for an older one. Only contracts are compared: words and examples
 * may change.
 *
 * - A request is broken if something that was accepted is refused now: an operation, a parameter or a field that is gone (unknown fields
 *   are refused here), a new required field, a narrower type, range, list of values or pattern, another default.
 * - A response, or a webhook's body, is broken if something that was always there may be missing or have another type now. New fields
 *   and new values of a list of values are no breaks: `docs/contract.md` asks callers to be ready for them.
 */
import { propertiesOf, type Schema, Schemas } from './schemas.ts';

export interface Json {
  [name: string]: unknown;
}
/** The parts of an OpenAPI 3.1 document that are compared. */
export interface Document {
  paths?: { [path: string]: { [method: string]: Operation } };
  webhooks?: { [event: string]: { [method: string]: Operation } };
  components?: {
    schemas?: { [name: string]: Schema };
    parameters?: { [name: string]: Parameter };
    responses?: { [name: string]: Response };
    securitySchemes?: { [name: string]: Json };
  };
}
interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: { [status: string]: Response };
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
interface Response {
  $ref?: string;
  content?: Content;
  headers?: Json;
}
interface Content {
  [type: string]: { schema?: Schema };
}

/** @returns a sentence for each break, in the order of the older document; empty when everybody can go on as before */
export function breakingChanges(before: Document, after: Document): string[] {
  const schemas = new Schemas(before.components?.schemas ?? {}, after.components?.schemas ?? {});
  const found: string[] = [];
  for (const [path, item] of Object.entries(before.paths ?? {}))
    for (const [method, operation] of Object.entries(item)) {
      const where = `${method.toUpperCase()} ${path}`;
      const now = after.paths?.[path]?.[method];
      if (now === undefined) found.push(`${where} is gone`);
      else found.push(...operationBreaks(where, operation, now, { before, after, schemas }));
    }
  for (const [event, item] of Object.entries(before.webhooks ?? {})) {
    const now = after.webhooks?.[event]?.['post'];
    const where = `webhook ${event}`;
    if (now === undefined) found.push(`${where} is gone`);
    else {
      const was = item['post']!;
      for (const { name } of was.parameters ?? [])
        if (!now.parameters?.some((one) => one.name === name)) found.push(`${where}: header ${name} is gone`);
      found.push(
        ...contentBreaks(where, was.requestBody?.content, now.requestBody?.content, 'response', schemas),
      );
    }
  }
  for (const name of Object.keys(before.components?.securitySchemes ?? {}))
    if (after.components?.securitySchemes?.[name] === undefined)
      found.push(`security scheme ${name} is gone`);
  return [...new Set(found)];
}

interface Sides {
  before: Document;
  after: Document;
  schemas: Schemas;
}

function operationBreaks(where: string, was: Operation, now: Operation, sides: Sides): string[] {
  const found: string[] = [];
  if (was.operationId !== now.operationId)
    found.push(`${where}: its operationId is ${now.operationId} instead of ${was.operationId}`);
  found.push(...parameterBreaks(where, was, now, sides));
  const body = now.requestBody;
  if (was.requestBody !== undefined && body === undefined) found.push(`${where}: takes no body any more`);
  if (body?.required === true && was.requestBody?.required !== true)
    found.push(`${where}: requires a body now`);
  found.push(...contentBreaks(where, was.requestBody?.content, body?.content, 'request', sides.schemas));
  for (const [status, response] of Object.entries(was.responses ?? {})) {
    const before = resolved(response, sides.before.components?.responses);
    const after = now.responses?.[status];
    if (after === undefined) {
      // an error that does not occur any more harms nobody
      if (status.startsWith('2')) found.push(`${where}: answers ${status} no more`);
      continue;
    }
    const { content, headers = {} } = resolved(after, sides.after.components?.responses);
    for (const name of Object.keys(before.headers ?? {}))
      if (!(name in headers)) found.push(`${where}: the header ${name} of its response ${status} is gone`);
    found.push(...contentBreaks(`${where} ${status}`, before.content, content, 'response', sides.schemas));
  }
  return found;
}

function parameterBreaks(where: string, was: Operation, now: Operation, sides: Sides): string[] {
  const found: string[] = [];
  const of = (operation: Operation, document: Document) =>
    new Map(
      (operation.parameters ?? []).map((one) => {
        const parameter = resolved(one, document.components?.parameters);
        return [`${parameter.in} ${parameter.name}`, parameter];
      }),
    );
  const old = of(was, sides.before);
  const current = of(now, sides.after);
  for (const [name, parameter] of old) {
    const same = current.get(name);
    if (same === undefined) found.push(`${where}: the parameter ${name} is gone`);
    else
      found.push(
        ...sides.schemas.breaks(parameter.schema ?? {}, same.schema ?? {}, `${where} ${name}`, 'request'),
      );
  }
  for (const [name, { required }] of current)
    if (required === true && old.get(name)?.required !== true)
      found.push(`${where}: the parameter ${name} is required now`);
  return found;
}

function contentBreaks(
  where: string,
  was: Content = {},
  now: Content = {},
  direction: 'request' | 'response',
  schemas: Schemas,
): string[] {
  return Object.entries(was).flatMap(([type, { schema }]) => {
    const same = now[type];
    if (same === undefined) return [`${where}: ${type} is gone`];
    return schemas.breaks(schema ?? {}, same.schema ?? {}, where, direction);
  });
}

function resolved<Part extends { $ref?: string }>(part: Part, named: { [name: string]: Part } = {}): Part {
  return part.$ref === undefined ? part : named[part.$ref.split('/').at(-1)!]!;
}

/** What tells nothing of a contract: words and examples. */
const WORDS = new Set(['description', 'summary', 'example', 'examples', 'tags', 'title', 'info', 'servers']);
/** Their fields are names, and no keywords. */
const NAMES = new Set([
  ...propertiesOf,
  'paths',
  'webhooks',
  'schemas',
  'parameters',
  'responses',
  'content',
]);

/** @returns the document with what `breakingChanges` reads, which is a quarter of it */
export function contractOf(document: Json): Json {
  const slim = (value: unknown, areNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((one) => slim(one, false));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => areNames || !WORDS.has(name))
        .map(([name, inner]) => [name, slim(inner, !areNames && NAMES.has(name))]),
    );
  };
  return slim(document, false) as Json;
}
