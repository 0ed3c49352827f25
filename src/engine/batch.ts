/**
 * Combines many requests into one batch: one query, one transaction, one commit. A lone request does not wait. While the
 * maximum number of batches is in progress, new requests wait for the next batch. A request that arrives after a batch
 * has started is never part of that batch, so its result is never older than the request.
 */
import DataLoader from 'dataloader';

interface GatherOptions {
  /** How many batches run at the same time. Default 2: one reads while the other returns its results. */
  lanes?: number;
  /** The maximum number of items in a batch. Default 100. */
  most?: number;
  /**
   * The shortest time between the starts of two batches, ms: requests that keep coming one at a time share batches too. A
   * full batch with more requests behind it, and a request after a pause of that length, do not wait. Default 0.
   */
  spacingMs?: number;
}

/**
 * Makes a function that processes single items in batches.
 * @param work processes a batch and returns the results in the order of the items; an Error in an item's place rejects
 *   that item only
 * @returns a function that takes one item and resolves with its result
 */
export function gather<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>,
  { lanes = 2, most = 100, spacingMs = 0 }: GatherOptions = {},
): (item: Item) => Promise<Answer> {
  let free = lanes;
  const waiting: (() => void)[] = [];
  let startedAt = -Infinity;
  let resting: NodeJS.Timeout | null = null;
  const rest = (ms: number) => {
    resting ??= setTimeout(() => {
      resting = null;
      next();
    }, ms);
  };
  const next = () => {
    while (free > 0 && waiting.length > 0) {
      // batches before the last are full
      const restMs = waiting.length > 1 ? 0 : startedAt + spacingMs - performance.now();
      if (restMs > 0) return rest(restMs);
      const dispatch = waiting.shift()!;
      free -= 1;
      startedAt = performance.now();
      dispatch();
    }
  };
  const loader = new DataLoader<Item, Answer>(
    async (items) => {
      try {
        return await work(items);
      } finally {
        free += 1;
        next();
      }
    },
    {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (dispatch) => {
        waiting.push(dispatch);
        setImmediate(next); // requests of the same turn of the event loop form one batch
      },
    },
  );
  return (item) => loader.load(item);
}

/**
 * As `gather`, for reads of which many are the same: what is asked for several times in the same moment is read once.
 * @param nameOf the same text for the same read
 * @param work reads a batch of which no two items are the same, as that of `gather`. Callers share a result: they do not change it
 */
export function gatherSame<Item, Answer>(
  nameOf: (item: Item) => string,
  work: (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>,
  options?: GatherOptions,
): (item: Item) => Promise<Answer> {
  return gather<Item, Answer>(async (items) => {
    const places = new Map<string, number>();
    const distinct: Item[] = [];
    const placeOf = items.map((item) => {
      const name = nameOf(item);
      const place = places.get(name) ?? distinct.push(item) - 1;
      places.set(name, place);
      return place;
    });
    const answers = await work(distinct);
    return placeOf.map((place) => answers[place]!);
  }, options);
}

/**
 * The work of a batch whose items are read each by itself, at the same time. One that fails fails its own callers only.
 * @param read reads one item
 */
export const eachAlone =
  <Item, Answer>(read: (item: Item) => Promise<Answer>) =>
  (items: readonly Item[]): Promise<(Answer | Error)[]> =>
    Promise.all(items.map((item) => read(item).catch((error: unknown) => asError(error))));

/** What was thrown, as an Error. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
