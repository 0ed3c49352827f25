/** `fields`: a list with only those fields of its records that a caller needs. */
import { Type, type TSchema } from 'typebox';
import { type JsonSchema, jsonSchema } from '../http/json-schema.ts';
import type { Guide } from './guides.ts';

type Records = NonNullable<Guide['records']>;

/**
 * @param result schema of the whole result
 * @throws when the result has no such list, so that the server does not start
 */
export function fieldsOf(result: TSchema, { list, keep }: Records): string[] {
  const names = Object.keys(jsonSchema(result).properties?.[list]?.items?.properties ?? {});
  const lacking = keep.filter((name) => !names.includes(name));
  if (names.length === 0 || lacking.length > 0)
    throw new Error(`the result has no list ${list} with ${keep.join(', ')}`);
  return names;
}

export const fieldsArgument = (names: readonly string[], { keep }: Records) =>
  Type.Array(Type.Enum([...names], { type: 'string' }), {
    minItems: 1,
    uniqueItems: true,
    description: `Only these fields of each record; ${keep.join(' and ')} always. All when absent.`,
  });

/** The schema of a result whose records may lack fields. */
export function withOptionalFields(result: JsonSchema, { list, keep }: Records): JsonSchema {
  const array = result.properties![list]!;
  const record = {
    ...array.items!,
    required: (array.items!.required ?? []).filter((name) => keep.includes(name)),
  };
  return { ...result, properties: { ...result.properties, [list]: { ...array, items: record } } };
}

/** The result with these fields of its records alone. */
export function pick(result: object, { list, keep }: Records, fields: readonly string[]): object {
  const names = new Set([...keep, ...fields]);
  const records = (result as { [name: string]: object[] })[list]!;
  return {
    ...result,
    [list]: records.map((record) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))),
    ),
  };
}
