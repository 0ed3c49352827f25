/** What a file exports, another file imports. */
import t from 'tap';
import { unusedExports } from './support/exports.ts';
import { filesIn } from './support/imports.ts';

/** The client libraries are for others to import. */
const CHECKED = /^(machines|adapters|simulators|store|src|web\/src)\//;

void t.test('no file exports what no other file imports', async (t) => {
  const files = filesIn(
    'machines',
    'adapters',
    'simulators',
    'store',
    'src',
    'web',
    'clients',
    'bench',
    'test',
  );
  t.strictSame(
    unusedExports(files, (path) => CHECKED.test(path)),
    [],
    'drop the word export where the file alone uses the name, and the declaration where nothing does',
  );
});

void t.test('each form of export and import is read', async (t) => {
  const exporting = `
export const one = 1; // export const none = 0;
export async function two() {}
export type { Three } from './three.ts';
export interface Four {}
const five = 5, six = 6;
export { five, six as seven };
export abstract class Eight {}
`;
  const find = (code: string) =>
    unusedExports(
      [
        { path: 'src/a.ts', code: exporting },
        { path: 'test/b/c.ts', code },
      ],
      (path) => path === 'src/a.ts',
    );
  const named = (...names: string[]) => names.map((name) => `src/a.ts: ${name}`);
  t.strictSame(find(''), named('one', 'two', 'Four', 'Eight', 'Three', 'five', 'seven'));
  t.strictSame(
    find(
      "import x, { one as uno, type Four } from '../../src/a.ts';\nexport { seven } from '../../src/a.ts';\nimport type { Three } from '../../src/a.ts'",
    ),
    named('two', 'Eight', 'five'),
  );
  t.strictSame(find("import * as all from '../../src/a.ts';"), []);
  t.strictSame(find("const late = await import('../../src/a.ts');"), []);
  t.strictSame(find("import { one } from './a.ts';"), find(''), 'that is another file');
});
