/**
 * Objects of Meta's own JavaScript SDK, which is made for one version of the Graph API: the names of their fields, and the
 * values of their enums. They are newer than the lists of edges, and say what a version has ended.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind, Kinds } from './meta-kinds.ts';

export interface SdkObject {
  fields: string[];
  /** By name: `Metric`. */
  enums: { [name: string]: string[] };
}

export interface Sdk {
  [kind: string]: SdkObject;
}

/** @param folder with files of the SDK's `src/objects`. Without it there are no objects, and nothing is narrowed */
export function readSdk(folder: string): Sdk {
  if (!existsSync(folder)) return {};
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return Object.fromEntries(texts.flatMap((text) => objectIn(text) ?? []));
}

/** One class, with lists such as `static get Fields () { return Object.freeze({ id: 'id', … }); }`. */
export function objectIn(text: string): [[kind: string, object: SdkObject]] | null {
  const kind = /export default class (\w+)/.exec(text)?.[1];
  if (kind === undefined) return null;
  const lists = [
    ...text.matchAll(/static get (\w+) ?\(\)[^{]*\{\s*return Object\.freeze\(\{(.*?)\}\)/gs),
  ].map(([, name = '', list = '']): [string, string[]] => [
    name,
    [...list.matchAll(/: '([^']*)'/g)].map(([, value = '']) => value),
  ]);
  const { Fields: fields = [], ...enums } = Object.fromEntries(lists);
  return [[kind, { fields, enums }]];
}

/** The lists of edges with the fields and the values of the SDK: what it does not have has ended, what is new is added. */
export function narrowed({ kinds, enums }: Kinds, sdk: Sdk): Kinds {
  const values = new Map(enums);
  for (const [name, { apis }] of Object.entries(kinds)) {
    for (const { params, return: returned } of apis) {
      for (const { name: param, type } of params) {
        const list = /^(?:list<)?(\w+)>?$/.exec(type)?.[1] ?? '';
        const known = enums.get(list);
        const now = sdk[name]?.enums[camel(param)] ?? sdk[returned]?.enums[camel(param)];
        if (!known || !now) continue;
        const kept = known.filter((value) => now.includes(value));
        // the SDK has one enum of a name for several edges: where few values are the same it is that of another one
        if (isSame(kept, known)) values.set(list, [...kept, ...now.filter((value) => isNew(value, enums))]);
      }
    }
  }
  return {
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, withFields(kind, sdk[name])]),
    ),
    enums: values,
  };
}

function withFields(kind: Kind, { fields }: SdkObject = NOTHING): Kind {
  const known = kind.fields.filter(({ name }) => fields.includes(name));
  // some classes are written by hand, and have fields of their own
  if (!isSame(known, kind.fields)) return kind;
  const added = fields.filter((name) => !kind.fields.some((one) => one.name === name));
  return { ...kind, fields: [...known, ...added.map((name) => ({ name, type: 'Object' }))] };
}

/** Whether a list is the other one but for changes: half of it stayed. */
const isSame = (kept: readonly unknown[], known: readonly unknown[]) => kept.length * 2 >= known.length;

const NOTHING: SdkObject = { fields: [], enums: {} };

/** Whether no edge had it: a value of another edge is not new. */
const isNew = (value: string, enums: Kinds['enums']) =>
  ![...enums.values()].some((values) => values.includes(value));

/** `subscribed_fields` as `SubscribedFields`. */
const camel = (name: string) =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
