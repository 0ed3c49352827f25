/** What was changed, so that it can be undone: whole documents, with typing in one field grouped. Pure. */

/** More is not kept. */
export const MAX_UNDO = 100;
/** Typing in one field is one entry until nothing is typed for this time, ms. */
const PAUSE_MS = 1_000;

export interface History<Document> {
  past: readonly Document[];
  now: Document;
  future: readonly Document[];
  /** The field that is being typed in, and when it changed last; null if none. */
  typing: { field: string; at: number } | null;
}

export const historyOf = <Document>(now: Document): History<Document> => ({
  past: [],
  now,
  future: [],
  typing: null,
});

/**
 * Notes a change.
 * @param at the time, ms
 * @param field names the field that is typed in; null means a change of its own
 */
export function changed<Document>(
  history: History<Document>,
  next: Document,
  { at, field }: { at: number; field: string | null },
): History<Document> {
  const { typing } = history;
  if (next === history.now) return history;
  const goesOn = field !== null && typing?.field === field && at - typing.at < PAUSE_MS;
  return {
    past: goesOn ? history.past : [...history.past, history.now].slice(-MAX_UNDO),
    now: next,
    future: [],
    typing: field === null ? null : { field, at },
  };
}

export function undone<Document>(history: History<Document>): History<Document> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    now: before,
    future: [history.now, ...history.future],
    typing: null,
  };
}

export function redone<Document>(history: History<Document>): History<Document> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future, typing: null };
}
