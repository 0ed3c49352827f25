/**
 * Does together what is asked for in the same moment: one query, one transaction, one commit for many requests. A
 * lone request waits for nobody; while batches are under way, the next one gathers. What is asked after a batch left
 * is in the next, so nobody is answered with what was read before they asked.
 */
import DataLoader from 'dataloader';

export interface GatherOptions {
  /** Batches under way at once. Default 2: one is read while the other is answered. */
  lanes?: number;
  /** Items of a batch at most. Default 100. */
  most?: number;
}

/**
 * @param work answers a batch, item by item in its order; an Error in an item's place rejects that item alone
 * @returns asks for one item
 */
export function gather<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly (Answer | Error)[]>,
  { lanes = 2, most = 100 }: GatherOptions = {},
): (item: Item) => Promise<Answer> {
  let free = lanes;
  const waiting: (() => void)[] = [];
  const next = () => {
    while (free > 0) {
      const dispatch = waiting.shift();
      if (!dispatch) return;
      free -= 1;
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
        setImmediate(next); // requests that came in together are read in one turn of the event loop
      },
    },
  );
  return (item) => loader.load(item);
}
