/** `troupe flows test` as a person runs it: without a service, a database or a network. */
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { FileError } from '../../src/cli/command.ts';
import { readTests } from '../../src/cli/flow-files.ts';
import { TEMPLATES } from '../../src/features/flows/templates.ts';
import { loading } from '../support/loading.ts';

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: tmpdir(),
    TROUPE_DATA: join(tmpdir(), 'no-such-folder'),
    ...loading,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, 'flows', 'test', ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** The files of one template, for a test to break. */
async function copied(t: Test, change: (file: string) => string = (file) => file) {
  const folder = t.testdir();
  for (const name of ['guide.flow.yaml', 'guide.rule.yaml', 'guide.test.yaml'])
    await cp(join(TEMPLATES, name), join(folder, name));
  const flow = join(folder, 'guide.flow.yaml');
  await writeFile(flow, change(await readFile(flow, 'utf8')));
  return { folder, file: join(folder, 'guide.test.yaml') };
}

void t.test('talks that pass: exit code 0, and branches that none goes through are listed', async (t) => {
  const { folder, file } = await copied(t);
  t.match(await run(folder, '--coverage'), {
    code: 0,
    out: /every branch is tested\n4 passed, 0 failed/,
  });
  const tests = await readFile(file, 'utf8');
  await writeFile(file, tests.slice(0, tests.indexOf('  - name: the link did not work')));
  t.match(await run(folder, '--coverage'), {
    code: 0,
    out: /missed .*guide\.flow\.yaml:\d+ step opened, branch no\nmissed .* step trouble, branch Yes\nmissed .* branch No/,
  });
});

void t.test('a talk that fails: exit code 1, with the talk, the file and the line', async (t) => {
  const { folder } = await copied(t, (flow) => flow.replace('withinMinutes: 120', 'withinMinutes: 60'));
  const junit = join(folder, 'results.xml');
  const { code, out, err } = await run(folder, '--junit', junit);
  t.equal(code, 1);
  t.match(out, /FAIL .*guide\.test\.yaml:12 opens the guide\n {6}say: yes!\n/);
  t.match(
    out,
    /\n {4}\+ bot: Did the link work\? \(Yes\) \(No\)\n {6}click\n {4}- bot: Questions\? Just write\.\n/,
  );
  t.match(out, /guide\.test\.yaml:19: nothing was said; the run waits at \+1h59m for tap in step trouble/);
  t.match(err, /2 of 4 tests failed/);
  t.match(await readFile(junit, 'utf8'), /<testsuite name="troupe flows" tests="4" failures="2">/);
  const json = JSON.parse((await run(folder, '--json')).out) as { tests: object[] };
  t.match(json.tests, [
    { passed: true },
    { passed: false, failures: [{ line: 17 }, { line: 19 }, { line: 20 }] },
  ]);
});

void t.test('--update writes what happened, and keeps comments', async (t) => {
  const { folder, file } = await copied(t, (flow) => flow.replace('Questions? Just write.', 'Enjoy!'));
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace('      - click', '      # at last\n      - click'),
  );
  t.match(await run(folder, '--update'), { code: 0, err: /1 tests now say what happened/ });
  const updated = await readFile(file, 'utf8');
  t.match(updated, /# at last\n {6}- click\n {6}- bot: Enjoy!\n {6}- end: completed\n/);
  t.match(await run(folder), { code: 0 });
});

void t.test('a message that is not named fails, unless the test is loose', async (t) => {
  const { folder, file } = await copied(t);
  const tests = await readFile(file, 'utf8');
  const without = tests.replace('      - bot: Questions? Just write.\n', '');
  await writeFile(file, without);
  t.match(await run(folder), { code: 1, out: /step thanks said what the talk does not name/ });
  await writeFile(file, without.replace('opens the guide\n', 'opens the guide\n    loose: true\n'));
  t.match(await run(folder), { code: 0 });
});

void t.test('a file that is not as it should be is refused with its line', async (t) => {
  const wrong = async (find: string, replace: string) => {
    const { folder, file } = await copied(t);
    await writeFile(file, (await readFile(file, 'utf8')).replace(find, replace));
    const refused = await readTests(folder).catch((fault: unknown) => fault);
    t.ok(refused instanceof FileError, find);
    return String(refused);
  };
  t.match(
    await wrong('- say: yes!', '- says: yes!'),
    /guide\.test\.yaml:14: .*says: this field is not known/,
  );
  t.match(await wrong('after: 119m', 'after: soon'), /guide\.test\.yaml:17: after is a time/);
  t.match(await wrong('/answer YES/', '/answer (YES/'), /guide\.test\.yaml:6: .*not a regular expression/);
  t.match(await wrong('/^Did/', '/^(Did/'), /guide\.test\.yaml:36: .*no regular expression/);
  t.match(await wrong('flow: guide.flow', 'flow: other.flow'), /other\.flow\.yaml cannot be read/);
  t.match(await wrong('tests:', 'tests: ['), /guide\.test\.yaml:\d+: /);
});

void t.test('files and arguments that are wrong: exit code 2', async (t) => {
  const { folder } = await copied(t, (flow) => flow.replace('check: clicked', 'check: seen'));
  t.match(await run(folder), { code: 2, err: /guide\.flow\.yaml:11: \/steps\/1\/check: / });
  t.match(await run(join(folder, 'nowhere')), { code: 2, err: /there is no file or folder/ });
  t.match(await run(), { code: 2, err: /say which folder/ });
  t.match(await run('--help'), { code: 0, out: /troupe flows test FOLDER/ });
});
