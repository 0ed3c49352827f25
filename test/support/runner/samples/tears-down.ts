import tap from 'tap';

tap.teardown(async () => {
  await new Promise(setImmediate);
  process.env['TROUPE_TEST_SIGN'] += ' torn down';
});

void tap.test('it runs before what it shares is closed', async (t) => {
  t.notMatch(process.env['TROUPE_TEST_SIGN'], 'torn down');
});
