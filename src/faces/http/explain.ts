/**
 * Explains why a value does not match its schema, in the one sentence that helps: it names the field and what to do.
 * TypeBox lists every error of every branch, unknown fields twice and missing fields before misspelt ones; it stops at
 * 8 errors and takes 50 ms for a body with 60,000 wrong items. So this file walks the schema to the first error:
 * unknown fields (usually a misspelling), then missing ones, then values in order. Only checks that are not about
 * structure (the length of a text, the range of a number) are left to TypeBox, whose compiled check decides whether
 * there is an error at all.
 */
import type { TSchema } from 'typebox';
import type { Values } from '../../../adapters/port/publish.ts';
import type { TValidationError } from 'typebox/error';
import { Value } from 'typebox/value';
import { fieldName, pointer, type Path } from './field.ts';
import { jsonSchema, type JsonSchema } from './json-schema.ts';
import { nearest } from './nearest.ts';

/** What a schema can refuse. */
export type FaultCode = 'unknown_field' | 'unknown_parameter' | 'required' | 'invalid';

interface Fault {
  code: FaultCode;
  /** JSON pointer of the wrong field; empty for the whole value. */
  param: string;
  message: string;
  /** What the message names, with a `reason` for programs. Absent means nothing. */
  values?: Values;
}

/**
 * @param schema that `value` does not match
 * @param kind what to call its fields: those of a body, or the parameters of a query
 */
export function explain(schema: TSchema, value: unknown, kind: 'field' | 'query parameter' = 'field'): Fault {
  const root = jsonSchema(schema);
  const found = walk({ schema: root, value, path: [], defs: root.$defs ?? {}, kind });
  if (found === null) return { code: 'invalid', param: '', message: 'the request does not fit its schema' };
  const { code, path, message, values } = found;
  return { code, param: pointer(path), message, ...(values && { values }) };
}

interface Explanation {
  code: FaultCode;
  path: Path;
  message: string;
  values?: Values;
}

interface At {
  schema: JsonSchema;
  value: unknown;
  path: Path;
  defs: { [name: string]: JsonSchema };
  kind: 'field' | 'query parameter';
}

/** The first error at this place or below it; null when there is none. */
function walk(at: At): Explanation | null {
  const schema = resolve(at);
  if (schema !== at.schema) return walk({ ...at, schema, defs: schema.$defs ?? at.defs });
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return walkUnion(at, branches);
  const shallow = walkValue(at);
  if (shallow !== null) return shallow;
  if (isObject(at.value) && schema.properties !== undefined)
    return walkObject(at, at.value, schema.properties);
  if (Array.isArray(at.value) && schema.items !== undefined)
    return firstOf(at.value.keys(), (index) =>
      walk({
        ...at,
        schema: schema.items!,
        value: (at.value as unknown[])[index],
        path: [...at.path, index],
      }),
    );
  return null;
}

function walkObject(at: At, value: Fields, properties: { [field: string]: JsonSchema }): Explanation | null {
  const { schema, path } = at;
  if (schema.additionalProperties === false) {
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
    if (unknown !== undefined) return unknownField(at, unknown, value);
  }
  const missing = schema.required?.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) {
    const name = fieldName([...path, missing]);
    return {
      code: 'required',
      path: [...path, missing],
      message: `${name} is required${hintOf(properties[missing])}`,
    };
  }
  const explanation = firstOf(Object.keys(properties), (key) =>
    Object.hasOwn(value, key)
      ? walk({ ...at, schema: properties[key]!, value: value[key], path: [...path, key] })
      : null,
  );
  if (explanation !== null || typeof schema.additionalProperties !== 'object') return explanation;
  const others = schema.additionalProperties;
  return firstOf(Object.keys(value), (key) =>
    Object.hasOwn(properties, key)
      ? null
      : walk({ ...at, schema: others, value: value[key], path: [...path, key] }),
  );
}

/** ` (one of: a, b)`, so that the caller can add a missing field without another try. */
function hintOf(schema: JsonSchema | undefined): string {
  const choices = schema === undefined ? null : choicesOf(schema);
  return choices === null ? '' : ` (${anyOf(choices)})`;
}

function unknownField(at: At, key: string, value: Fields): Explanation {
  const path = [...at.path, key];
  const properties = at.schema.properties ?? {};
  const free = Object.keys(properties).filter((name) => !Object.hasOwn(value, name));
  const close = nearest(key, free) ?? nearestInside(key, properties);
  const names = Object.keys(properties);
  const advice =
    close !== null
      ? `did you mean ${fieldName([...at.path, ...close.split('.')])}?`
      : names.length === 0
        ? `there are no ${at.kind}s here`
        : `the ${at.kind}s ${at.path.length === 0 ? 'are' : `of ${fieldName(at.path)} are`}: ${names.join(', ')}`;
  return {
    code: at.kind === 'field' ? 'unknown_field' : 'unknown_parameter',
    path,
    message: `${fieldName(path)} is not a known ${at.kind}${advice.startsWith('did') ? ';' : ':'} ${advice}`,
  };
}

