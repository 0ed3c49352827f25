import { writeFileSync } from 'node:fs';
import { test } from 'tap';

void test('it waits for ever', async () => {
  writeFileSync(process.env['TROUPE_TEST_SIGN'] ?? '', 'it waits now');
  await new Promise((resolve) => setTimeout(resolve, 1_000_000_000));
});
