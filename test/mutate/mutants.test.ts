/** The list of mutants stays true to the code; `npm run mutate` runs them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { mutated } from './mutant.ts';
import { mutants } from './mutants.ts';

void t.test('each mutant changes an existing line, and names existing tests', async (t) => {
  for (const mutant of mutants) {
    const source = readFileSync(join(projectRoot, mutant.file), 'utf8');
    t.not(mutated(mutant, source), source, mutant.name);
    for (const file of mutant.tests) t.ok(existsSync(join(projectRoot, file)), file);
  }
});

void t.test('a mutant of a migration changes what no later migration replaces', async (t) => {
  const folder = join(projectRoot, 'store/migrations');
  const files = readdirSync(folder).toSorted();
  for (const { name, file, find } of mutants) {
    if (!file.startsWith('store/migrations/')) continue;
    const later = files.slice(files.indexOf(basename(file)) + 1);
    t.same(
      later.filter((one) => readFileSync(join(folder, one), 'utf8').includes(find)),
      [],
      name,
    );
  }
});

void t.test('there are at least sixty mutants, each with a name of its own and a test', async (t) => {
  t.ok(mutants.length >= 60, `${mutants.length} mutants`);
  t.strictSame(
    mutants.filter(({ tests }) => tests.length === 0),
    [],
  );
  t.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length);
});

void t.test('a text that is missing, or exists twice, is reported', async (t) => {
  const mutant = { name: 'a', file: 'b.ts', find: 'x', replace: 'y', tests: [] };
  t.equal(mutated(mutant, 'axb'), 'ayb');
  t.throws(() => mutated(mutant, 'ab'), { message: /b\.ts: the text of 'a' is there 0 times/ });
  t.throws(() => mutated(mutant, 'axbx'), { message: /2 times/ });
});
