/** docs/export.md tells of each file of an archive and of its fields, and of no other. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { LINES_FILES } from '../../src/faces/export/files.ts';
import { LEFT_OUT, OTHER_FILES } from '../../src/faces/export/readme.ts';

const page = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8');

void t.test('the page has a row for each file, in the words of README.txt', async (t) => {
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+?) \| (.*?) ?\|$/gm)].map(([, name, what]) => ({
    name,
    what,
  }));
  const files = [...OTHER_FILES.slice(0, 2), ...LINES_FILES, ...OTHER_FILES.slice(2)];
  t.strictSame(
    rows,
    files.map(({ name, what }) => ({ name, what })),
  );
  t.match(LEFT_OUT, /tokens.*keys.*secrets/);
});
