import * as fc from 'fast-check';
import t from 'tap';
import { createMediaMemory, type Hold } from '../../src/features/media/memory.ts';

const never = new AbortController().signal;
const MOST = 100;

/** A step that the test controls. */
function stepOf(memory: ReturnType<typeof createMediaMemory>) {
  const end = Promise.withResolvers<void>();
  let hold: Hold | undefined;
  const done = memory.during(async (given) => {
    hold = given;
    await end.promise;
  });
  return {
    /** Whether it got the memory it requested. */
    take(bytes: number, signal = never) {
      const asked = { has: false, fault: null as unknown };
      hold!.take(bytes, signal).then(
        () => (asked.has = true),
        (fault: unknown) => (asked.fault = fault),
      );
      return asked;
    },
    giveBack: (bytes: number) => hold!.giveBack(bytes),
    end: async () => {
      end.resolve();
      await done;
    },
  };
}

/** Lets all pending work run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

void t.test('a step that finds no room waits in order, and nobody overtakes', async (t) => {
  const memory = createMediaMemory(MOST);
  const [first, second, third] = [stepOf(memory), stepOf(memory), stepOf(memory)];
  first.take(80);
  const large = second.take(90);
  const small = third.take(5);
  await settle();
  t.strictSame(
    [large.has, small.has, memory.waiting],
    [false, false, 2],
    'though there is room for the small one',
  );
  t.equal(memory.used, 80);
  await first.end();
  await settle();
  t.strictSame([large.has, small.has, memory.used], [true, true, 95]);
  await second.end();
  await third.end();
  t.strictSame([memory.used, memory.waiting], [0, 0]);
});

void t.test('a file that is larger than the limit is opened alone', async (t) => {
  const memory = createMediaMemory(MOST);
  const [first, second] = [stepOf(memory), stepOf(memory)];
  first.take(10);
  const huge = second.take(500);
  await settle();
  t.notOk(huge.has);
  await first.end();
  await settle();
  t.ok(huge.has);
  await second.end();
  t.equal(memory.used, 0);
});

void t.test('steps that need several files each do not block each other for ever', async (t) => {
  const memory = createMediaMemory(MOST);
  const [first, second, later] = [stepOf(memory), stepOf(memory), stepOf(memory)];
  first.take(50);
  second.take(50);
  const newcomer = later.take(1);
  const [more, other] = [second.take(30), first.take(30)];
  await settle();
  t.strictSame([other.has, more.has, newcomer.has], [true, false, false], 'the oldest goes on');
  t.equal(memory.used, 130);
  await first.end();
  await settle();
  t.strictSame([more.has, newcomer.has], [true, true]);
  await second.end();
  await later.end();
  t.equal(memory.used, 0);
});

void t.test('a holder that continues keeps the others waiting within the limit', async (t) => {
  const memory = createMediaMemory(MOST);
  const [working, wanting] = [stepOf(memory), stepOf(memory)];
  working.take(60);
  wanting.take(40);
  const more = wanting.take(10);
  await settle();
  t.notOk(more.has);
  working.giveBack(10);
  await settle();
  t.ok(more.has);
  await working.end();
  await wanting.end();
});

void t.test('a step that runs out of time stops waiting, and the next one gets its turn', async (t) => {
  const memory = createMediaMemory(MOST);
  const [first, second, third] = [stepOf(memory), stepOf(memory), stepOf(memory)];
  first.take(90);
  const abort = new AbortController();
  const left = second.take(50, abort.signal);
  const next = third.take(10);
  await settle();
  t.notOk(next.has);
  const reason = new Error('out of time');
  abort.abort(reason);
  await settle();
  t.strictSame([left.fault, next.has], [reason, true]);
  t.equal(third.take(1, abort.signal).has, false);
  for (const step of [first, second, third]) await step.end();
  t.strictSame([memory.used, memory.waiting], [0, 0]);
});

void t.test('a step that fails releases what it held', async (t) => {
  const memory = createMediaMemory(MOST);
  await t.rejects(
    memory.during(async (hold) => {
      await hold.take(70, never);
      throw new Error('broken');
    }),
    /broken/,
  );
  t.equal(memory.used, 0);
});

void t.test(
  'whatever steps request, all of them end, and only one step at a time exceeds the limit',
  async (t) => {
    const files = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(files, { minLength: 1, maxLength: 12 }), async (steps) => {
        const memory = createMediaMemory(MOST);
        let highest = 0;
        await Promise.all(
          steps.map((sizes, index) =>
            memory.during(async (hold) => {
              for (const size of sizes) {
                await hold.take(size, never);
                highest = Math.max(highest, memory.used);
                if (index % 2 === 0) await settle();
              }
            }),
          ),
        );
        const largest = Math.max(...steps.map((sizes) => sizes.reduce((sum, size) => sum + size, 0)));
        return memory.used === 0 && memory.waiting === 0 && highest <= MOST + largest;
      }),
      { numRuns: 200 },
    );
    t.pass();
  },
);
