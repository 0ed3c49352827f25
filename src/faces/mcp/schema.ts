/** JSON Schemas as tools list them: plain, without our own keywords, in the words of tools. */
import type { TSchema } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { postOptions, toolPostOptions } from '../../../adapters/options.ts';
import { closed, type JsonSchema, jsonSchema, mapInside } from '../http/json-schema.ts';

/** Replaces the REST terms of a description with the names of the tools. */
export type Reword = (text: string) => string;

/** What a tool takes: nothing that is not named. Its fields have no examples, because the tool has one of a whole call, and no limits that nobody reaches. */
export const inputSchema = (schema: TSchema, reword: Reword): JsonSchema =>
  withoutExamples(plain(closed(jsonSchema(schema)), reword));

/** Limits of texts from here on are not listed: no model reaches them by accident, and the service names them when it refuses. */
const LONG_TEXT_CHARS = 2_000;

function withoutExamples(schema: JsonSchema): JsonSchema {
  const { examples: _, maxLength, ...rest } = mapInside(schema, withoutExamples);
  return { ...rest, ...(maxLength !== undefined && maxLength < LONG_TEXT_CHARS && { maxLength }) };
}

/**
 * What a tool returns: its shape, without examples and the limits that requests have to keep. Later versions may add fields
 * and networks, so no object is closed and networks are not listed; the name of a field says that it is a network. Options of networks
 * come back as they were sent: what they mean is described where they are taken.
 */
export const outputSchema = (schema: TSchema, reword: Reword): JsonSchema =>
  withoutLimits(plain(jsonSchema(schema), reword));

const LIMITS = new Set([
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'examples',
]);

const isPlatforms = (name: string, value: unknown): boolean =>
  name === 'enum' && JSON.stringify(value) === JSON.stringify(platforms);

function withoutLimits(schema: JsonSchema): JsonSchema {
  const copy = mapInside(withoutOptionTexts(schema), withoutLimits);
  const isNetwork = Object.entries(copy).some(([name, value]) => isPlatforms(name, value));
  const entries = Object.entries(copy).filter(([name, value]) => {
    if (isNetwork && (name === 'enum' || name === 'description')) return false;
    return !LIMITS.has(name) && !(name === 'additionalProperties' && value === false);
  });
  return Object.fromEntries(entries);
}

/** Ids come from other tools, so a schema does not describe their form; the service refuses wrong ones. */
function withoutForm(schema: JsonSchema): JsonSchema {
  const { maxLength: _, minLength: __, examples: ___, ...rest } = schema;
  return rest;
}

const OPTIONS = new Set(Object.keys({ ...postOptions, ...toolPostOptions }));

function withoutOptionTexts(schema: JsonSchema): JsonSchema {
  if (schema.properties === undefined) return schema;
  const properties = Object.entries(schema.properties).map(([name, inner]) => [
    name,
    OPTIONS.has(name) ? withoutTexts(inner) : inner,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as { [name: string]: JsonSchema } };
}

function withoutTexts(schema: JsonSchema): JsonSchema {
  const { description: _, ...rest } = mapInside(schema, withoutTexts);
  return rest;
}

function plain(schema: JsonSchema, reword: Reword): JsonSchema {
  return JSON.parse(JSON.stringify(cleaned(schema, reword))) as JsonSchema; // drops the hidden properties of TypeBox
}

function cleaned(schema: JsonSchema, reword: Reword): JsonSchema {
  const {
    'x-model': _,
    'x-must': __,
    'x-resource': resource,
    'x-network-id': isNetworkId,
    'x-form': ___,
    title: ____,
    ...listed
  } = mapInside(schema, (inner) => cleaned(inner, reword));
  const { pattern: _____, ...unlisted } = listed;
  const named = isNetworkId === true ? unlisted : listed;
  const rest = resource === undefined ? named : withoutForm(named);
  return typeof rest.description === 'string' ? { ...rest, description: reword(rest.description) } : rest;
}
