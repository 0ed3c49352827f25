/** Questions about JSON Schemas that validation leaves open: fields and paths that a schema does not name. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: { [name: string]: Schema };
  patternProperties?: { [pattern: string]: Schema };
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
}

/** Every schema that applies to one value: references followed, all of `allOf`, `anyOf` and `oneOf`. */
function parts(document: unknown, schema: Schema, seen = new Set<Schema>()): Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const more = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (schema.$ref !== undefined) more.push(resolve(document, schema.$ref));
  return [schema, ...more.flatMap((one) => parts(document, one, seen))];
}

export function resolve(document: unknown, reference: string): Schema {
  const steps = reference.replace(/^#\//, '').split('/');
  let node = document as Schema;
  for (const step of steps) {
    node = node[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')] as Schema;
  }
  return node;
}

/** The schemas of a property, from all parts; empty if it is not named. */
export function propertyOf(document: unknown, schema: Schema, name: string): Schema[] {
  const found = property(document, [schema], name);
  return Array.isArray(found) ? found.flatMap((one) => parts(document, one)) : [];
}

/** The schemas of a property; null if no part names it; `any` where anything may be. */
function property(document: unknown, schemas: Schema[], name: string): Schema[] | 'any' | null {
  const all = schemas.flatMap((schema) => parts(document, schema));
  const named = all.flatMap<Schema>((schema) => schema.properties?.[name] ?? []);
  if (named.length > 0) return named;
  const open = all.flatMap<Schema>(({ additionalProperties: more }) =>
    typeof more === 'object' ? [more] : [],
  );
  if (open.length > 0) return open;
  const isFree =
    all.some(({ additionalProperties }) => additionalProperties === true) ||
    all.every((one) => one.properties === undefined && one.items === undefined);
  return isFree ? 'any' : null;
}

const itemsOf = (document: unknown, schemas: Schema[]) =>
  schemas.flatMap((schema) => parts(document, schema)).flatMap<Schema>(({ items }) => items ?? []);

/** Paths of a value that its schema does not name. */
export function unknownFields(document: unknown, schemas: Schema[], value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    const items = itemsOf(document, schemas);
    if (items.length === 0) return [];
    return [...new Set(value.flatMap((one) => unknownFields(document, items, one, `${path}[]`)))];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const found = property(document, schemas, name);
    if (found === null) return [at];
    return found === 'any' ? [] : unknownFields(document, found, inner, at);
  });
}

/** Whether the schema names a path such as `data[].id`. */
export function hasPath(document: unknown, schema: Schema, path: string): boolean {
  let at: Schema[] = [schema];
  for (const step of path.split('.')) {
    const name = step.replaceAll('[]', '');
    if (name !== '') {
      const found = property(document, at, name);
      if (found === null) return false;
      if (found === 'any') return true;
      at = found;
    }
    for (const _ of step.match(/\[\]/g) ?? []) {
      at = itemsOf(document, at);
      if (at.length === 0) return true;
    }
  }
  return true;
}
