/**
 * Queries that are being read when something changes. Their response may be from before the change, so they are read once
 * more. TanStack Query does this by itself only for a query that has data: on a first read it takes the response as current,
 * even if the query was invalidated meanwhile.
 */
import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters } from '@tanstack/react-query';

/** The reads that are followed by one more, so that a burst of changes causes one. */
const followed = new WeakSet<Promise<unknown>>();

/**
 * Reads queries once more that are being read now, as soon as their response is there.
 * @param isFirst only those that have no data yet
 * @returns when all of them have been read; it does not reject
 */
export async function readOnceMore(
  queries: QueryClient,
  filters: InvalidateQueryFilters,
  isFirst = false,
): Promise<void> {
  const reading = queries
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => !isFirst || state.data === undefined);
  await Promise.all(
    reading.map(async (query) => {
      const { promise, queryKey } = query;
      if (promise === undefined || followed.has(promise)) return;
      followed.add(promise);
      // a page shows that its read failed, and offers to try again: there is nothing that could be out of date
      const failed = await promise.then(
        () => false,
        () => true,
      );
      if (!failed) await queries.invalidateQueries({ queryKey, exact: true });
    }),
  );
}

/** A query client whose `invalidateQueries` holds for queries that are read for the first time, too. */
export class Queries extends QueryClient {
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const later = readOnceMore(this, filters, true);
    await Promise.all([super.invalidateQueries(filters, options), later]);
  }
}
