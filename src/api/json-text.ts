/** Bodies that hold objects whose JSON was made before: those that are shown again and again, such as posts. */

const texts = new WeakMap<object, string>();

/**
 * Makes the JSON of an object once. From now on the object must not be changed.
 * @returns its JSON
 */
export function keepJson(value: object): string {
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}

/**
 * The JSON of a body, with the kept texts of what it holds: as `JSON.stringify` would make it.
 * @param body plain data without cycles
 */
export function jsonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || 'toJSON' in body) return JSON.stringify(body);
  const known = texts.get(body);
  if (known !== undefined) return known;
  if (Array.isArray(body)) {
    const [first] = body as unknown[];
    const isKept = typeof first === 'object' && first !== null && texts.has(first);
    return isKept ? `[${body.map(jsonOf).join(',')}]` : JSON.stringify(body);
  }
  let text = '';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${jsonOf(value)}`;
  }
  return `{${text}}`;
}
