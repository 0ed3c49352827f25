import { test } from 'tap';
import { longTest, rowsToPlay } from '../../long.ts';

longTest('it is long', (t) => {
  t.ok(true);
  t.end();
});

void test('it plays the rows of this run', (t) => {
  for (const row of rowsToPlay([1, 2], (one) => one === 2)) t.type(row, 'number');
  t.end();
});
