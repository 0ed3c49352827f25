/** Requests for a locked actor wait in a line, and those for other actors pass them. */
import t from 'tap';
import { LockLines, LockWaitExpired, MAX_LOCK_WAITS } from '../../src/engine/lock-lines.ts';

const LATER = () => performance.now() + 600_000;
class StillLocked extends Error {}
const isLocked = (fault: unknown) => fault instanceof StillLocked;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Requests whose attempts end when the test says so. */
function lines() {
  const line = new LockLines();
  const calls: string[] = [];
  const open = new Map<string, { end: () => void; fail: (fault: Error) => void }>();
  const enter = (actorId: string, name: string, until = LATER()) => {
    const attempt = () => {
      calls.push(name);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      open.set(name, { end: resolve, fail: reject });
      return promise;
    };
    return line.enter(actorId, { until, attempt, isLocked });
  };
  return { line, calls, open, enter };
}

void t.test('one request at a time waits for an actor in Postgres, in the order they came', async (t) => {
  const { line, calls, open, enter } = lines();
  const all = ['1', '2', '3'].map((name) => enter('a', name));
  await settled();
  t.strictSame(calls, ['1']);
  t.equal(line.waiting, 2);
  open.get('1')!.fail(new StillLocked());
  await settled();
  t.strictSame(calls, ['1', '1'], 'it keeps its place');
  for (const name of ['1', '2', '3']) {
    open.get(name)!.end();
    await settled();
  }
  t.strictSame(calls, ['1', '1', '2', '3']);
  await Promise.all(all);
  t.equal(line.waiting, 0);
});

void t.test('more locked actors than may be waited for take turns', async (t) => {
  const { calls, open, enter } = lines();
  const names = Array.from({ length: MAX_LOCK_WAITS + 2 }, (_, index) => `actor ${index}`);
  const all = names.map((name) => enter(name, name));
  await settled();
  t.strictSame(calls, names.slice(0, MAX_LOCK_WAITS));
  open.get(names[0]!)!.fail(new StillLocked());
  await settled();
  t.equal(calls.at(-1), names[MAX_LOCK_WAITS], 'the next actor, not the first one again');
  open.get(names[1]!)!.fail(new StillLocked());
  open.get(names[2]!)!.end();
  await settled();
  t.strictSame(calls.slice(-2), [names[MAX_LOCK_WAITS + 1], names[0]]);
  for (let round = 0; round < 3; round += 1) {
    for (const { end } of open.values()) end();
    await settled();
  }
  await Promise.all(all);
});

void t.test('a request whose time is up, or that fails otherwise, lets the next one in', async (t) => {
  const { calls, open, enter } = lines();
  await t.rejects(enter('a', 'late', performance.now() - 1), LockWaitExpired);
  const first = enter('a', 'first', performance.now() + 5);
  const second = enter('a', 'second', performance.now() + 5);
  const third = enter('a', 'third');
  await settled();
  const end = performance.now() + 10;
  while (performance.now() < end) await settled();
  open.get('first')!.fail(new StillLocked());
  await t.rejects(first, { name: 'LockWaitExpired', code: '55P03' });
  await t.rejects(second, LockWaitExpired, 'it never had a turn');
  await settled();
  t.strictSame(calls, ['first', 'third']);
  open.get('third')!.fail(new Error('another fault'));
  await t.rejects(third, /another fault/);
});
