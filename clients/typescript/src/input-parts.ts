/** Where the fields of a call's input go: into the path of its address, or into its query or body. */

export interface Fields {
  [name: string]: unknown;
}

/**
 * Takes the fields of the path out of the input.
 * @param template such as `/v1/posts/{id}`
 * @returns the texts of the path's fields by name, not encoded, and all other fields
 * @throws TypeError when a field of the path is missing, empty, or only dots, which would be the address of another operation
 */
export function splitInput(
  template: string,
  input: Fields,
): { path: { [name: string]: string }; rest: Fields } {
  const rest = { ...input };
  const path: { [name: string]: string } = {};
  for (const [, name] of template.matchAll(/\{(\w+)\}/g)) {
    const value = textOf(rest[name!]);
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`"${name}" must be an id, not "${value}"`);
    path[name!] = value;
    delete rest[name!];
  }
  return { path, rest };
}

/** A value as text in an address or a form. @returns an empty text for a value that can be in neither */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : '';
