/**
 * Fields of the Graph API with what is asked of them: `id,from{id,username},replies.limit(5){id,text}`. A field that a
 * node does not have fails the whole call, as it does there.
 */
import type { Json } from '../../machines/outcome.ts';
import type { Exchange } from '../exchange.ts';
import type { Codes } from '../shared/graph.ts';

interface Asked {
  name: string;
  args: { [name: string]: string };
  fields: Asked[];
}

/** What fails a whole call. */
export class Refusal {
  readonly codes: Codes;
  readonly message: string;
  constructor(codes: Codes, message: string) {
    [this.codes, this.message] = [codes, message];
  }
}

/** A field whose value depends on what is asked: `insights.metric(a,b)`. */
export class Computed {
  readonly valueFor: (args: Asked['args']) => Json | Refusal;
  constructor(valueFor: Computed['valueFor']) {
    this.valueFor = valueFor;
  }
}

/** A thing with fields of its own. */
export class Node {
  readonly type: string;
  readonly fields: { [field: string]: Json | undefined | Node | Edge | Computed };
  /** What is given where no fields are asked for. */
  readonly usual: string[];
  constructor(type: string, fields: Node['fields'], usual: string[] = ['id']) {
    [this.type, this.fields, this.usual] = [type, fields, usual];
  }
}

/** A list of nodes, in the order in which pages show it. Only those of the page that is shown are made. */
export class Edge {
  readonly ids: string[];
  readonly limits: { usual: number; most: number };
  readonly nodeAt: (index: number) => Node;
  private constructor(ids: string[], nodeAt: (index: number) => Node, limits: Edge['limits']) {
    [this.ids, this.nodeAt, this.limits] = [ids, nodeAt, limits];
  }
  static of<Item extends { id: string }>(
    items: Item[],
    make: (item: Item) => Node,
    limits = { usual: 25, most: 100 },
  ): Edge {
    const ids = items.map(({ id }) => id);
    return new Edge(ids, (index) => make(items[index] as Item), limits);
  }
}

type Refuse = (status: number, codes: Codes, message: string) => Response;

/** The response for one node. */
export function nodeResponse(exchange: Exchange, node: Node, refuse: Refuse): Response {
  const shown = showNode(node, parse(exchange.url.searchParams.get('fields') ?? ''));
  return respond(shown, refuse);
}

/** The response for one page of a list: `limit`, `after`, and `paging.next` only where there is more. */
export function edgeResponse(exchange: Exchange, edge: Edge, refuse: Refuse): Response {
  const { searchParams, origin, pathname } = exchange.url;
  const args = Object.fromEntries(searchParams);
  const shown = showEdge(edge, args, parse(searchParams.get('fields') ?? ''), (after) => {
    const next = new URL(`${origin}${pathname}?${searchParams.toString()}`);
    next.searchParams.delete('access_token');
    next.searchParams.set('after', after);
    return next.href;
  });
  return respond(shown, refuse);
}

function respond(shown: Json | Refusal, refuse: Refuse): Response {
  return shown instanceof Refusal ? refuse(400, shown.codes, shown.message) : Response.json(shown);
}

/** Takes `a,b.limit(2){c,d{e}}` apart. */
function parse(text: string): Asked[] {
  const asked: Asked[] = [];
  for (const part of topLevel(text)) {
    const [, name = '', args = '', inner = ''] =
      /^([\w-]+)((?:\.\w+\([^()]*\))*)(?:\{(.*)\})?$/s.exec(part) ?? [];
    if (name === '') {
      asked.push({ name: part, args: {}, fields: [] });
      continue;
    }
    const pairs = [...args.matchAll(/\.(\w+)\(([^()]*)\)/g)].map(([, key = '', value = '']) => [key, value]);
    asked.push({ name, args: Object.fromEntries(pairs) as Asked['args'], fields: parse(inner) });
  }
  return asked;
}

/** Splits at commas outside of brackets. */
function topLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of text) {
    if (sign === '{' || sign === '(') depth += 1;
    if (sign === '}' || sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += sign;
  }
  return [...parts, part.trim()].filter(Boolean);
}

/** A field that was asked for and is not there. */
function strayField(field: string, type: string): Refusal {
  return new Refusal(
    { code: 100 },
    `(#100) Tried accessing nonexisting field (${field}) on node type (${type})`,
  );
}

function showNode(node: Node, asked: Asked[]): { [field: string]: Json } | Refusal {
  const wanted = asked.length > 0 ? asked : node.usual.map((name) => ({ name, args: {}, fields: [] }));
  const found: { [field: string]: Json } = {};
  for (const { name, args, fields } of [...wanted, { name: 'id', args: {}, fields: [] }]) {
    if (!(name in node.fields)) {
      if (name === 'id') continue;
      return strayField(name, node.type);
    }
    const value = node.fields[name];
    if (value === undefined || value === null) continue;
    const shown =
      value instanceof Node
        ? showNode(value, fields)
        : value instanceof Edge
          ? showEdge(value, args, fields)
          : value instanceof Computed
            ? value.valueFor(args)
            : value;
    if (shown instanceof Refusal) return shown;
    // an empty list within a node is left out
    if (value instanceof Edge && value.ids.length === 0) continue;
    found[name] = shown;
  }
  return found;
}

function showEdge(
  { ids, nodeAt, limits }: Edge,
  args: { [name: string]: string },
  asked: Asked[],
  nextUrl?: (after: string) => string,
): Json | Refusal {
  const limit = Math.max(1, Math.min(limits.most, Number(args['limit'] ?? limits.usual) || limits.usual));
  const { after } = args;
  const start = after === undefined ? 0 : ids.findIndex((id) => cursorOf(id) === after) + 1;
  const page = ids.slice(start, start + limit);
  const data: Json[] = [];
  for (const index of page.keys()) {
    const row = showNode(nodeAt(start + index), asked);
    if (row instanceof Refusal) return row;
    data.push(row);
  }
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return { data };
  const cursors = { before: cursorOf(first), after: cursorOf(last) };
  const more = start + limit < ids.length;
  return { data, paging: { cursors, ...(more && nextUrl ? { next: nextUrl(cursors.after) } : {}) } };
}

function cursorOf(id: string): string {
  return Buffer.from(`QVF${id}`).toString('base64url');
}
