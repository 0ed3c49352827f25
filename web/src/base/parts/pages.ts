/** Changes of a list that was read page by page, in the cache. What does not change stays the same object. Pure. */

/** What a query of pages has in the cache. */
interface Paged<Page> {
  readonly pages: readonly Page[];
}

/**
 * Changes the entries of each page.
 * @param name the field of a page that has its entries
 * @param change gets the entries of a page and the page; it returns the same array where nothing changes
 * @returns the same data when no page changed
 */
export function changedPages<
  Name extends string,
  Page extends { [name in Name]: unknown[] },
  Data extends Paged<Page>,
>(data: Data & Paged<Page>, name: Name, change: (entries: Page[Name], page: Page) => Page[Name]): Data {
  const pages = data.pages.map((page) => {
    const entries = change(page[name], page);
    return entries === page[name] ? page : { ...page, [name]: entries };
  });
  return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data;
}

/** @param change returns the same entry where it stays as it is @returns the same array when every entry does */
export function withChanged<Entry>(entries: Entry[], change: (entry: Entry) => Entry): Entry[] {
  const changed = entries.map(change);
  return changed.some((entry, index) => entry !== entries[index]) ? changed : entries;
}
