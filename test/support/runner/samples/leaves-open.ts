import { createServer } from 'node:net';
import { test } from 'tap';

void test('it forgets a server', async (t) => {
  createServer().listen(0);
  t.ok(true);
});
