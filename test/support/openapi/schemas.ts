/** The schemas of two documents, compared: does the newer one break those who were written for the older one? */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: { [field: string]: Schema };
  patternProperties?: { [pattern: string]: Schema };
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  [keyword: string]: unknown;
}
type Named = { [name: string]: Schema };
/** request: what we take must not become less. response: what we give must not become anything new. */
export type Direction = 'request' | 'response';

/** Keywords whose fields are names. */
export const propertiesOf = ['properties', 'patternProperties'] as const;

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

export class Schemas {
  readonly #before: Named;
  readonly #after: Named;
  /** By direction and the names of two models. A model that refers to itself finds itself without breaks. */
  readonly #narrowings = new Map<string, string[]>();

  /** @param before,after the named schemas of each document */
  constructor(before: Named, after: Named) {
    this.#before = before;
    this.#after = after;
  }

  /** @param where begins each sentence. @returns a sentence for each break */
  breaks(before: Schema, after: Schema, where: string, direction: Direction): string[] {
    const name = nameOf(before);
    if (name === undefined || name !== nameOf(after)) return this.#compare(before, after, where, direction);
    // a model has its breaks once, whoever refers to it
    const key = `${direction} ${name}`;
    const existing = this.#narrowings.get(key);
    if (existing !== undefined) return existing;
    this.#narrowings.set(key, []);
    const [was, now] = [named(before, this.#before), named(after, this.#after)];
    const found = this.#compare(was, now, `${name} (in a ${direction})`, direction);
    this.#narrowings.set(key, found);
    return found;
  }

  #compare(before: Schema, after: Schema, where: string, direction: Direction): string[] {
    const isRequest = direction === 'request';
    const { default: usual } = before;
    if (isRequest && usual !== undefined && JSON.stringify(usual) !== JSON.stringify(after['default']))
      return [`${where}: default is ${said(after['default'])} instead of ${said(usual)}`];
    const was = alternatives(before, this.#before);
    const now = alternatives(after, this.#after);
    const [given, taken] = isRequest ? [was, now] : [now, was];
    if (taken.some(isAnything)) return [];
    return given.flatMap((one) => {
      if (isAnything(one))
        return [`${where}: ${isRequest ? 'not every value is taken any more' : 'may be anything now'}`];
      if ('const' in one.schema) return constBreaks(one.schema.const, taken, where, direction);
      const fitting = alike(
        one,
        taken.filter((other) => isType(one, other)),
      );
      // a new kind of thing in a union, such as a new kind of step, is a new value
      if (fitting === 'new' && !isRequest) return [];
      if (fitting === 'new' || fitting.length === 0)
        return [`${where}: ${isRequest ? `takes no ${label(one)} any more` : `may be ${label(one)} now`}`];
      let least: string[] | undefined;
      for (const other of fitting) {
        const [older, newer] = isRequest ? [one, other] : [other, one];
        const found =
          older.reference !== undefined && newer.reference !== undefined
            ? this.breaks(older.reference, newer.reference, where, direction)
            : this.#detail(older.schema, newer.schema, where, direction);
        if (found.length === 0) return [];
        if (least === undefined || found.length < least.length) least = found;
      }
      return least!;
    });
  }

  /** Two schemas of one type each. */
  #detail(was: Schema, now: Schema, where: string, direction: Direction): string[] {
    const found = direction === 'request' ? narrowings(was, now, where) : [];
    if (was.items !== undefined && now.items !== undefined)
      found.push(...this.breaks(was.items, now.items, `${where}[]`, direction));
    const fields = now.properties ?? {};
    const others = now.additionalProperties ?? Object.values(now.patternProperties ?? {})[0];
    for (const [field, schema] of Object.entries(was.properties ?? {})) {
      const same = fields[field] ?? (typeof others === 'object' ? others : undefined);
      if (same !== undefined) found.push(...this.breaks(schema, same, `${where}.${field}`, direction));
      else if (others !== true || direction === 'response') found.push(`${where}.${field} is gone`);
    }
    for (const field of (direction === 'request' ? now : was).required ?? [])
      if (!(direction === 'request' ? was : now).required?.includes(field)) {
        if (direction === 'request') found.push(`${where}.${field} is required now`);
        else if (field in fields) found.push(`${where}.${field} may be missing now`);
      }
    const inner = was.additionalProperties ?? Object.values(was.patternProperties ?? {})[0];
    if (typeof inner === 'object' && typeof others === 'object')
      found.push(...this.breaks(inner, others, `${where}.*`, direction));
    else if (inner !== undefined && inner !== false && (others === undefined || others === false))
      found.push(`${where} has named fields alone now`);
    return found;
  }
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

const named = (schema: Schema, models: Named): Schema => {
  const name = nameOf(schema);
  if (name === undefined) return schema;
  const model = models[name];
  if (model === undefined) throw new Error(`there is no schema ${name}`);
  return model;
};

/** One value or one type that a schema allows. */
interface Alternative {
  schema: Schema;
  /** Where it is a model: the reference. */
  reference?: Schema;
}

function alternatives(schema: Schema, models: Named): Alternative[] {
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return several.flatMap((one) => alternatives(one, models));
  if (schema.$ref !== undefined) {
    const model = named(schema, models);
    return model.properties === undefined
      ? alternatives(model, models)
      : [{ schema: model, reference: schema }];
  }
  if (schema.allOf !== undefined) return [{ schema: merged(schema.allOf.map((one) => named(one, models))) }];
  if (schema.enum !== undefined) return schema.enum.map((value) => ({ schema: { const: value } }));
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ schema: { ...schema, type } }));
  return [{ schema }];
}

