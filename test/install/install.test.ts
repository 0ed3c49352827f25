import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { explainFailure, isInstalled, stampOf } from '../../src/install/install.js';
import { wrongNode } from '../../src/install/node-version.ts';
import { pinnedNode, pinnedVersion, runsTroupe } from '../../src/install/pinned.js';

const entry = (version: string, more: object = {}): Record<string, unknown> => ({
  version,
  integrity: `sha-${version}`,
  ...more,
});
const lock = {
  packages: {
    '': { name: 'project' },
    web: { name: 'a workspace' },
    'node_modules/a': entry('1.0.0'),
    'node_modules/a/node_modules/b': entry('2.0.0'),
    'node_modules/other-machine': entry('1.0.0', { optional: true }),
    'node_modules/tester': entry('3.0.0', { dev: true }),
  },
};
const complete = {
  'node_modules/a': entry('1.0.0'),
  'node_modules/a/node_modules/b': entry('2.0.0'),
  'node_modules/tester': entry('3.0.0', { dev: true }),
};
const installed = (packages: Record<string, Record<string, unknown>>, omitDev = false): boolean =>
  isInstalled(lock, { packages }, { omitDev });

void t.test(
  'packages that were installed without the script are accepted if they match the lock',
  async (t) => {
    t.equal(installed(complete), true, 'packages for other machines may be absent');
    t.equal(installed({ ...complete, 'node_modules/a': entry('1.0.1') }), false, 'another version');
    t.equal(
      installed({ ...complete, 'node_modules/a': { version: '1.0.0', integrity: 'x' } }),
      false,
      'other bytes',
    );
    t.equal(
      installed({ ...complete, 'node_modules/old': entry('1.0.0') }),
      false,
      'one that the lock has no more',
    );
    const { 'node_modules/a/node_modules/b': _, ...lacking } = complete;
    t.equal(installed(lacking), false, 'one is missing');
    const { 'node_modules/tester': __, ...production } = complete;
    t.equal(installed(production), false, 'a development package is missing');
    t.equal(installed(production, true), true, 'which is right in production');
  },
);

void t.test('an install is identified by the lock, its patches, and the kind of machine', async (t) => {
  t.equal(stampOf('{}', 'patch'), stampOf('{}', 'patch'));
  t.not(stampOf('{}', 'patch'), stampOf('{ }', 'patch'));
  t.not(stampOf('{}', 'patch'), stampOf('{}', 'another'));
  t.ok(stampOf('{}', '').endsWith(` ${process.platform}-${process.arch}\n`));
});

void t.test('a failed install is explained in one sentence if the reason is known', async (t) => {
  const cases: [string, RegExp][] = [
    [
      'npm error code ENOTFOUND\nnpm error network …',
      /^The package registry cannot be reached \(ENOTFOUND\)/,
    ],
    ['npm ERR! code ENOSPC', /^The disk is full/],
    ['npm error code EACCES\nnpm error path x', /^This user may not write to node_modules/],
    [
      'npm error code EUSAGE\nnpm error `npm ci` can only install packages when … in sync',
      /do not agree: run `npm install`/,
    ],
    [
      'npm error code ESTRANGE\nnpm error something new\nnpm error A complete log of this run',
      /^npm could not install the packages:\nnpm error code ESTRANGE\nnpm error something new$/,
    ],
    ['npm cannot be started: spawn npm ENOENT', /npm cannot be started/],
  ];
  for (const [output, sentence] of cases) t.match(explainFailure(output), sentence);
});

void t.test('with everything installed the script prints nothing', async (t) => {
  const script = fileURLToPath(new URL('../../src/install/install.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  t.same({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
});

void t.test('another Node major is told how to start Troupe, the pinned one is not', async (t) => {
  const major = Number(pinnedVersion().split('.')[0]);
  t.equal(wrongNode(pinnedVersion()), null);
  t.equal(wrongNode(`${major}.0.0`), null);
  for (const other of [`${major - 2}.20.2`, `${major + 2}.1.0`]) {
    t.equal(runsTroupe(other), false);
    const sentence = wrongNode(other) ?? '';
    t.ok(sentence.includes(`this is Node ${other}: start it with \`npm start\``), sentence);
    t.notOk(sentence.includes('\n'));
  }
});

void t.test('the tests themselves run on the pinned Node', async (t) => {
  t.type(pinnedNode(), 'string');
  t.ok(runsTroupe(process.versions.node));
});
