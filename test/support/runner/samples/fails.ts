import { test } from 'tap';

void test('it fails', async (t) => {
  t.equal(1, 2, 'one is two');
});

void test('and goes on', async (t) => {
  t.ok(true, 'still there');
});
