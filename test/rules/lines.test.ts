/** Whoever asks first is served first, however long each needs before its turn. */
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { Lines } from '../../src/features/rules/lines.ts';

void t.test('a line is served in the order of arrival, and others are not held up by it', async (t) => {
  const lines = new Lines();
  const served: string[] = [];
  const ask = async (line: string, name: string, needsMs: number, fails = false) => {
    const place = lines.enter(line);
    try {
      await pause(needsMs);
      if (fails) throw new Error('it failed before its turn');
      await place.turn;
      served.push(name);
    } finally {
      place.leave();
    }
  };
  const slow = ask('a', 'first', 30);
  const failing = t.rejects(ask('a', 'second', 0, true), /before its turn/);
  const quick = ask('a', 'third', 0);
  await ask('b', 'other', 0);
  t.strictSame(served, ['other']);
  await Promise.all([slow, failing, quick]);
  t.strictSame(served, ['other', 'first', 'third']);
  await pause(0);
  t.equal(lines.size, 0, 'nothing of a line is kept');
});
