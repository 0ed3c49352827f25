import { test } from 'tap';

setImmediate(() => {
  throw new Error('nobody catches this');
});

void test('it passes before that', async (t) => {
  await new Promise((resolve) => setImmediate(resolve));
  t.ok(true);
});
