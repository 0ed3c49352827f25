/** Reads a list, newest first, down to where the last whole read began (`read-place.ts`). */
import type { AccessProblem, Missing, Page } from '../../../adapters/port/read.ts';
import type { OpenRead, ReadPlace } from '../../../store/receiving.ts';
import { closeRead, fromTheTop, type ReadEnd, turnPage } from './read-place.ts';

/** One account's list, and what is done with it. */
interface ListReader<Item extends { createdAt: number }> {
  /** Reads a page, or says why not. */
  page(open: OpenRead): Promise<Page<Item> | Missing | AccessProblem>;
  /** Stores what a page brought. Called before the place is saved. */
  store(items: readonly Item[]): Promise<void>;
  save(place: ReadPlace): Promise<void>;
  /** Whether this turn has a call left. */
  mayCall: () => boolean;
}

/** @param place with the read under way */
export async function readList<Item extends { createdAt: number }>(
  reader: ListReader<Item>,
  place: ReadPlace & { open: OpenRead },
): Promise<ReadEnd> {
  let { open } = place;
  while (reader.mayCall()) {
    const page = await reader.page(open);
    if (page.kind === 'missing' && open.cursor !== null) {
      await reader.save({ ...place, open: fromTheTop(open) });
      return { kind: 'retry', reason: page.reason };
    }
    if (page.kind !== 'page') return page;
    await reader.store(page.items);
    const reached = page.reachesTo ?? page.items.at(-1)?.createdAt ?? Infinity;
    if (page.cursor === null || reached < open.since) {
      await reader.save(closeRead(open, place.leftOut));
      return { kind: 'whole' };
    }
    open = turnPage(open, page.cursor, page.without);
    await reader.save({ ...place, open });
  }
  return { kind: 'more' };
}
