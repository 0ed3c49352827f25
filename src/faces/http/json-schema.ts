/** JSON Schema (2020-12) as our TypeBox schemas produce it, and functions that walk it. */
import type { TSchema } from 'typebox';
import { Format } from 'typebox/format';

export interface JsonSchema {
  $ref?: string;
  $defs?: { [name: string]: JsonSchema };
  type?: string | string[];
  properties?: { [field: string]: JsonSchema };
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  description?: string;
  /** What the value must do, for a pattern that says little to people: `be a time such as 09:30`. */
  'x-must'?: string;
  /** Its pattern keeps out what no network has, and is not listed. */
  'x-network-id'?: boolean;
  /** Its name among the components of the OpenAPI document. */
  'x-model'?: string;
  [keyword: string]: unknown;
}

export const jsonSchema = (schema: TSchema): JsonSchema => schema as JsonSchema;

const SINGLE = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];

/** A copy with `change` applied to each schema directly inside. The hidden properties of a TypeBox schema are kept. */
export function mapInside(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as JsonSchema;
  for (const keyword of SINGLE) {
    const inner = schema[keyword];
    if (isSchema(inner)) copy[keyword] = change(inner);
  }
  for (const keyword of LISTS) {
    const inner = schema[keyword];
    if (Array.isArray(inner)) copy[keyword] = inner.map((one: JsonSchema) => change(one));
  }
  for (const keyword of NAMED) {
    const inner = schema[keyword];
    if (isSchema(inner))
      copy[keyword] = Object.fromEntries(
        Object.entries(inner).map(([name, one]) => [name, change(one as JsonSchema)]),
      );
  }
  return copy;
}

/**
 * The same schema, refusing fields that it does not name, so that no field is silently ignored (docs/contract.md,
 * Conventions). An object that declares its additional properties itself is not changed.
 */
export function closed(schema: JsonSchema): JsonSchema {
  if (schema.allOf !== undefined)
    throw new Error('an input cannot be an intersection: each part would refuse the fields of the others');
  const copy = mapInside(schema, closed);
  if (schema.properties !== undefined && schema.additionalProperties === undefined)
    copy.additionalProperties = false;
  return copy;
}

/** TypeBox silently ignores a format that it does not know. */
export function requireSupportedFormats(schema: JsonSchema, where: string): void {
  if (schema.format !== undefined && !Format.Has(schema.format))
    throw new Error(`${where}: nothing checks the format "${schema.format}"`);
  mapInside(schema, (inner) => {
    requireSupportedFormats(inner, where);
    return inner;
  });
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
