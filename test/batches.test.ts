/** What comes while a batch is under way goes together in the next; one that fails does not fail the others. */
import t from 'tap';
import { batchesByKey } from '../src/base/batches.ts';

void t.test('items of a key that wait are done together, in their order', async (t) => {
  const batches: string[] = [];
  const free: (() => void)[] = [];
  const add = batchesByKey<number>(3, async (key, items) => {
    batches.push(`${key} ${items.join()}`);
    await new Promise<void>((resolve) => free.push(resolve));
  });
  const all = [1, 2, 3, 4, 5].map((item) => add('a', item));
  all.push(add('b', 6));
  await new Promise(setImmediate);
  t.strictSame(batches, ['a 1,2,3', 'b 6'], 'keys do not wait for each other');
  for (let done = 0; done < 3; done += 1) {
    free[done]!();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  t.strictSame(batches, ['a 1,2,3', 'b 6', 'a 4,5']);
});

void t.test('a batch that fails is done one by one', async (t) => {
  const done: number[] = [];
  const add = batchesByKey<number>(10, async (_, items) => {
    if (items.includes(2)) throw new Error('two cannot be done');
    done.push(...items);
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => add('a', item)));
  t.strictSame(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.strictSame(done, [1, 3]);
});

void t.test('each item gets its own result, also after a batch that failed', async (t) => {
  const add = batchesByKey<number, string>(10, async (key, items) => {
    if (items.length > 1 && items.includes(2)) throw new Error('not together');
    return items.map((item) => `${key}${item}`);
  });
  t.strictSame(await Promise.all([1, 3].map((item) => add('a', item))), ['a1', 'a3']);
  t.strictSame(await Promise.all([1, 2, 3].map((item) => add('b', item))), ['b1', 'b2', 'b3']);
});
