/** What `npm test` does on a machine that lacks programs. */
import { execFile } from 'node:child_process';
import { chmod, readdir, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { installCommands, missingLine, PROGRAMS } from './system-programs.js';
import { temporaryFolder } from './temporary-folder.ts';
import { filesIn } from './imports.ts';
import { missingFor } from './runner/needs.ts';

const missing = PROGRAMS.filter(({ name }) => name === 'zsh' || name === 'fish');

void t.test(
  'what is missing is installed by apt where this user may, and nothing is tried elsewhere',
  (t) => {
    const machine = { missing, hasApt: true, uid: 0, maySudo: () => false };
    const [update, install] = installCommands(machine);
    t.strictSame(update, ['apt-get', 'update', '-qq']);
    t.strictSame(install?.slice(-2), ['zsh', 'fish']);
    t.match(installCommands({ ...machine, uid: 1000, maySudo: () => true }), [
      ['sudo', '-n', 'apt-get', 'update', '-qq'],
      ['sudo', '-n', 'env'],
    ]);
    t.strictSame(installCommands({ ...machine, uid: 1000 }), [], 'no right to use it');
    t.strictSame(installCommands({ ...machine, hasApt: false }), [], 'no apt');
    t.strictSame(installCommands({ ...machine, missing: [] }), [], 'nothing is missing');
    t.end();
  },
);

void t.test('one line says what to install and what is not run without it', (t) => {
  t.equal(
    missingLine(missing),
    'Not installed: zsh, fish (Debian: apt-get install zsh fish). Not run without: completion in zsh, completion in fish.',
  );
  t.end();
});

void t.test('a file needs a program when it imports what starts it, directly or not', (t) => {
  const needed = missingFor(projectRoot, PROGRAMS);
  t.match(needed('test/web/pages.test.ts'), { name: 'Chromium' }, 'by test/web/dashboard.ts');
  t.match(needed('test/nodes/three-nodes.test.ts'), { name: 'redis-server' });
  t.equal(needed('test/time.test.ts'), undefined);
  t.equal(missingFor(projectRoot, [])('test/web/pages.test.ts'), undefined);
  t.end();
});

void t.test('what every test file needs can be told on a machine that has none of the programs', (t) => {
  const needed = missingFor(projectRoot, PROGRAMS);
  const files = filesIn('test').filter(({ path }) => path.endsWith('.test.ts'));
  const runnable = files.filter(({ path }) => needed(path) === undefined);
  t.ok(runnable.length > 300, `${runnable.length} of ${files.length} files need none of them`);
  t.end();
});

void t.test(
  'without a browser the other tests run, and the files that need one count as failed only with CI',
  async (t) => {
    const programs = await withoutThem(t);
    const run = async (CI: string) => {
      const args = ['test/support/run.js', 'test/simulators/people-page.test.ts', 'test/time.test.ts'];
      const env = { ...process.env, PATH: programs, TROUPE_TEST_CHROMIUM: '', CI };
      const ended = await promisify(execFile)(process.execPath, args, { cwd: projectRoot, env }).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      );
      return { ...ended, last: ended.stdout.trimEnd().split('\n').at(-1) };
    };
    const [here, inCi] = [await run(''), await run('true')];
    t.equal(here.code, 0, here.stdout);
    t.match(
      here.stdout,
      /Not run:\n {2}~ test\/simulators\/people-page\.test\.ts: Chromium is not installed\n/,
    );
    t.match(here.last, /^[1-9]\d* passed, 0 failed$/);
    t.equal(inCi.code, 1);
    t.match(inCi.last, /^[1-9]\d* passed, 1 failed$/);
  },
);

/** A folder for PATH with all programs of this machine but those that tests start. */
async function withoutThem(t: Test): Promise<string> {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755); // root starts Postgres as another user, who looks for programs here
  const hidden = new Set(PROGRAMS.flatMap(({ commands }) => commands));
  const seen = new Set<string>();
  for (const place of (process.env['PATH'] ?? '').split(delimiter))
    for (const name of await readdir(place).catch(() => [])) {
      if (hidden.has(name) || seen.has(name)) continue;
      seen.add(name);
      await symlink(join(place, name), join(folder, name));
    }
  return folder;
}
