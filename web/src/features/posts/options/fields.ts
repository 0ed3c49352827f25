/**
 * Options of single networks, as a form shows them: one field for each property that the schemas of the API have. Nothing here knows a
 * network or a field by its name. Pure.
 */
import type { OptionSchema } from '../../../base/post-option.ts';
import { POST_OPTIONS } from '../../../base/post-options.ts';

/** Values by the API's names. What is empty is absent, and the names have the order of the schemas. */
export interface Options {
  [field: string]: OptionValue | { [property: string]: OptionValue };
}
export type OptionValue = string | boolean | string[];

export interface OptionField {
  /** The post field, and the property in it if it is an object. */
  path: readonly [string, ...string[]];
  /** The networks that read it. */
  platforms: readonly string[];
  schema: OptionSchema;
}

/** The networks of a post, as far as a field is about them. */
const among = (platforms: readonly string[], used: ReadonlySet<string>): string[] =>
  platforms.filter((one) => used.has(one));

const FIELDS: readonly OptionField[] = POST_OPTIONS.flatMap(({ name, platforms, schema }): OptionField[] => {
  if (schema.type !== 'object') return [{ path: [name], platforms, schema }];
  return Object.entries(schema.properties ?? {}).map(([property, inner]) => ({
    path: [name, property],
    platforms: inner['x-form']?.platforms ?? platforms,
    schema: inner,
  }));
});

/** Networks whose fields are shown together, because they share them. */
export interface OptionGroup {
  /** Those of the post. */
  platforms: string[];
  fields: OptionField[];
}

/** The fields of some networks that are of use with these values, in groups. */
export function groupsOf(used: ReadonlySet<string>, options: Options): OptionGroup[] {
  const visible = FIELDS.filter((field) => isShown(field, used, options));
  const sharing = ({ path: [name] }: OptionField) =>
    among(POST_OPTIONS.find((option) => option.name === name)!.platforms, used).join(' ');
  return [...Map.groupBy(visible, sharing)].map(([key, fields]) => ({ platforms: key.split(' '), fields }));
}

function isShown({ path, platforms, schema }: OptionField, used: ReadonlySet<string>, options: Options) {
  if (among(platforms, used).length === 0) return false;
  const condition = schema['x-form']?.shownWith;
  if (condition === undefined) return true;
  const value = valueAt(options, [path[0], condition.property]);
  return typeof value === 'string' && condition.values.includes(value);
}

/** @returns undefined if it is empty */
export function valueAt(options: Options, [name, property]: OptionField['path']): OptionValue | undefined {
  const value = options[name];
  if (property === undefined) return isValue(value) ? value : undefined;
  return isRecord(value) && isValue(value[property]) ? value[property] : undefined;
}

/** @param value empty or undefined means that the network decides */
export function withValue(
  options: Options,
  [name, property]: OptionField['path'],
  value: OptionValue | undefined,
): Options {
  if (property === undefined) return readOptions({ ...options, [name]: value });
  const before = options[name];
  return readOptions({ ...options, [name]: { ...(isRecord(before) && before), [property]: value } });
}

/** Options as they were saved: what does not fit the schemas is left out. Those that say the same give the same JSON. */
export function readOptions(saved: unknown): Options {
  const from = isRecord(saved) ? saved : {};
  return Object.fromEntries(
    POST_OPTIONS.flatMap(({ name, schema }): [string, Options[string]][] => {
      if (schema.type !== 'object') return fitting(name, schema, from[name]);
      const inner = isRecord(from[name]) ? from[name] : {};
      const values = Object.entries(schema.properties ?? {}).flatMap(([property, one]) =>
        fitting(property, one, inner[property]),
      );
      return values.length === 0 ? [] : [[name, Object.fromEntries(values)]];
    }),
  );
}

/** The entry of a value that fits its schema and is not empty. */
function fitting(name: string, { type }: OptionSchema, value: unknown): [string, OptionValue][] {
  const isEmpty = value === '' || value === false || (Array.isArray(value) && value.length === 0);
  if (isEmpty || !isValue(value)) return [];
  const typeOf = Array.isArray(value) ? 'array' : typeof value;
  return typeOf === type ? [[name, value]] : [];
}

/** The options that a request may have: those that are shown for its networks, without spaces around them. */
export function sendableOptions(options: Options, used: ReadonlySet<string>): Options {
  return FIELDS.reduce((body: Options, field) => {
    const value = isShown(field, used, options) ? valueAt(options, field.path) : undefined;
    return value === undefined ? body : withValue(body, field.path, trimmed(field.schema, value));
  }, {});
}

function trimmed({ 'x-form': { prefix = '' } = {} }: OptionSchema, value: OptionValue): OptionValue {
  if (Array.isArray(value)) return value.flatMap((one) => one.trim() || []);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const bare = text.replace(/^\//, '');
  return prefix !== '' && bare.startsWith(prefix) ? bare.slice(prefix.length) : text;
}

/** What a PATCH says of options that were cleared. */
export const clearedOptions = (used: ReadonlySet<string>): { [field: string]: null } =>
  Object.fromEntries(
    POST_OPTIONS.flatMap(({ name, platforms }) =>
      among(platforms, used).length === 0 ? [] : [[name, null]],
    ),
  );

/** What a person has to choose before the post can go out; null if nothing. */
export function missingOption(options: Options, used: ReadonlySet<string>): string | null {
  const missing = FIELDS.find(
    (field) =>
      field.schema['x-form']?.required !== undefined &&
      isShown(field, used, options) &&
      valueAt(options, field.path) === undefined,
  );
  return missing?.schema['x-form']?.required ?? null;
}

const isRecord = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isValue = (value: unknown): value is OptionValue =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));
