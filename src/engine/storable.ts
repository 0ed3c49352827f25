/** Values as Postgres can keep them. */

/**
 * Removes the characters that Postgres refuses in a text: NUL, and half of a surrogate pair, which remains when a text is
 * cut in the middle of an emoji. One of them would roll back the whole batch, on every try.
 */
export function storable(value: unknown): unknown {
  return isStorable(value) ? value : cleaned(value);
}

/** Whether a value has no such characters. Nearly every value has none, so this check saves a copy. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  for (const name in value) if (!isStorable((value as { [name: string]: unknown })[name])) return false;
  return true;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cleaned(part)]));
}
