/** Work that is done together: what comes while one batch of a key is under way waits, and makes the next. */

interface Waiting<Item, Result> {
  item: Item;
  done: (result: Result) => void;
  failed: (fault: unknown) => void;
}

/**
 * @param most items in a batch
 * @param does one batch, and returns the results in the order of the items; when it fails for more than one item, each of
 *   them is done alone, so that one does not fail the others
 * @returns adds an item to the work of a key; the promise ends with the batch that did it
 */
export function batchesByKey<Item, Result = void>(
  most: number,
  does: (key: string, items: readonly Item[]) => Promise<[Result] extends [void] ? void : readonly Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const lines = new Map<string, Waiting<Item, Result>[]>();

  const doBatch = async (key: string, batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = (await does(
        key,
        batch.map(({ item }) => item),
      )) as readonly Result[] | undefined;
      for (const [index, { done }] of batch.entries()) done(results?.[index] as Result);
    } catch (fault) {
      if (batch.length === 1) batch[0]!.failed(fault);
      else for (const one of batch) await doBatch(key, [one]);
    }
  };
  const run = async (key: string, line: Waiting<Item, Result>[]): Promise<void> => {
    await Promise.resolve(); // what is asked for in the same moment goes together
    while (line.length > 0) await doBatch(key, line.splice(0, most));
    lines.delete(key);
  };

  return (key, item) =>
    new Promise((done, failed) => {
      const line = lines.get(key);
      if (line) line.push({ item, done, failed });
      else {
        const batch = [{ item, done, failed }];
        lines.set(key, batch);
        void run(key, batch);
      }
    });
}
