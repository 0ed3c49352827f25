/** Lists that were read whole, as the cache of queries has them. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Puts an item as it is now into its list, in place of what it was, or in front of the others. A list that was not read stays so. */
export function putInList(queries: QueryClient, key: QueryKey, item: { id: string }): void {
  queries.setQueryData<{ id: string }[]>(key, (list) =>
    list === undefined || list.some(({ id }) => id === item.id)
      ? list?.map((one) => (one.id === item.id ? item : one))
      : [item, ...list],
  );
}

/** Takes an item out of its list. */
export function removeFromList(queries: QueryClient, key: QueryKey, id: string): void {
  queries.setQueryData<{ id: string }[]>(key, (list) => list?.filter((one) => one.id !== id));
}
