import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { patchPackages, PatchError } from '../../src/install/patch-packages.js';
import { insistOnPatch } from '../../store/driver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const one = 'a\nb\nc\nd\n';
const two = 'x\ny\nz\n';
const PATCH = `Why it is there.

--- a/node_modules/thing/one.js
+++ b/node_modules/thing/one.js
@@ -1,4 +1,5 @@
 a
 b
+added
 c
 d
--- a/node_modules/thing/src/two.js
+++ b/node_modules/thing/src/two.js
@@ -1,3 +1,3 @@
 x
-y
+changed
 z
`;

async function project(t: Test, files: { [path: string]: string } = {}) {
  const root = await temporaryFolder(t);
  const all = {
    'patches/thing+1.0.0.patch': PATCH,
    'node_modules/thing/package.json': '{"version":"1.0.0"}',
    'node_modules/thing/one.js': one,
    'node_modules/thing/src/two.js': two,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const read = (path: string) => readFile(join(root, 'node_modules/thing', path), 'utf8');
  return { root, read };
}

void t.test('a patch is applied once, to every file it names', async (t) => {
  const { root, read } = await project(t);
  t.same(await patchPackages(root), ['thing+1.0.0.patch']);
  t.equal(await read('one.js'), 'a\nb\nadded\nc\nd\n');
  t.equal(await read('src/two.js'), 'x\nchanged\nz\n');
  t.same(await patchPackages(root), [], 'nothing is left to do');
  t.equal(await read('one.js'), 'a\nb\nadded\nc\nd\n');
});

void t.test('an install that was interrupted between two files is completed', async (t) => {
  const { root, read } = await project(t, { 'node_modules/thing/one.js': 'a\nb\nadded\nc\nd\n' });
  t.same(await patchPackages(root), ['thing+1.0.0.patch']);
  t.equal(await read('src/two.js'), 'x\nchanged\nz\n');
});

void t.test('a package that somebody changed is refused, and stays unchanged', async (t) => {
  const { root, read } = await project(t, { 'node_modules/thing/src/two.js': 'x\nother\nz\n' });
  await t.rejects(patchPackages(root), { name: 'PatchError', message: /two\.js: somebody changed/ });
  t.equal(await read('one.js'), one, 'no half of a patch');
  t.ok(new PatchError('') instanceof Error);
});

void t.test('another release is refused, whether or not the patch would apply', async (t) => {
  const { root, read } = await project(t, { 'node_modules/thing/package.json': '{"version":"1.0.1"}' });
  await t.rejects(patchPackages(root), { message: /is for thing 1\.0\.0, but 1\.0\.1 is installed/ });
  t.equal(await read('one.js'), one);
});

void t.test(
  'a driver without the patch is refused at the start, in a sentence that says what to do',
  async (t) => {
    t.throws(() => insistOnPatch(() => {}), { message: /is not patched.*patch-packages\.js/ });
    t.throws(() => insistOnPatch({ troupePatch: 2 }), { message: /is not patched/ });
    t.doesNotThrow(() => insistOnPatch({ troupePatch: 3 }));
  },
);
