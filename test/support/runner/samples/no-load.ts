import { test } from 'tap';

void test('it is never reached', async (t) => {
  t.ok(true);
});

throw new Error('this file cannot be loaded');
