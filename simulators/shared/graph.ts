/** What simulated networks of Meta's Graph API have in common: parameters, fields, lists with cursors, errors. */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { Exchange } from '../exchange.ts';

export type Input = { [name: string]: unknown };

/** Parameters come as JSON, as a form, or in the query. */
export async function inputOf({ request, url }: Exchange): Promise<Input> {
  const query: Input = Object.fromEntries(url.searchParams);
  const type = request.headers.get('content-type') ?? '';
  try {
    if (type.startsWith('application/json')) return { ...query, ...((await request.json()) as Input) };
    if (type !== '') return { ...query, ...Object.fromEntries(await request.formData()) };
  } catch {
    // A body that cannot be read holds no parameters; the missing ones are named in the answer.
  }
  return query;
}

export function textOf(input: Input, name: string): string {
  const value = input[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The token from the header, or the query, as both are taken. */
export function tokenOf({ request, url }: Exchange): string | null {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  return bearer ?? url.searchParams.get('access_token');
}

type Fields = { [field: string]: Json | undefined };

/** The fields that were asked for; one that is not there fails the whole call. Without any: the id. */
export function pick(exchange: Exchange, node: string, all: Fields): Response {
  const found = picked(exchange, node, all);
  return found instanceof Response ? found : Response.json(found);
}

/** Names of fields, without what is asked of them in brackets: `attachments{target{id}}`, `picture.type(large)`. */
function requestedFields({ url }: Exchange): string[] {
  let asked = url.searchParams.get('fields') ?? '';
  for (let before = ''; before !== asked;) {
    before = asked;
    asked = asked.replaceAll(/\{[^{}]*\}|\([^()]*\)/g, '');
  }
  return asked
    .split(',')
    .map((field) => field.split('.')[0]?.trim() ?? '')
    .filter(Boolean);
}

function picked(exchange: Exchange, node: string, all: Fields): Json | Response {
  const asked = requestedFields(exchange);
  const stray = asked.find((field) => !(field in all));
  if (stray !== undefined) {
    return graphError(
      400,
      { code: 100 },
      `(#100) Tried accessing nonexisting field (${stray}) on node type (${node})`,
    );
  }
  const found: { [field: string]: Json } = {};
  for (const field of new Set([...asked, 'id'])) {
    const value = all[field];
    if (value !== undefined && value !== null) found[field] = value;
  }
  return found;
}

/** One page of a list, newest first, with cursors. `next` is there only where there is more. */
export function pageOf(
  exchange: Exchange,
  node: string,
  newestFirst: ({ id: string } & Fields)[],
  maxRows = 100,
): Response {
  const { searchParams, origin, pathname } = exchange.url;
  const limit = Math.min(maxRows, Number(searchParams.get('limit') ?? 25));
  const after = searchParams.get('after');
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => cursorOf(id) === after) + 1;
  const page = newestFirst.slice(start, start + limit);
  const data: Json[] = [];
  for (const fields of page) {
    const row = picked(exchange, node, fields);
    if (row instanceof Response) return row;
    data.push(row);
  }
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return Response.json({ data });
  const next = new URL(`${origin}${pathname}?${searchParams.toString()}`);
  next.searchParams.delete('access_token');
  next.searchParams.set('after', cursorOf(last.id));
  const more = start + limit < newestFirst.length ? { next: next.href } : {};
  return Response.json({
    data,
    paging: { cursors: { before: cursorOf(first.id), after: cursorOf(last.id) }, ...more },
  });
}

function cursorOf(id: string): string {
  return Buffer.from(`QVF${id}`).toString('base64url');
}

export interface Codes {
  code: number;
  subcode?: number;
}

export function graphError(
  status: number,
  { code, subcode }: Codes,
  message: string,
  forUser?: { title: string; message: string },
): Response {
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: code === 2 || code === 4,
    ...(forUser ? { error_user_title: forUser.title, error_user_msg: forUser.message } : {}),
    fbtrace_id: `A${hash(`${code} ${message}`).slice(0, 20)}`,
  };
  return Response.json({ error }, { status });
}

export function missing(id: string): Response {
  return graphError(
    400,
    { code: 100, subcode: 33 },
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  );
}

export function sessionExpired(): Response {
  return graphError(401, { code: 190, subcode: 463 }, 'Error validating access token: Session has expired.');
}

/** The Graph API's bodies for a status that a fault asks for, or for the codes that it names. */
export function faultOf(status: number, retryAfterSeconds: number | undefined, codes?: Codes): Response {
  const response = codes
    ? graphError(status, codes, `(#${codes.code}) The request was refused.`)
    : bodyOf(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function bodyOf(status: number): Response {
  if (status === 429) return graphError(status, { code: 4 }, 'Application request limit reached');
  if (status === 401) return graphError(status, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
  if (status === 403) return graphError(status, { code: 200 }, '(#200) Permissions error');
  if (status >= 500) {
    return graphError(
      status,
      { code: 2 },
      'An unexpected error has occurred. Please retry your request later.',
    );
  }
  return graphError(status, { code: 100 }, 'Invalid parameter');
}

/** What a call does not take, or takes of another type. */
export function unknownParameter({ name }: { name: string }): Response {
  return graphError(400, { code: 100 }, `(#100) Invalid parameter: ${name}`);
}

/** Times as the Graph API writes them. */
export function timestamp(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+0000');
}

/** The last fourteen digits of an id: too long for a JSON number together with what stands before them. */
export function idDigits(number: number): string {
  return String(number).padStart(14, '0');
}

/** Fourteen digits that a name always gets. */
export function digitsOf(name: string): string {
  return idDigits(Number(BigInt(`0x${hash(name).slice(0, 12)}`) % 10_000_000_000_000n));
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
