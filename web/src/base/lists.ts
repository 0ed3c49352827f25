/** Lists that were read whole, as the cache of queries has them. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Replaces an item of a list, or adds it in front. A list that was not read is not changed. */
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