/** `articleSettings.tags` for a `tags` that was written one level too high. */
function nearestInside(key: string, properties: { [field: string]: JsonSchema }): string | null {
  for (const [name, schema] of Object.entries(properties))
    if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return `${name}.${key}`;
  return null;
}

/** What is wrong with the value itself, apart from what it contains. */
function walkValue(at: At): Explanation | null {
  const outside: JsonSchema = {};
  for (const [keyword, rule] of Object.entries(at.schema)) if (!INSIDE.has(keyword)) outside[keyword] = rule;
  const [error] = Value.Errors(outside as TSchema, at.value);
  if (error === undefined) return null;
  const name = at.path.length === 0 ? 'the body' : fieldName(at.path);
  const message = `${name} must ${ruleOf(at.schema, error, at.value)}`;
  const values = valuesOf(at.schema, error, at.value);
  return { code: 'invalid', path: at.path, message, ...(values && { values }) };
}

/** What `ruleOf` says, for programs; undefined for rules that are not about a size. */
function valuesOf(schema: JsonSchema, { keyword }: TValidationError, value: unknown): Values | undefined {
  const limit = (schema as { [keyword: string]: unknown })[keyword];
  const reason = SIZE_REASONS[keyword];
  if (reason === undefined || typeof limit !== 'number' || schema['x-must'] !== undefined) return undefined;
  if (typeof value === 'number') return { reason, limit };
  const length = typeof value === 'string' ? Array.from(value).length : (value as unknown[]).length;
  return length === 0 ? { reason: 'empty' } : { reason, limit, length };
}

const SIZE_REASONS: { [keyword: string]: string } = {
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minimum: 'too_small',
  maximum: 'too_great',
};

/** Keywords about the contents of a value, and about anything but the value. */
const INSIDE = new Set([
  '$id',
  '$defs',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'items',
  'prefixItems',
]);

/** What follows "must". */
function ruleOf(schema: JsonSchema, error: TValidationError, value: unknown): string {
  const rule = schema['x-must'];
  if (rule !== undefined) return rule;
  const choices = choicesOf(schema);
  if (choices !== null) return choiceRule(choices, value);
  return RULES[error.keyword]?.(schema, value, error) ?? `be ${typeRule(schema)}`;
}

/** The other keywords (types and ranges) are described by `typeRule`. */
const RULES: { [keyword: string]: (schema: JsonSchema, value: unknown, error: TValidationError) => string } =
  {
    enum: (schema, value) => choiceRule(choicesOf(schema)!, value),
    const: (schema, value) => choiceRule(choicesOf(schema)!, value),
    format: ({ format = '' }) => FORMATS[format] ?? `be a valid ${format}`,
    minLength: ({ minLength }, value) =>
      minLength === 1 ? 'not be empty' : `have ${minLength} characters or more${lengthOf(value)}`,
    maxLength: ({ maxLength }, value) => `have ${maxLength} characters or fewer${lengthOf(value)}`,
    minItems: ({ minItems }, value) =>
      minItems === 1 ? 'not be empty' : `have ${minItems} items or more${countOf(value)}`,
    maxItems: ({ maxItems }, value) => `have ${maxItems} items or fewer${countOf(value)}`,
    uniqueItems: (_, __, error) =>
      error.keyword === 'uniqueItems'
        ? `not hold the same item twice (item ${error.params.duplicateItems.at(-1)} is there already)`
        : 'not hold the same item twice',
    minProperties: () => 'not be empty',
    pattern: ({ pattern }) => `match ${pattern}`,
  };

const FORMATS: { [format: string]: string } = {
  'date-time': 'be an ISO 8601 date-time with an offset, for example 2026-07-01T09:30:00Z',
  date: 'be a date such as 2026-07-01',
  uri: 'be an absolute URL, for example https://example.org/picture.jpg',
  url: 'be an absolute URL, for example https://example.org/picture.jpg',
  email: 'be an email address',
};