/** Objects that are one: an intersection. */
function merged(parts: Schema[]): Schema {
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Named,
    required: parts.flatMap(({ required = [] }) => required),
  };
}

const isAnything = ({ schema }: Alternative): boolean =>
  !('const' in schema) && schema.type === undefined && schema.properties === undefined;

const typeOf = ({ schema }: Alternative): string =>
  'const' in schema ? typeOfValue(schema.const) : ((schema.type as string | undefined) ?? 'object');
const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Whether what is given as `one` can be among what `other` takes. */
const isType = (one: Alternative, other: Alternative): boolean =>
  !('const' in other.schema) &&
  (typeOf(one) === typeOf(other) || (typeOf(one) === 'integer' && typeOf(other) === 'number'));

function constBreaks(value: unknown, taken: Alternative[], where: string, direction: Direction): string[] {
  const text = JSON.stringify(value);
  const type = typeOfValue(value);
  for (const other of taken) {
    if (!('const' in other.schema) ? typeOf(other) === type : JSON.stringify(other.schema.const) === text)
      return [];
    // a new value beside others of its type
    if (direction === 'response' && value !== null && 'const' in other.schema && typeOf(other) === type)
      return [];
  }
  return [`${where}: ${direction === 'request' ? `takes no ${text} any more` : `may be ${text} now`}`];
}

/** The type, and for a kind of object in a union its tag. */
const label = (one: Alternative): string =>
  [typeOf(one), ...tagsOf(one).map(([name, value]) => `${name} ${value}`)].join(' with ');

/** Fields with one value each, which tell the objects of a union apart. */
const tagsOf = ({
  schema: { properties = {}, required = [] },
}: Alternative): [name: string, value: string][] =>
  Object.entries(properties).flatMap(([name, field]): [string, string][] =>
    'const' in field && required.includes(name) ? [[name, JSON.stringify(field.const)]] : [],
  );

/** @returns those with the same tag; `new` when all have tags and none has this one */
function alike(one: Alternative, others: Alternative[]): Alternative[] | 'new' {
  for (const [name, value] of tagsOf(one)) {
    const tagged = others.map((other) => tagsOf(other).find(([tag]) => tag === name)?.[1]);
    if (others.length === 0 || tagged.includes(undefined)) continue;
    const same = others.filter((_, index) => tagged[index] === value);
    return same.length > 0 ? same : 'new';
  }
  return others;
}

/** What a request may say less of. */
function narrowings(was: Schema, now: Schema, where: string): string[] {
  const found: string[] = [];
  const changed = (keyword: string) =>
    found.push(`${where}: ${keyword} is ${said(now[keyword])} instead of ${said(was[keyword])}`);
  for (const keyword of LOWER)
    if (typeof now[keyword] === 'number' && !(Number(was[keyword] ?? -Infinity) >= now[keyword]))
      changed(keyword);
  for (const keyword of UPPER)
    if (typeof now[keyword] === 'number' && !(Number(was[keyword] ?? Infinity) <= now[keyword]))
      changed(keyword);
  for (const keyword of ['pattern', 'format', 'multipleOf'])
    if (now[keyword] !== undefined && now[keyword] !== was[keyword]) changed(keyword);
  if (now['uniqueItems'] === true && was['uniqueItems'] !== true) changed('uniqueItems');
  return found;
}

const said = (value: unknown): string =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
