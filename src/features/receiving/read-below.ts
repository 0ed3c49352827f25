/**
 * Reads lists below a list: the messages of each conversation, the comments below each post. Each of them is read down to where
 * the last whole read began (`read-place.ts`).
 */
import type { AccessProblem, Missing, Page } from '../../../adapters/port/read.ts';
import type { LeftOut, OpenRead, ReadPlace } from '../../../store/receiving.ts';
import { closeRead, fromTheTop, type ReadEnd, turnPage } from './read-place.ts';

/** A conversation, or a post. */
export interface Above {
  id: string;
  /** When something below it changed last, epoch ms; null if the network does not say. */
  changedAt: number | null;
  /** What people call it; null if they do not. */
  name: string | null;
}

interface BelowReader<Item extends { createdAt: number }> {
  /** A page of what has lists below it: newest change first, where `changedAt` is known. */
  above(open: OpenRead): Promise<Page<Above> | Missing | AccessProblem>;
  /** A page of what is below one of them, newest first. */
  below(id: string, cursor: string | null, open: OpenRead): Promise<Page<Item> | Missing | AccessProblem>;
  /** Stores what is below one of them, oldest first. Called before the place is saved. */
  store(items: readonly Item[]): Promise<void>;
  save(place: ReadPlace): Promise<void>;
  /** Whether this turn has a call left. */
  mayCall: () => boolean;
  /** How many pages of `above` one read follows; Infinity: down to the last whole read. */
  maxPages: number;
}

/** Pages below one of them that are kept until they are stored together, in the order in which they were written. */
const MAX_PAGES_BELOW = 25;
/** After so many failures of one post the read continues without it. */
const MAX_TRIES = 5;

/** @param place with the read under way */
export async function readBelow<Item extends { createdAt: number }>(
  reader: BelowReader<Item>,
  place: ReadPlace & { open: OpenRead },
): Promise<ReadEnd> {
  let { open } = place;
  const save = async (next: OpenRead) => {
    open = next;
    await reader.save({ ...place, open });
  };
  for (let pages = 1; reader.mayCall(); pages += 1) {
    const page = await reader.above(open);
    if (page.kind === 'missing' && open.cursor !== null) {
      await save(fromTheTop(open));
      return { kind: 'retry', reason: page.reason };
    }
    if (page.kind !== 'page') return page;
    const isFirst = place.wholeAt === null && open.cursor === null;
    for (const { id, name } of page.items.filter((one) => isWanted(one, open, isFirst))) {
      if (!reader.mayCall()) return { kind: 'more' };
      const problem = await readOne(reader, { id, open, since: backTo(place, open) });
      if (problem?.kind === 'missing' || problem === null) {
        await save({ ...open, done: [...open.done, id], failed: null });
        continue;
      }
      if (problem.kind !== 'retry') return problem;
      const tries = open.failed?.id === id ? open.failed.tries + 1 : 1;
      const isGivenUp = tries >= MAX_TRIES;
      await save(
        isGivenUp ? without(open, { id, name, at: open.begunAt }) : { ...open, failed: { id, tries } },
      );
      if (!isGivenUp) return problem;
    }
    const reached = page.items.at(-1)?.changedAt ?? Infinity;
    if (page.cursor === null || reached < open.since || pages >= reader.maxPages) {
      await reader.save(closeRead(open, place.leftOut));
      return { kind: 'whole' };
    }
    await save(turnPage(open, page.cursor, page.without));
  }
  return { kind: 'more' };
}

/** The read continues without one of the posts, and names it. */
const without = (open: OpenRead, one: LeftOut): OpenRead => ({
  ...open,
  done: [...open.done, one.id],
  failed: null,
  leftOut: [...(open.leftOut ?? []), one],
});

/** The first page of all is read whole, so that an inbox is not empty after an account was connected. */
const isWanted = ({ id, changedAt }: Above, { done, since }: OpenRead, isFirst: boolean): boolean =>
  !done.includes(id) && (isFirst || changedAt === null || changedAt >= since);

/**
 * How far back a conversation is read: as far as the whole read before. One that changed while that read was under way went
 * to the top of the list, above what was still to be read.
 */
const backTo = ({ wholeSince }: ReadPlace, { since }: OpenRead): number =>
  Math.min(since, wholeSince ?? since);

/** Reads what is below one of them, and stores it. @returns why not; null if it did */
async function readOne<Item extends { createdAt: number }>(
  reader: BelowReader<Item>,
  { id, open, since }: { id: string; open: OpenRead; since: number },
): Promise<Missing | AccessProblem | null> {
  const found: Item[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES_BELOW; pages += 1) {
    const page: Page<Item> | Missing | AccessProblem = await reader.below(id, cursor, open);
    if (page.kind !== 'page') return page;
    found.push(...page.items);
    const last = page.items.at(-1);
    // of older ones the network gives no details
    const isEnd = page.cursor === null || last === undefined || last.createdAt < since;
    if (isEnd) break;
    cursor = page.cursor;
  }
  await reader.store(found.toReversed());
  return null;
}
