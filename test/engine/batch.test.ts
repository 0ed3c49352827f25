/** Batches: which requests share one, which wait, and which fail alone. */
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { eachAlone, gather, gatherSame } from '../../src/engine/batch.ts';

void t.test('requests of one moment form one batch, in their order', async (t) => {
  const batches: string[][] = [];
  const ask = gather<string, string>(async (items) => {
    batches.push([...items]);
    return items.map((item) => item.toUpperCase());
  });
  t.strictSame(await Promise.all(['a', 'b', 'a'].map(ask)), ['A', 'B', 'A']);
  t.strictSame(batches, [['a', 'b', 'a']], 'equal items are not joined: each may have its own answer');
});

void t.test(
  'while all permits are taken the next batch collects requests, and never joins an earlier batch',
  async (t) => {
    const batches: number[][] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const ask = gather<number, number>(
      async (items) => {
        batches.push([...items]);
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        return items;
      },
      { lanes: 1 },
    );
    const first = ask(1);
    await turn();
    const later = [ask(2), ask(3)];
    await turn();
    t.strictSame(batches, [[1]]);
    later.push(ask(4));
    gates[0]!.resolve();
    await first;
    await turn();
    t.strictSame(batches, [[1], [2, 3, 4]]);
    gates[1]!.resolve();
    t.strictSame(await Promise.all(later), [2, 3, 4]);
  },
);

void t.test('batches keep their distance, except full ones and one after a pause', async (t) => {
  const batches: number[][] = [];
  const ask = gather<number, number>(
    async (items) => {
      batches.push([...items]);
      return items;
    },
    { most: 3, spacingMs: 300 },
  );
  const begun = performance.now();
  await ask(0);
  t.ok(performance.now() - begun < 250, 'the first does not wait');
  const later = [ask(1)];
  await turn();
  later.push(ask(2));
  await turn();
  t.strictSame(batches, [[0]]);
  await Promise.all(later);
  t.strictSame(batches, [[0], [1, 2]]);
  t.ok(performance.now() - begun >= 299);
  await Promise.all(Array.from({ length: 7 }, (_, index) => ask(index)));
  t.strictSame(
    batches.slice(2).map(({ length }) => length),
    [3, 3, 1],
  );
});

void t.test('a batch has a maximum size', async (t) => {
  const sizes: number[] = [];
  const ask = gather<number, number>(
    async (items) => {
      sizes.push(items.length);
      return items;
    },
    { most: 4 },
  );
  await Promise.all(Array.from({ length: 10 }, (_, index) => ask(index)));
  t.strictSame(sizes, [4, 4, 2]);
});

void t.test(
  'an Error in its place rejects one request; a batch that throws rejects all and frees its permit',
  async (t) => {
    const ask = gather<string, string>(
      async (items) => {
        if (items.includes('all')) throw new Error('everything');
        return items.map((item) => (item === 'one' ? new Error('just this') : item));
      },
      { lanes: 1 },
    );
    const [good, bad] = await Promise.allSettled([ask('good'), ask('one')]);
    t.match(good, { status: 'fulfilled', value: 'good' });
    t.match(bad, { status: 'rejected', reason: { message: 'just this' } });
    await t.rejects(Promise.all([ask('all'), ask('good')]), { message: 'everything' });
    t.equal(await ask('good'), 'good');
  },
);

void t.test('the same read is made once for all who ask in the same moment', async (t) => {
  const batches: string[][] = [];
  const ask = gatherSame<string, { of: string }>(
    (name) => name,
    async (names) => {
      batches.push([...names]);
      return names.map((name) => (name === 'bad' ? new Error('no') : { of: name }));
    },
  );
  const [a, b, again, bad] = await Promise.allSettled(['a', 'b', 'a', 'bad'].map(ask));
  t.strictSame(batches, [['a', 'b', 'bad']]);
  t.match([a, b, bad], [{ value: { of: 'a' } }, { value: { of: 'b' } }, { reason: { message: 'no' } }]);
  t.equal((again as { value: object }).value, (a as { value: object }).value);
});

void t.test('of items that are read each alone, one that fails fails alone', async (t) => {
  const ask = gather(
    eachAlone(async (item: number) => {
      if (item === 2) throw 'not even an Error';
      return item * 10;
    }),
  );
  const [one, two] = await Promise.allSettled([ask(1), ask(2)]);
  t.match([one, two], [{ value: 10 }, { reason: { message: 'not even an Error' } }]);
});
