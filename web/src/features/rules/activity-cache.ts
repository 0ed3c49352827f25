/** The activity that was read, and how what happens gets into it. Pure. */
import { changedPages, withChanged } from '../../base/parts/pages.ts';
import type { Entry, EntryPage, EntryStatus } from './shapes.ts';

export interface EntryPages {
  pages: EntryPage[];
  pageParams: (string | null)[];
}

/**
 * The pages after the newest entries were read again: new ones come first, known ones are replaced. When so many came that
 * there may be others between, only the newest are kept, and the rest is read as a person scrolls.
 */
export function withNewest(data: EntryPages, newest: EntryPage): EntryPages {
  const ids = new Set(data.pages.flatMap(({ events }) => events.map(({ id }) => id)));
  const isJoined = newest.next === null || newest.events.some(({ id }) => ids.has(id));
  if (!isJoined || ids.size === 0) return { pages: [newest], pageParams: [null] };
  const now = new Map(newest.events.map((entry) => [entry.id, entry]));
  const come = newest.events.filter(({ id }) => !ids.has(id));
  const { pages } = changedPages(data, 'events', (events) =>
    withChanged(events, (entry) => now.get(entry.id) ?? entry),
  );
  const [first, ...rest] = pages;
  return { ...data, pages: [{ events: [...come, ...first!.events], next: first!.next }, ...rest] };
}

/** What the live feed says of an entry. */
export interface Happened {
  id: string;
  status: EntryStatus;
  reason: string | null;
}

/** The pages after an entry of them changed; the same pages when it is not among them. */
export function withStatus(data: EntryPages, { id, status, reason }: Happened): EntryPages {
  const change = (entry: Entry): Entry => ({
    ...entry,
    status,
    reason,
    nextAt: status === 'queued' ? entry.nextAt : null,
  });
  return changedPages(data, 'events', (events) =>
    withChanged(events, (entry) => (entry.id === id ? change(entry) : entry)),
  );
}
