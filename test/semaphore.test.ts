import t from 'tap';
import { Semaphore } from '../src/base/semaphore.ts';

/** Work that ends on request. */
function task() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { started: false };
  const run = () => {
    state.started = true;
    return promise;
  };
  return { state, run, resolve, reject };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

void t.test('a limited number runs at once, and the others wait in order', async (t) => {
  const semaphore = new Semaphore(2);
  const tasks = Array.from({ length: 4 }, task);
  const results = tasks.map(({ run }) => semaphore.run(run));
  const started = () => tasks.map(({ state }) => state.started);
  await settled();
  t.same(started(), [true, true, false, false]);
  t.equal(semaphore.waiting, 2);
  tasks[1]!.resolve('b');
  await settled();
  t.same(started(), [true, true, true, false]);
  tasks[0]!.reject(new Error('broke'));
  await t.rejects(results[0]!, /broke/);
  await settled();
  t.same(started(), [true, true, true, true], 'a failure frees its permit too');
  tasks[2]!.resolve('c');
  tasks[3]!.resolve('d');
  t.same(await Promise.all(results.slice(1)), ['b', 'c', 'd']);
  t.equal(semaphore.waiting, 0);
});

void t.test('a signal ends the wait and leaves the queue, never the work', async (t) => {
  const semaphore = new Semaphore(1);
  const [first, second, third] = [task(), task(), task()];
  const stop = new AbortController();
  const running = semaphore.run(first.run, stop.signal);
  const waiting = semaphore.run(second.run, stop.signal);
  const after = semaphore.run(third.run);
  stop.abort(new Error('no time'));
  await t.rejects(waiting, /no time/);
  t.equal(semaphore.waiting, 1);
  first.resolve('a');
  t.equal(await running, 'a', 'what runs goes on');
  third.resolve('c');
  t.equal(await after, 'c');
  t.notOk(second.state.started);
  await t.rejects(semaphore.run(second.run, AbortSignal.abort(new Error('too late'))), /too late/);
});
