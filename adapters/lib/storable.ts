/** Makes JSON from outside fit for Postgres, which takes neither NUL characters nor half surrogate pairs. */
import type { Json } from '../../machines/outcome.ts';

/** Deeper JSON is not what any network sends, and would exhaust the stack of what reads it. */
const MAX_DEPTH = 64;

/**
 * The value with such characters replaced by U+FFFD; the value itself if it has none.
 * @returns undefined if it is nested too deeply
 */
export function storable(value: Json): Json | undefined {
  const fault = faultIn(value, 0);
  if (fault === 'depth') return undefined;
  return fault === 'text' ? cleaned(value) : value;
}

function faultIn(value: Json, depth: number): 'depth' | 'text' | null {
  if (typeof value === 'string') return isClean(value) ? null : 'text';
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH) return 'depth';
  let found: 'text' | null = null;
  for (const [key, part] of Object.entries(value)) {
    const fault = faultIn(part, depth + 1);
    if (fault === 'depth') return fault;
    if (fault !== null || !isClean(key)) found = 'text';
  }
  return found;
}

function isClean(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function cleaned(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [cleaned(key) as string, cleaned(part)]),
  );
}
