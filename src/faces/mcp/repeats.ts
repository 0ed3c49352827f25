/** Leaves out of a tool's schemas what another tool's say already: a client reads the schemas of all tools at once. Pure. */
import { type JsonSchema, mapInside } from '../http/json-schema.ts';

/**
 * Leaves out descriptions of fields that another schema has under the same name with the same words. What the schema accepts
 * does not change.
 * @param base the other schema
 */
export function withoutRepeats(schema: JsonSchema, base: JsonSchema): JsonSchema {
  const words = new Map<string, Set<unknown>>();
  collect(base, words);
  return strip(schema, '', words);
}

/** Gathers the descriptions of fields by the field's name. */
function collect(schema: JsonSchema, words: Map<string, Set<unknown>>): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const texts = words.get(name) ?? new Set();
    for (const { description } of [field, ...(field.anyOf ?? [])]) if (description) texts.add(description);
    words.set(name, texts);
  }
  mapInside(schema, (inner) => {
    collect(inner, words);
    return inner;
  });
}

/** @param name of the field that the schema is of */
function strip(schema: JsonSchema, name: string, words: Map<string, Set<unknown>>): JsonSchema {
  const copy = mapInside(schema, (inner) => strip(inner, nameOf(schema, inner) ?? name, words));
  if (words.get(name)?.has(copy.description) !== true) return copy;
  const { description: _, ...rest } = copy;
  return rest;
}

const nameOf = (schema: JsonSchema, inner: JsonSchema): string | undefined =>
  Object.entries(schema.properties ?? {}).find(([, field]) => field === inner)?.[0];
