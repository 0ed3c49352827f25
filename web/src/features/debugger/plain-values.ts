/** Values of contexts and events as people read them: times, spans of time, and names in place of numbers and ids. Pure. */
import { exactInZone } from '../../base/parts/times.ts';
import { durationText } from './durations.ts';
import type { Json } from './shapes.ts';

interface Words {
  timezone: string;
  /** What accounts are called, by their ids. */
  accounts: ReadonlyMap<string, string>;
}

/** Years from 2001 on: a smaller number is a count. */
const MIN_EPOCH_MS = 1e12;

/** @param field the name of the field, or the end of its path */
export function plainValue(field: string, value: Json, words: Words): Json {
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (Array.isArray(value)) return value.map((one) => plainValue(name, one, words));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        words.accounts.get(key) ?? key,
        plainValue(key, inner, words),
      ]),
    );
  if (typeof value === 'number' && value >= MIN_EPOCH_MS && /(At|Until|From)$/.test(name))
    return exactInZone(new Date(value).toISOString(), words.timezone);
  if (typeof value === 'number' && value > 0 && name.endsWith('Ms')) return durationText(value);
  if (typeof value === 'string') return plainText(value, words);
  return value;
}

function plainText(value: string, { timezone, accounts }: Words): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return exactInZone(value, timezone);
  const account = accounts.get(value);
  return account === undefined ? value : `${account} (${value})`;
}

/** A path of fields, with the names of accounts in it. @param path such as `results.acc_….status` */
export const plainPath = (path: string, accounts: ReadonlyMap<string, string>): string =>
  path
    .split('.')
    .map((name) => accounts.get(name) ?? name)
    .join(' › ');
