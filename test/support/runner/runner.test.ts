/** What `npm test` makes of files that fail in every way a file can. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type Test } from 'tap';
import { eventually } from '../eventually.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { describeFailure } from './describe.ts';
import { GroupProcess, type FileResult, type Told } from './group-process.ts';
import { groupsOf } from './groups.ts';
import { PLAYS_LONG, readOptions, type RunOptions } from './options.ts';

const sample = (name: string) => `test/support/runner/samples/${name}.ts`;

/**
 * Runs samples in one process.
 * @param giveUp when their time is up: as soon as it resolves
 * @returns what was told, and the files it did not come to
 */
async function run(
  t: Test,
  names: string[],
  {
    sign = '',
    long = false,
    giveUp,
  }: { sign?: string; long?: boolean; giveUp?: (child: GroupProcess) => Promise<unknown> } = {},
) {
  const failed: Told[] = [];
  const skipped: Told[] = [];
  const ended: FileResult[] = [];
  const times: string[] = [];
  const child = new GroupProcess(
    `samples ${t.name}`,
    names.map(sample),
    {
      cwd: process.cwd(),
      env: { ...process.env, TROUPE_TEST_SIGN: sign, [PLAYS_LONG]: long ? '1' : '' },
      fileTimeoutMs: 600_000,
    },
    {
      took: ({ fullname, tookMs }) => times.push(`${fullname} ${tookMs > 0 ? 'took a time' : 'took none'}`),
      failed: (told) => failed.push(told),
      skipped: (told) => skipped.push(told),
      ended: (result) => ended.push(result),
    },
  );
  void giveUp?.(child).then(() => child.giveUp());
  const left = await child.ended();
  return { failed, skipped, ended, left, times };
}

const counts = ({ file, passed, failed, skipped }: FileResult) => ({ file, passed, failed, skipped });

void test('results belong to the file they came from', async (t) => {
  const { failed, ended, left, times } = await run(t, ['passes', 'fails', 'passes', 'skips']);
  t.strictSame(left, []);
  t.equal(times[0], `${sample('passes')} > it passes took a time`);
  t.strictSame(ended.map(counts), [
    { file: sample('passes'), passed: 2, failed: 0, skipped: 0 },
    { file: sample('fails'), passed: 1, failed: 1, skipped: 0 },
    // Node loads a file once: what is imported again has no test
    { file: sample('passes'), passed: 0, failed: 0, skipped: 1 },
    { file: sample('skips'), passed: 0, failed: 0, skipped: 1 },
  ]);
  t.strictSame(
    failed.map((told) => told.fullname),
    [`${sample('fails')} > it fails > one is two`],
  );
});

void test('a failure names the line and shows the difference', async (t) => {
  const { failed } = await run(t, ['fails']);
  const text = failed.map(describeFailure).join('\n');
  t.match(text, `at ${sample('fails')}:4:`);
  t.match(text, /-2\n\s*\+1/);
});

void test('a file that cannot be loaded fails, and the next one runs', async (t) => {
  const { failed, ended } = await run(t, ['no-load', 'passes']);
  t.match(failed.map(describeFailure).join('\n'), 'this file cannot be loaded');
  t.match(failed.map(describeFailure).join('\n'), 'samples/no-load.ts:7:');
  t.match(ended.map(counts), [
    { file: sample('no-load'), failed: 1 },
    { file: sample('passes'), passed: 2, failed: 0 },
  ]);
});

void test('a file that ends its process fails, and the others are left for another process', async (t) => {
  const { failed, ended, left } = await run(t, ['passes', 'exits', 'fails']);
  t.strictSame(left, [sample('fails')]);
  t.match(ended.map(counts), [{ file: sample('passes'), failed: 0 }, { file: sample('exits') }]);
  t.ok(failed.length > 0);
  for (const { fullname } of failed) t.match(fullname, sample('exits'));
});

void test('a file that takes too long fails with what it waits for', async (t) => {
  const sign = join(await temporaryFolder(t), 'sign');
  const { failed, left } = await run(t, ['passes', 'hangs', 'fails'], {
    sign,
    giveUp: () => eventually(() => existsSync(sign)),
  });
  t.strictSame(left, [sample('fails')]);
  t.match(failed[0]?.fullname, sample('hangs'));
  t.match(failed.map(describeFailure).join('\n'), 'it waits for ever');
});

void test('what keeps a process from ending after its last test is a failure of its files', async (t) => {
  const { failed, left } = await run(t, ['passes', 'leaves-open'], {
    giveUp: (child) => eventually(() => child.isOver),
  });
  t.strictSame(left, []);
  t.match(failed, [{ fullname: `${sample('passes')}, ${sample('leaves-open')}` }]);
  t.match(failed.map(describeFailure).join('\n'), 'Server');
});

void test('an error that nobody catches fails the test at work, and other files are left for another process', async (t) => {
  const { failed, left } = await run(t, ['passes', 'throws-later', 'fails']);
  t.strictSame(left, [sample('fails')]);
  t.match(failed[0]?.fullname, `${sample('throws-later')} > it passes before that`);
  t.match(failed.map(describeFailure).join('\n'), 'nobody catches this');
});

