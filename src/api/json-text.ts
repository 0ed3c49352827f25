/** Bodies that hold objects whose JSON was made before: those that are shown again and again, such as posts. */

/** The kept text, as a property of the object: a lookup in a WeakMap takes longer, and makes garbage collection longer. */
const TEXT = Symbol('json');

const textOf = (value: object) => (value as { [TEXT]?: string })[TEXT];

/**
 * Makes the JSON of an object once. From now on the object must not be changed.
 * @returns its JSON
 */
export function keepJson(value: object): string {
  const text = JSON.stringify(value);
  Object.defineProperty(value, TEXT, { value: text, configurable: true }); // copies of the object do not have it
  return text;
}

/**
 * The JSON of a body, with the kept texts of what it holds: as `JSON.stringify` would make it.
 * @param body plain data without cycles
 */
export function jsonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || 'toJSON' in body) return JSON.stringify(body);
  const existing = textOf(body);
  if (existing !== undefined) return existing;
  if (Array.isArray(body)) {
    const [first] = body as unknown[];
    const isKept = typeof first === 'object' && first !== null && textOf(first) !== undefined;
    return isKept ? `[${body.map(jsonOf).join(',')}]` : JSON.stringify(body);
  }
  let text = '';
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${jsonOf(value)}`;
  }
  return `{${text}}`;
}
