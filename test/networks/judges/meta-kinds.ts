/** Kinds of nodes of the Graph API, as Meta publishes them: edges with their parameters, and fields with their types. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Edge {
  method: string;
  /** Absent: the node itself. */
  endpoint?: string;
  return: string;
  params: { name: string; type: string; required?: boolean }[];
}

export interface Kind {
  apis: Edge[];
  fields: { name: string; type: string }[];
}

export interface Kinds {
  kinds: { [name: string]: Kind };
  enums: Map<string, string[]>;
}

export function readKinds(folder: string): Kinds {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'enums.json');
  const enums = read('enums.json') as { name: string; values: string[] }[];
  return {
    kinds: Object.fromEntries(names.map((name) => [name.replace(/\.json$/, ''), read(name) as Kind])),
    enums: new Map(enums.map(({ name, values }) => [name, values])),
  };
}

/** A field that is asked for, with those of its own: `comments.limit(3){id,from}`. */
export interface AskedField {
  name: string;
  fields: AskedField[];
}

export function parseFields(text: string): AskedField[] {
  const fields: AskedField[] = [];
  let at = 0;
  const list = (into: AskedField[]) => {
    while (at < text.length) {
      const name = /^[\w-]+/.exec(text.slice(at))?.[0] ?? '';
      at += name.length;
      const field: AskedField = { name, fields: [] };
      into.push(field);
      const modifiers = /^(\.\w+\([^)]*\))+/.exec(text.slice(at))?.[0] ?? '';
      at += modifiers.length;
      if (text[at] === '{') {
        at += 1;
        list(field.fields);
        at += 1;
      }
      if (text[at] !== ',') return;
      at += 1;
    }
  };
  list(fields);
  return fields;
}
