/** The order of a list in which one entry is open. Pure. */

interface Listed {
  id: string;
}

/**
 * @param before the list as it was shown last
 * @param open the entry that is open
 * @returns the list with the open one in the place it had, where it is no longer listed
 */
export function withOpen<Item extends Listed>(
  list: readonly Item[],
  before: readonly Item[],
  open: Item | undefined,
): Item[] {
  if (open === undefined || list.some(({ id }) => id === open.id)) return [...list];
  const at = before.findIndex(({ id }) => id === open.id);
  return at === -1 ? [...list] : list.toSpliced(at, 0, open);
}

/** The ids before and after one in the list. One that is not listed has the first as its next. */
export function neighbours(list: readonly Listed[], id: string): { next?: string; previous?: string } {
  const at = list.findIndex((one) => one.id === id);
  const [next, previous] = [list[at + 1]?.id, at > 0 ? list[at - 1]!.id : undefined];
  return { ...(next !== undefined && { next }), ...(previous !== undefined && { previous }) };
}
