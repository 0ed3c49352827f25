/** Judges calls by an OpenAPI document: addresses, parameters, bodies, responses and what is read of them. */
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Call } from '../calls.ts';
import type { Body } from '../record/body.ts';
import { NOT_COVERED, type Judge, type Verdict, type Violation } from './judge.ts';
import { hasPath, propertyOf, resolve, unknownFields, type Schema } from './schema-walk.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  required?: boolean;
  schema?: Schema;
  explode?: boolean;
}

interface Media {
  [contentType: string]: { schema?: Schema };
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { $ref?: string; required?: boolean; content?: Media };
  responses: { [status: string]: { $ref?: string; content?: Media } };
}

export interface OpenApi {
  paths: { [path: string]: { [method: string]: Operation } & { parameters?: Parameter[] } };
}

interface Options {
  /** The address that paths are below. */
  base: string;
  /** Paths below `base` that the description does not have, on purpose. */
  outside?: RegExp;
  /** Parts of a body that are JSON themselves: Discord's `payload_json`. */
  jsonField?: string;
  /** Names of multipart fields that are files, where the description numbers them. */
  files?: RegExp;
}

export function openApiJudge(document: OpenApi, options: Options): Judge {
  const schemas = compiler(document);
  const routes = Object.keys(document.paths).map((path) => ({
    path,
    form: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`),
    placeholders: path.match(/\{/g)?.length ?? 0,
  }));
  const find = (path: string, method: string) =>
    routes
      .filter(({ form, path: own }) => form.test(path) && document.paths[own]?.[method])
      .toSorted((one, other) => one.placeholders - other.placeholders)[0]?.path;

  return {
    judge(call) {
      const { address } = call;
      const plain = address.origin + address.pathname;
      if (!plain.startsWith(options.base)) return NOT_COVERED;
      const below = plain.slice(options.base.length);
      if (options.outside?.test(below)) return NOT_COVERED;
      const method = call.method.toLowerCase();
      const path = find(below, method);
      if (path === undefined) {
        const what = 'the description has no such operation';
        const operation = `${call.method} ${below.replaceAll(/\d{3,}/g, '…')}`;
        return { operation, violations: [{ in: 'request', operation, what }] };
      }
      return judged(call, `${call.method} ${path}`, document.paths[path]!, method);
    },
  };

  function judged(call: Call, operation: string, item: OpenApi['paths'][string], method: string): Verdict {
    const described = item[method]!;
    const parameters = [...(item.parameters ?? []), ...(described.parameters ?? [])].map((one) =>
      one.$ref === undefined ? one : (resolve(document, one.$ref) as unknown as Parameter),
    );
    const note = (part: Violation['in']) => (what: string) => ({ in: part, operation, what });
    return {
      operation,
      violations: [
        ...requestFaults(call, parameters, described).map(note('request')),
        ...responseFaults(call, described).map(note('response')),
        ...readFaults(call, described).map(note('reads')),
      ],
    };
  }

  /** What people and tests send to a simulator by themselves is not judged, nor values that it refused. */
  function requestFaults(call: Call, parameters: Parameter[], described: Operation): string[] {
    if (call.by !== 'adapter') return [];
    const refused = call.response !== null && call.response.status >= 400 && call.response.status < 500;
    return [...queryFaults(call, parameters), ...bodyFaults(call.body, described)].filter(
      (what) => !refused || / is (no|none) /.test(what),
    );
  }

  function queryFaults({ address }: Call, parameters: Parameter[]): string[] {
    const known = parameters.filter((one) => one.in === 'query');
    const names = [...new Set(address.searchParams.keys())];
    const unknown = names
      .filter((name) => !known.some((one) => same(one.name, name)))
      .map((name) => `query.${name}: is no parameter`);
    const faults = known.flatMap((parameter) => {
      const values = address.searchParams.getAll(names.find((name) => same(parameter.name, name)) ?? '');
      if (values.length === 0) return parameter.required ? [`query.${parameter.name}: is required`] : [];
      const schema = parameter.schema ?? {};
      return schemas.faults(schema, queryValue(values, schema), `query.${parameter.name}`);
    });
    return [...unknown, ...faults];
  }

  function queryValue(values: string[], schema: Schema): unknown {
    const whole = schema.$ref === undefined ? schema : resolve(document, schema.$ref);
    if (whole.type !== 'array') return coerced(values[0] ?? '', whole);
    const items = values.flatMap((value) => value.split(','));
    return items.map((value) => coerced(value, whole.items ?? {}));
  }

  function coerced(value: string, given: Schema): unknown {
    const schema = given.$ref === undefined ? given : resolve(document, given.$ref);
    const types = [schema.type, ...(schema.anyOf ?? schema.oneOf ?? []).map(({ type }) => type)].flat();
    if (types.includes('integer') || types.includes('number')) return value === '' ? value : Number(value);
    if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true';
    return value;
  }

  function bodyFaults(body: Body, { requestBody: given }: Operation): string[] {
    const requestBody = given?.$ref === undefined ? given : (resolve(document, given.$ref) as typeof given);
    if (body.kind === 'none') return requestBody?.required ? ['body: is required'] : [];
    const content = requestBody?.content;
    if (!content) return ['body: the operation takes none'];
    const media = mediaFor(content, body);
    if (!media) return [`body: ${body.kind} is none of ${Object.keys(content).join(', ')}`];
    if (!media.schema || body.kind === 'other') return [];
    const value = body.kind === 'json' ? body.json : formValue(document, body.fields, media.schema, options);
    return [
      ...schemas.faults(media.schema, value, 'body'),
      ...unknownFields(document, [media.schema], value).map((path) => `body.${path}: is no field`),
    ];
  }

  function responseFaults({ response, by }: Call, described: Operation): string[] {
    if (by !== 'simulator' || !response) return [];
    const schema = responseSchema(described, response.status);
    if (schema === null) return [`${response.status}: is no response of this operation`];
    if (schema === undefined || response.body === null) return [];
    const at = `${response.status} body`;
    return [
      ...schemas.faults(schema, response.body, at),
      ...unknownFields(document, [schema], response.body).map((path) => `${at}.${path}: is no field`),
    ];
  }

  function readFaults({ reads, response, by }: Call, described: Operation): string[] {
    if (by !== 'adapter' || !response || response.status >= 300) return [];
    const schema = responseSchema(described, response.status);
    if (!schema) return [];
    return Object.entries(reads)
      .filter(([path, found]) => (found || !ERRORS.test(path)) && !hasPath(document, schema, path))
      .map(([path]) => `${path}: is read and no field`);
  }

  /** Null: no such response. Undefined: it has no JSON. */
  function responseSchema({ responses }: Operation, status: number): Schema | null | undefined {
    const given = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses['default'];
    if (!given) return null;
    const whole = given.$ref === undefined ? given : (resolve(document, given.$ref) as typeof given);
    const found = Object.entries(whole.content ?? {}).flatMap(([type, media]) =>
      /json/.test(type) && media.schema ? [media.schema] : [],
    );
    // an error may come as JSON of two kinds, `application/problem+json` being one
    return found.length > 1 ? merged(found) : found[0];
  }
}

/** One object for the same schemas, because it is compiled once. */
const merges = new WeakMap<Schema, Schema>();

function merged(schemas: Schema[]): Schema {
  const [first] = schemas;
  if (!first) return {};
  const known = merges.get(first) ?? { anyOf: schemas };
  merges.set(first, known);
  return known;
}

/** Fields of errors, which adapters look for in every response. */
const ERRORS = /^(errors?|error_\w+|parameters|message|detail|code|title|data)\b/;

/** Rails' `ids[]` is the parameter `ids`, and `source[privacy]` is `source`. */
const same = (described: string, sent: string) =>
  described === sent || described.replace(/\[.*$/, '') === sent.replace(/\[.*$/, '');

function mediaFor(content: Media, body: Body) {
  const forms = {
    json: /json/,
    form: /x-www-form-urlencoded/,
    multipart: /multipart/,
    other: /./,
    none: /./,
  } as const;
  return Object.entries(content).find(([type]) => forms[body.kind].test(type))?.[1];
}

function formValue(
  document: OpenApi,
  fields: [string, unknown][],
  schema: Schema,
  { jsonField, files }: Options,
): { [name: string]: unknown } {
  const value: { [name: string]: unknown } = {};
  for (const [sentName, sent] of fields) {
    if (files?.test(sentName)) continue;
    if (sentName === jsonField) {
      Object.assign(value, JSON.parse(String(sent)));
      continue;
    }
    const name = sentName.replace(/\[\]$/, '');
    const types = propertyOf(document, schema, name).flatMap(({ type }) => type ?? []);
    const one = typeof sent === 'string' ? formText(sent, types) : 'a file';
    const known = value[name];
    if (known === undefined) value[name] = name === sentName ? one : [one];
    else value[name] = Array.isArray(known) ? [...(known as unknown[]), one] : [known, one];
  }
  return value;
}

/** The text of a form as the value of one of these types that it can be. */
function formText(text: string, types: string[]): unknown {
  if (/^[[{]/.test(text) && !types.includes('string')) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  if ((types.includes('integer') || types.includes('number')) && text !== '' && !Number.isNaN(Number(text))) {
    return Number(text);
  }
  return types.includes('boolean') && /^(true|false)$/.test(text) ? text === 'true' : text;
}

/** Validates by schemas of one document, each compiled once. */
function compiler(document: OpenApi) {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    discriminator: false,
    validateSchema: false,
    logger: false,
  });
  formats.default(ajv);
  ajv.addSchema(plain(document) as Schema, 'document');
  const compiled = new WeakMap<Schema, ValidateFunction>();
  const compile = (schema: Schema): ValidateFunction => {
    const known = compiled.get(schema);
    if (known) return known;
    const made = ajv.compile(plain(schema) as Schema);
    compiled.set(schema, made);
    return made;
  };
  return {
    faults(schema: Schema, value: unknown, at: string): string[] {
      const validate = compile(schema);
      if (validate(value)) return [];
      const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => {
        const path = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '[]').replaceAll('/', '.');
        const allowed = 'allowedValues' in params ? ` (${String(params['allowedValues'])})` : '';
        return `${at}${path}: ${message}${allowed}`;
      });
      return [...new Set(faults)];
    },
  };
}

/** As JSON Schema: references name the document, so that a part of it can be compiled alone, and `nullable` is a type. */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, oneOf, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? [key, `document${value}`]
        : [key, plain(value)],
    ),
  ) as Schema;
  // variants that overlap are no fault of the call
  if (Array.isArray(oneOf) && rest.anyOf === undefined) rest.anyOf = oneOf;
  if (nullable !== true) return typeof nullable === 'object' ? { ...rest, nullable } : rest;
  if (typeof rest.type !== 'string') return { anyOf: [rest, { type: 'null' }] };
  const { enum: values } = rest;
  return { ...rest, type: [rest.type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}
