/** Reads of what no event reported, on one network of each shape of lists; reads-of-all.test.ts has all of them. */
import t from 'tap';
import { ROWS, testReads } from './reads.ts';

/** Messages below conversations, comments below posts, and flat lists: of comments, and of what is paid. */
const SHAPES = ['instagram messages', 'threads comments', 'google_business comments', 'x messages'];

for (const row of ROWS) if (SHAPES.includes(`${row.adapter.platform} ${row.list}`)) testReads(row);

void t.test('each network that is read has rows here', (t) => {
  const platforms = new Set(ROWS.map(({ adapter }) => adapter.platform));
  t.strictSame([...platforms].sort(), ['facebook', 'google_business', 'instagram', 'threads', 'x']);
  t.end();
});
