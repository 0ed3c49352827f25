import { test } from 'tap';

void test('it is skipped', { skip: 'there is no sea here' }, async (t) => {
  t.fail();
});
