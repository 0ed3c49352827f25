import { test } from 'tap';

void test('it passes', async (t) => {
  t.ok(true, 'first');
  t.ok(true, 'second');
});
