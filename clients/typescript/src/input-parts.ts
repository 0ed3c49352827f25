/** Where the fields of a call's input go: into the path of its address, or into its query or body. */

export interface Fields {
  [name: string]: unknown;
}

/** Where an operation takes its fields. */
export interface Placing {
  /** Such as `/v1/posts/{id}`. */
  path: string;
  /** How it takes a body. Absent means that it takes none. */
  body?: 'json' | 'form';
  /** Its fields of the query, where it has a body too. Absent means none. */
  query?: readonly string[];
}

/**
 * Splits the input into the parts of a request.
 * @returns the texts of the path's fields by name, not encoded; the fields of the query; and those of the body, null where the operation
 *   takes none
 * @throws TypeError when a field of the path is missing, empty, or only dots, which would be the address of another operation
 */
export function splitInput(
  { path: template, body, query: inQuery = [] }: Placing,
  input: Fields,
): { path: { [name: string]: string }; query: Fields; body: Fields | null } {
  const rest = { ...input };
  const path: { [name: string]: string } = {};
  for (const [, name] of template.matchAll(/\{(\w+)\}/g)) {
    const value = textOf(rest[name!]);
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`"${name}" must be an id, not "${value}"`);
    path[name!] = value;
    delete rest[name!];
  }
  if (body === undefined) return { path, query: rest, body: null };
  const query: Fields = {};
  for (const name of inQuery) {
    if (rest[name] !== undefined) query[name] = rest[name];
    delete rest[name];
  }
  return { path, query, body: rest };
}

/** A value as text in an address or a form. @returns an empty text for a value that can be in neither */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : '';
