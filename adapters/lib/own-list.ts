/**
 * Looks a post up in the account's own list of recent posts, when the response to the call that made it was lost. A
 * network says how its list is read (`OwnList`) and which rows look like the post; rows that other deliveries hold
 * are never it. The two ways to decide:
 *
 * - `findFirst`, where a row proves that it is the post: it has our mark, our files, or was made since the first try.
 * - `postsSince` with `onlySince`, where another post may have the same words: exactly one must have been made since
 *   the try. Clocks differ by minutes, so posts from shortly before the try make the result uncertain.
 */
import type { PublishStep } from '../port/publish.ts';
import { withoutHeld } from './held.ts';
import { ask, type Lost, type NetworkResponse } from './http.ts';

/**
 * A call may take two minutes, and the list lags by seconds. Before that, a post that is not listed may still appear.
 */
export const LISTED_WITHIN_MS = 130_000;
export const LIST_AGAIN_AFTER_MS = 65_000;

interface Page<Row> {
  rows: Row[];
  next: string | null;
}

export interface OwnList<Row> {
  /** The search ends after this many pages. */
  maxPages: number;
  /**
   * @param cursor what the page before gave as `next`; null for the first page
   * @param index 0 for the first page
   */
  requestFor: (cursor: string | null, index: number) => Request;
  /** @returns the rows, and what leads to the next page (null on the last one); null for a response without a list */
  read: (response: NetworkResponse) => Page<Row> | null;
  /** How a page is asked for. Absent means `ask`. */
  ask?: typeof ask;
}

/** The response without a list, for the network's `readError`. */
interface Unread {
  kind: 'unread';
  response: NetworkResponse | Lost;
}

type Caller = Pick<PublishStep, 'fetch' | 'signal'>;

async function readPage<Row>(
  { fetch, signal }: Caller,
  list: OwnList<Row>,
  cursor: string | null,
  index: number,
): Promise<Page<Row> | Unread> {
  const response = await (list.ask ?? ask)(fetch, list.requestFor(cursor, index), signal);
  const page = response.kind === 'lost' ? null : list.read(response);
  return page ?? { kind: 'unread', response };
}

interface Search<Row> extends OwnList<Row> {
  isOurs: (row: Row) => boolean;
  /** The network post id that a delivery would be published with; null for a row without one. */
  idOf: (row: Row) => string | null;
  /** Whether a row is older than the first try, so that no later page can have the post. Absent means every page is read. */
  isPast?: (row: Row) => boolean;
}

type RowLookup<Row> =
  | { kind: 'found'; row: Row }
  /** @param hasTwin another delivery holds a post that looks the same */
  | { kind: 'none'; hasTwin: boolean }
  /** There are more pages than may be read. */
  | { kind: 'too_many' }
  | Unread;

/** The first row that is ours and that no other delivery holds. */
export async function findFirst<Row>(
  step: Caller & Pick<PublishStep, 'heldIds'>,
  search: Search<Row>,
): Promise<RowLookup<Row>> {
  let cursor: string | null = null;
  let hasTwin = false;
  for (let index = 0; index < search.maxPages; index += 1) {
    const page: Page<Row> | Unread = await readPage(step, search, cursor, index);
    if ('kind' in page) return page;
    const alike = page.rows.filter(search.isOurs);
    const free = await withoutHeld(step, alike, search.idOf);
    const [row] = free;
    if (row !== undefined) return { kind: 'found', row };
    hasTwin ||= free.length < alike.length;
    cursor = page.next;
    const isPast = search.isPast !== undefined && page.rows.some(search.isPast);
    if (cursor === null || isPast) return { kind: 'none', hasTwin };
  }
  return { kind: 'too_many' };
}

/**
 * All posts since a time, from a list whose newest posts come first in practice, though the network does not promise
 * it: reading stops early only while the order holds.
 * @param since epoch ms
 * @param timeOf when a post was made, epoch ms
 * @returns `isComplete` is false if there are more pages than may be read
 */
export async function postsSince<Row>(
  step: Caller,
  list: OwnList<Row>,
  since: number,
  timeOf: (row: Row) => number,
): Promise<{ rows: Row[]; isComplete: boolean } | Unread> {
  const rows: Row[] = [];
  const recent = () => rows.filter((row) => timeOf(row) >= since);
  let cursor: string | null = null;
  for (let index = 0; index < list.maxPages; index += 1) {
    const page: Page<Row> | Unread = await readPage(step, list, cursor, index);
    if ('kind' in page) return page;
    rows.push(...page.rows);
    cursor = page.next;
    const oldest = rows.at(-1);
    const isSorted = rows.every((row, at) => at === 0 || timeOf(row) <= timeOf(rows[at - 1]!));
    if (cursor === null || (isSorted && oldest !== undefined && timeOf(oldest) < since)) {
      return { rows: recent(), isComplete: true };
    }
  }
  return { rows: recent(), isComplete: false };
}

/**
 * Chooses among rows that look like the post.
 * @param alike rows with its content, some of them possibly from before the try
 * @param since epoch ms: the post cannot be older
 * @returns `only`: the one row made since then, if there is exactly one; `isAmbiguous`: whether there are any rows that
 *   no other delivery holds, so that the post cannot be called absent
 */
export async function onlySince<Row>(
  step: Pick<PublishStep, 'heldIds'>,
  alike: Row[],
  { since, timeOf, idOf }: { since: number; timeOf: (row: Row) => number; idOf: (row: Row) => string | null },
): Promise<{ only: Row | null; isAmbiguous: boolean }> {
  const free = await withoutHeld(step, alike, idOf);
  const ours = free.filter((row) => timeOf(row) >= since);
  return { only: ours.length === 1 ? (ours[0] ?? null) : null, isAmbiguous: free.length > 0 };
}
