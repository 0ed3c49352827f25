/**
 * What is kept of a call for the audit list: ids, choices, numbers and times. What people wrote, addresses and files are left
 * out, and so is every argument that the tool does not have. Pure.
 */
import type { TObject, TSchema } from 'typebox';
import { type JsonSchema, jsonSchema } from '../http/json-schema.ts';
import type { JsonObject } from '../http/json-body.ts';
import { redactText } from '../../base/redact.ts';
import { counted } from '../../base/grammar.ts';

/** Names of arguments that hold an id, or several. */
const ID = /^(id|ids|workspace|\w+(Id|Ids))$/;
/** The form of ids, including ids of networks (at://did:plc:x/app.bsky.feed.post/3k). */
const ID_TEXT = /^[\w.:/@=~-]{1,200}$/;
const INSTANT = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/;
/** Arguments that name the call itself. */
const SECRETS = new Set(['idempotencyKey', 'confirmation']);
const MAX_LIST = 20;

/** The arguments of a call without their texts. @param schema what the tool takes */
export function recordedArguments(args: JsonObject, schema: TObject): JsonObject {
  const entries = Object.entries(args).filter(
    ([name, value]) => Object.hasOwn(schema.properties, name) && value !== undefined && !SECRETS.has(name),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      recorded(value, { isId: ID.test(name), choices: choicesOf(schema.properties[name]!) }),
    ]),
  );
}

function recorded(value: unknown, of: { isId: boolean; choices: readonly unknown[] }): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') {
    const isPlain = of.choices.includes(value) || INSTANT.test(value) || (of.isId && ID_TEXT.test(value));
    return isPlain ? redactText(value) : `(${counted(value.length, 'character')})`;
  }
  if (!Array.isArray(value)) return '(an object)';
  if (!of.isId && of.choices.length === 0) return `(${counted(value.length, 'item')})`;
  const items = value.slice(0, MAX_LIST).map((one) => recorded(one, of));
  return value.length > MAX_LIST ? [...items, `(${value.length - MAX_LIST} more)`] : items;
}

/** The texts that an argument may be one of, also inside a list or beside null. */
function choicesOf(schema: TSchema): readonly unknown[] {
  const { enum: choices, const: only, anyOf, items } = jsonSchema(schema) as JsonSchema & { const?: unknown };
  if (choices !== undefined) return choices;
  if (only !== undefined) return [only];
  if (items !== undefined) return choicesOf(items);
  return (anyOf ?? []).flatMap((one) => choicesOf(one as TSchema));
}

/** The id of what a result is about: its own, or that of the one thing in it. null if it has none. */
export function resourceIdOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const named = [body, ...Object.values(body)].find(
    (one): one is { id: string } | { slug: string } =>
      typeof one === 'object' && one !== null && (typeof one.id === 'string' || typeof one.slug === 'string'),
  );
  if (named === undefined) return null;
  return 'id' in named ? named.id : named.slug;
}
