/**
 * How far the polls of a list have come. A read goes back to the beginning of the last whole one, less an overlap, page by page.
 * Each page is stored before the place moves on, so an interrupted read goes on where it stopped, on any node, and what is read
 * twice is recognised by its key.
 */
import type { AccessProblem, Missing } from '../../../adapters/port/read.ts';
import type { LeftOut, OpenRead, ReadPlace } from '../../../store/receiving.ts';

/** The result of a turn of reading. `more`: there is more, and the calls of this turn are used up. */
export type ReadEnd = { kind: 'whole' } | { kind: 'more' } | AccessProblem | Missing;

/** An unfinished read begins again after this time, ms: its cursors may have expired. */
const OPEN_KEPT_MS = 24 * 3_600_000;

export const NOTHING_READ: ReadPlace = { wholeAt: null, wholeSince: null, open: null };

/**
 * The read under way, or a new one.
 * @param when.first epoch ms: how far the first read goes back; overlapMs: how far any other goes back behind the last whole one
 */
export function openRead(
  { wholeAt, open }: ReadPlace,
  { now, first, overlapMs }: { now: number; first: number; overlapMs: number },
): OpenRead {
  if (open !== null && now - open.begunAt < OPEN_KEPT_MS) return open;
  const since = open?.since ?? (wholeAt ?? first) - overlapMs;
  const without = open?.without ?? [];
  const leftOut = open?.leftOut && { leftOut: open.leftOut };
  return { begunAt: now, since, cursor: null, done: [], failed: null, without, ...leftOut };
}

/** How long the account names what was left out, ms. */
const LEFT_OUT_KEPT_MS = 24 * 3_600_000;

/** After its last page. @param before what earlier reads went on without */
export function closeRead({ begunAt, since, leftOut = [] }: OpenRead, before: LeftOut[] = []): ReadPlace {
  const all = [...before, ...leftOut].filter(({ at }) => at > begunAt - LEFT_OUT_KEPT_MS);
  // what failed again is named once
  const named = [...new Map(all.map((one) => [one.id, one])).values()];
  const place = { wholeAt: begunAt, wholeSince: since, open: null };
  return named.length === 0 ? place : { ...place, leftOut: named };
}

/** The next page of a read. */
export const turnPage = (open: OpenRead, cursor: string, without: string[] | undefined): OpenRead => ({
  ...open,
  cursor,
  done: [],
  failed: null,
  without: without ?? open.without,
});

/** The first page again: the network does not know the cursor any more. What is read already changes nothing. */
export const fromTheTop = (open: OpenRead): OpenRead => ({ ...open, cursor: null, done: [], failed: null });
