/**
 * Builds tap once per install: tap puts its Test class together from plugins, and without this the first run
 * after `npm ci` fails while it does so under way. Takes about five seconds, and nothing when it is done.
 *
 * Plain JavaScript, because it may be run by whichever Node the machine has.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pinnedNode, projectRoot } from '../../src/install/pinned.js';

// Inside node_modules, where the built class is too: a new install has neither.
const stampFile = `${projectRoot}/node_modules/.troupe-tap-built`;
const stamp = createHash('sha256')
  .update(readFileSync(`${projectRoot}/.taprc`)) // lists the plugins
  .update(readFileSync(`${projectRoot}/node_modules/tap/package.json`))
  .digest('hex');

// .tap/plugins is the other half of what the build makes.
const built =
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp &&
  existsSync(`${projectRoot}/.tap/plugins`) &&
  builtWithoutTypeScript();

/** Adding a package puts tap's own build back, with the plugin that .taprc takes out. */
function builtWithoutTypeScript() {
  const file = `${projectRoot}/node_modules/@tapjs/test/test-built/dist/esm/index.js`;
  return existsSync(file) && !readFileSync(file, 'utf8').includes('@tapjs/typescript');
}

if (!built) {
  const started = Date.now();
  process.stderr.write('Preparing the test runner (tap build) … ');
  const { status, stdout, stderr } = spawnSync(
    pinnedNode() ?? process.execPath,
    [`${projectRoot}/node_modules/.bin/tap`, 'build'],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (status !== 0) {
    process.stderr.write(`failed after ${seconds} s.\n${stdout}${stderr}`);
    process.exit(1);
  }
  writeFileSync(stampFile, stamp);
  process.stderr.write(`done in ${seconds} s.\n`);
}
