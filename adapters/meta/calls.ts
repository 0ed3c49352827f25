/** How responses of calls around comments and messages are read: pages of lists, refused fields, failures. */
import type { Json } from '../../machines/outcome.ts';
import { type NetworkResponse, ask, at, type Lost, textAt } from '../lib/http.ts';
import type { CallContext } from '../port/account.ts';
import type { AccessProblem, Missing, Page } from '../port/read.ts';
import { type Access, accessProblem, lostProblem, mayLackRole } from './access.ts';
import { graphErrorOf, messageOf } from './errors.ts';

/** Rows of a list, and the cursor of the next page; null for a response without a list. */
export function rowsIn(answer: NetworkResponse | Lost): { rows: Json[]; cursor: string | null } | null {
  return answer.kind === 'response' && answer.status < 300 ? rowsOf(answer.json) : null;
}

/**
 * The same of a list inside a row. `paging.next` only says that there is more: it names a host we did not choose.
 * @param full how many rows make a full page: where `next` may be left out, there can be more after a full one
 */
export function rowsOf(
  json: Json | undefined,
  full = Infinity,
): { rows: Json[]; cursor: string | null } | null {
  const rows = at(json, 'data');
  if (!Array.isArray(rows)) return null;
  const hasNext = at(json, 'paging', 'next') !== undefined || rows.length >= full;
  return { rows, cursor: hasNext ? textAt(json, 'paging', 'cursors', 'after') : null };
}

export function pageOf<Item>(
  items: Item[],
  of: { cursor: string | null; without?: string[]; isIncomplete?: boolean },
): Page<Item> {
  return {
    kind: 'page',
    items,
    cursor: of.cursor,
    ...(of.isIncomplete === true ? { incomplete: true as const } : {}),
    ...(of.without === undefined || of.without.length === 0 ? {} : { without: of.without }),
  };
}

/** Epoch ms of a time in ISO 8601, as the Graph API writes it. @returns null if it is none */
export function timeOf(json: Json | undefined, name: string): number | null {
  const time = Date.parse(textAt(json, name) ?? '');
  return Number.isNaN(time) ? null : time;
}

/**
 * Asks for a list or an object, and leaves parts out that the network refuses: one field that an account may not read
 * fails the whole call, and some combinations are too much for it (Graph API, "Field expansion").
 * @param parts what can be left out, in this order
 * @param requestFor builds the request without some parts
 */
export async function askWithFewer(
  { fetch, signal, without: omitted = [] }: CallContext & { without?: string[] },
  parts: string[],
  requestFor: (without: string[]) => Request,
): Promise<{ answer: NetworkResponse | Lost; without: string[] }> {
  let without = parts.filter((part) => omitted.includes(part));
  for (;;) {
    const answer = await ask(fetch, requestFor(without), signal);
    const next = parts.find((part) => !without.includes(part));
    if (next === undefined || !refusesFields(answer)) return { answer, without };
    without = [...without, next];
  }
}

function refusesFields(answer: NetworkResponse | Lost): boolean {
  if (answer.kind === 'lost' || answer.status < 300) return false;
  const { code, subcode } = graphErrorOf(answer);
  if (mayLackRole(answer)) return false;
  if (/reduce the amount/i.test(messageOf(answer, ''))) return true;
  return (code === 100 && subcode !== MISSING_SUBCODE) || code === 10 || code === 200;
}

/** "Object does not exist, cannot be loaded due to missing permissions" (100/33). */
const MISSING_SUBCODE = 33;
/** The object was deleted. */
const DELETED = 9_000_001;
/** "The requested resource does not exist", as Threads says it. */
const NOT_THERE = 24;

export function isMissing(answer: NetworkResponse): boolean {
  const { code, subcode } = graphErrorOf(answer);
  const isGone = [code, subcode].some((number) => number === DELETED || number === NOT_THERE);
  return isGone || (code === 100 && subcode === MISSING_SUBCODE);
}

/** What a read that gave nothing means. A response that lacks what it should have may be whole another time. */
export function readFailure(
  access: Access,
  answer: NetworkResponse | Lost,
  now: number,
): Missing | AccessProblem {
  if (answer.kind === 'lost') return lostProblem(access, answer);
  if (isMissing(answer)) return { kind: 'missing', reason: messageOf(answer, access.name) };
  const { problem, reason } = accessProblem(access, answer, now);
  return problem ?? { kind: 'missing', reason };
}
