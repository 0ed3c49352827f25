import { test } from 'tap';

void test('it ends its process', async (t) => {
  t.ok(true, 'before');
  process.exit(0);
});