void test('a file without a test counts as skipped', async (t) => {
  const { skipped, failed } = await run(t, ['has-no-test']);
  t.strictSame(failed, []);
  t.match(skipped, [{ fullname: sample('has-no-test'), skip: 'it has no test' }]);
});

void test('files of a kind share processes, unless they start programs or say that they run alone', async (t) => {
  const file = (path: string, source = '') => ({ path, source });
  const groups = groupsOf([
    file('test/store/a.test.ts', "import { testDatabase } from '../support/database.ts';"),
    file('test/web/b.test.ts', "import { openBrowser } from '../support/browser.ts';"),
    file('test/web/c.test.ts'),
    file('test/web/deeper/d.test.ts', "import { spawn } from 'node:child_process';"),
    file(
      'test/web/e.test.ts',
      '// Runs alone: it counts all timers of its process, and this is the longer one.',
    ),
    file('test/f.test.ts'),
    file('test/web/g.test.ts', "import { startDashboard } from './dashboard.ts';"),
  ]);
  t.strictSame(groups, [
    { name: 'test/web/e.test.ts', files: ['test/web/e.test.ts'], isAlone: true },
    { name: 'test/web/deeper/d.test.ts', files: ['test/web/deeper/d.test.ts'], isAlone: true },
    { name: 'browser-1', files: ['test/web/b.test.ts', 'test/web/g.test.ts'], isAlone: false },
    { name: 'database-1', files: ['test/store/a.test.ts'], isAlone: false },
    { name: 'memory-1', files: ['test/f.test.ts', 'test/web/c.test.ts'], isAlone: false },
  ]);
});

void test('many files become groups of nearly equal size', async (t) => {
  const files = Array.from({ length: 100 }, (_, index) => ({
    path: `test/adapters/${String(index).padStart(2, '0')}.test.ts`,
    source: '',
  }));
  const groups = groupsOf(files);
  t.strictSame(
    groups.map((group) => group.files.length),
    [34, 34, 32],
  );
  t.strictSame(
    groups.flatMap((group) => group.files),
    files.map(({ path }) => path),
    'each file is in one group',
  );
});

void test('what a file tears down is torn down before the next file begins, and a teardown that fails is a failure', async (t) => {
  const { failed, left } = await run(t, ['tears-down', 'looks-for-torn-down', 'cannot-tear-down', 'passes']);
  t.strictSame(left, []);
  t.match(
    failed.map(({ fullname }) => fullname),
    [new RegExp(sample('cannot-tear-down'))],
  );
  t.match(failed.map(describeFailure).join('\n'), 'the database is away');
});

void test('long tests are left out of folders, unless they alone are asked for; a file that is named is always run', async (t) => {
  const filesOf = (...args: string[]) => (readOptions(args) as RunOptions).files;
  const long = filesOf('--long');
  const others = filesOf();
  t.ok(long.length > 0);
  for (const path of others.filter((path) => long.includes(path)))
    t.match(await readFile(path, 'utf8'), /support\/(long|property)\.ts'/, `parts of ${path} are long`);
  const all = (await readdir('test', { recursive: true })).filter(
    (name) => name.endsWith('.test.ts') && !name.includes('node_modules'),
  );
  t.strictSame([...new Set([...long, ...others])].sort(), all.map((name) => join('test', name)).sort());
  for (const path of long.filter((path) => !others.includes(path))) {
    t.match(await readFile(path, 'utf8'), /^\/\/ Long test: .{20,}/m, `${path} says why`);
    t.strictSame(filesOf(path), [path]);
  }
  const envOf = (...args: string[]) => (readOptions(args) as RunOptions).env;
  t.strictSame(envOf(), {});
  t.strictSame(envOf('test/support'), {});
  t.strictSame(envOf('--long'), { [PLAYS_LONG]: '1' });
  t.strictSame(
    envOf('test/support/runner/runner.test.ts'),
    { [PLAYS_LONG]: '1' },
    'a named file is played whole',
  );
});

void test('arguments are files, folders and options; anything else is refused with a sentence', (t) => {
  const options = readOptions(['-j', '5', '--grep', 'a post', 'test/support/runner']);
  t.match(options, {
    jobs: 5,
    files: ['test/support/runner/runner.test.ts'],
    env: { TAP_GREP: 'a post' },
  });
  t.throws(() => readOptions(['test/no-such.test.ts']), { message: 'There is no test/no-such.test.ts.' });
  t.throws(() => readOptions(['--colour']), /--colour/);
  t.throws(() => readOptions(['--jobs', 'many']), {
    message: '--jobs must be a number above 0, and it is many.',
  });
  t.end();
});

void test('a long part is played by a long run alone', async (t) => {
  const { ended } = await run(t, ['long-parts']);
  const long = await run(t, ['long-parts'], { long: true });
  t.match(ended.map(counts), [{ passed: 1, failed: 0, skipped: 0 }]);
  t.match(long.ended.map(counts), [{ passed: 3, failed: 0, skipped: 0 }]);
});