function typeRule(schema: JsonSchema): string {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const name = types.map((type) => TYPES[type] ?? type).join(' or ');
  const { minimum, maximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return `${name} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${name}, ${minimum} or more`;
  if (maximum !== undefined) return `${name}, ${maximum} or less`;
  return name === '' ? 'something else' : name;
}

const TYPES: { [type: string]: string } = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

function choiceRule(choices: unknown[], value: unknown): string {
  const near =
    typeof value === 'string'
      ? nearest(
          value,
          choices.filter((one) => typeof one === 'string'),
        )
      : null;
  const rule = choices.length === 1 ? `be ${JSON.stringify(choices[0])}` : `be ${anyOf(choices)}`;
  return near === null ? rule : `${rule}; did you mean ${near}?`;
}

const anyOf = (choices: unknown[]) =>
  `one of: ${choices.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')}`;

const lengthOf = (value: unknown) =>
  typeof value === 'string' ? `; it has ${Array.from(value).length}` : '';
const countOf = (value: unknown) => (Array.isArray(value) ? `; it has ${value.length}` : '');

/** The values that a schema allows if it lists all of them, else null. */
function choicesOf(schema: JsonSchema): unknown[] | null {
  if (schema.enum !== undefined) return schema.enum;
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches === undefined) return null;
  const all = branches.map(choicesOf);
  return all.every((choices) => choices !== null) ? all.flat() : null;
}

/** Reports the error of the branch that the caller meant, as far as the value shows it. */
function walkUnion(at: At, union: JsonSchema[]): Explanation | null {
  const { value, path } = at;
  const name = path.length === 0 ? 'the body' : fieldName(path);
  const explanation = (message: string): Explanation => ({
    code: 'invalid',
    path,
    message: `${name} must ${message}`,
  });
  const branches = union.map((schema) => resolve({ ...at, schema }));

  const faults: Explanation[] = [];
  for (const schema of branches) {
    const fault = walk({ ...at, schema, defs: schema.$defs ?? at.defs });
    if (fault === null) return null;
    faults.push(fault);
  }

  const choices = choicesOf({ anyOf: branches });
  if (choices !== null) return explanation(choiceRule(choices, value));

  const fitting = branches.filter((schema) => fitsType(schema, value));
  if (fitting.length === 1) return faults[branches.indexOf(fitting[0]!)]!;
  if (fitting.length === 0) return explanation(`be ${[...new Set(branches.map(typeRule))].join(' or ')}`);

  if (isObject(value)) {
    const tag = tagOf(fitting);
    if (tag !== null) {
      const meant = fitting.find((schema) => choicesOf(schema.properties![tag]!)!.includes(value[tag]));
      if (meant !== undefined) return faults[branches.indexOf(meant)]!;
      const tags = fitting.flatMap((schema) => choicesOf(schema.properties![tag]!)!);
      return {
        code: Object.hasOwn(value, tag) ? 'invalid' : 'required',
        path: [...path, tag],
        message: Object.hasOwn(value, tag)
          ? `${fieldName([...path, tag])} must ${choiceRule(tags, value[tag])}`
          : `${fieldName([...path, tag])} is required (${anyOf(tags)})`,
      };
    }
  }
  // nothing distinguishes the branches: use the one that matched furthest
  const candidates = fitting.map((schema) => faults[branches.indexOf(schema)]!);
  return candidates.reduce((best, fault) => (fault.path.length > best.path.length ? fault : best));
}

/**
 * The property that distinguishes the branches of a union of objects: required in each, with a fixed set of values in
 * each.
 */
function tagOf(branches: JsonSchema[]): string | null {
  const [first] = branches;
  return (
    Object.keys(first?.properties ?? {}).find((key) =>
      branches.every(
        ({ properties, required }) =>
          required?.includes(key) === true &&
          properties?.[key] !== undefined &&
          choicesOf(properties[key]) !== null,
      ),
    ) ?? null
  );
}

function fitsType(schema: JsonSchema, value: unknown): boolean {
  const choices = choicesOf(schema);
  if (choices !== null) return choices.some((choice) => typeof choice === typeof value);
  if (schema.type === undefined) return true;
  return [schema.type].flat().some((type) => {
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return isObject(value);
    return type === 'integer' ? typeof value === 'number' : typeof value === type;
  });
}

/** The schema that a reference points to. TypeBox writes the bare name; others `#/$defs/name`. */
function resolve({ schema, defs }: Pick<At, 'schema' | 'defs'>): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const definitions = schema.$defs ?? defs;
  const target = definitions[schema.$ref.replace(/^#\/\$defs\//, '')];
  if (target === undefined) return schema;
  return schema.$defs === undefined ? target : { ...target, $defs: schema.$defs };
}

type Fields = { [field: string]: unknown };

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstOf<T>(items: Iterable<T>, look: (item: T) => Explanation | null): Explanation | null {
  for (const item of items) {
    const found = look(item);
    if (found !== null) return found;
  }
  return null;
}
