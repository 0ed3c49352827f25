import { test } from 'tap';

void test('it begins after the teardown of the file before it', async (t) => {
  t.match(process.env['TROUPE_TEST_SIGN'], 'torn down');
});
