import tap from 'tap';

tap.teardown(() => {
  throw new Error('the database is away');
});

void tap.test('it passes', async (t) => {
  t.ok(true);
});
