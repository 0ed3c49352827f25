/**
 * Makes `npm start`, `npm test` and `npm run check` work in a fresh clone: installs the packages if they are missing or
 * belong to another package-lock.json, and otherwise quickly does nothing.
 * Plain JavaScript for any Node from 20 on, without packages, because it runs before everything else. A stamp file
 * inside node_modules (so it is deleted with them) identifies what is installed: the SHA-256 of lock and patches, and
 * the kind of machine (a folder shared into a container holds binaries of another one). The patches in patches/ are
 * applied to what was installed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PatchError, patchPackages, readPatches } from './patch-packages.js';
import { pinnedNode, projectRoot } from './pinned.js';

const stampFile = `${projectRoot}/node_modules/.troupe-installed`;

/**
 * Identifies an install of this lock and these patches on this kind of machine.
 * @param {string} lock text of package-lock.json
 * @param {string} patches text of all patches
 * @returns {string} the text of the stamp file
 */
export function stampOf(lock, patches) {
  const digest = createHash('sha256').update(lock).update('\0').update(patches).digest('hex');
  return `${digest} ${process.platform}-${process.arch}\n`;
}

/**
 * Whether packages that were installed in another way (a plain `npm ci`, an image's build step) are those that the lock
 * asks for. npm writes what it installed into node_modules/.package-lock.json.
 * @param {{ packages: Record<string, Record<string, unknown>> }} lock package-lock.json, parsed
 * @param {{ packages: Record<string, Record<string, unknown>> }} installed npm's own record, parsed
 * @param {{ omitDev: boolean }} options omitDev: packages for development may be absent, as in a production image
 * @returns {boolean} true when nothing has to be installed
 */
export function isInstalled(lock, installed, { omitDev }) {
  const extra = Object.keys(installed.packages).some((path) => !(path in lock.packages));
  if (extra) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true; // the project itself and its workspaces
    const found = installed.packages[path];
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity;
    return Boolean(wanted.optional || wanted.devOptional || wanted.peer || (omitDev && wanted.dev));
  });
}

/**
 * Puts npm's failure into one sentence.
 * @param {string} output what `npm ci` printed
 * @returns {string} the sentence, followed by npm's own words if ours cannot say more
 */
export function explainFailure(output) {
  const code = /npm (?:error|ERR!) code (\w+)/.exec(output)?.[1] ?? '';
  if (/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH)$/.test(code))
    return `The package registry cannot be reached (${code}): check the network or the registry in your .npmrc, then run this again.`;
  if (code === 'ENOSPC') return 'The disk is full: free about 1 GB, then run this again.';
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not write to node_modules (${code}): make the folder yours, then run this again.`;
  if (code === 'EUSAGE' && /in sync/.test(output))
    return 'package.json and package-lock.json do not agree: run `npm install` once and commit package-lock.json.';
  const words = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/A complete log|^npm (error|ERR!)\s*$/.test(line))
    .slice(0, 8);
  return [
    'npm could not install the packages:',
    ...(words.length ? words : [output.trim().slice(-800)]),
  ].join('\n');
}

const machineOf = (stamp) => stamp.trim().split(' ')[1];

/** Runs `npm ci` with the npm that runs this program. Returns its exit code and everything it printed. */
async function npmCi() {
  const { spawn } = await import('node:child_process'); // imported late: usually there is nothing to do
  // npm tells its scripts where it is. Its own Node is used too, because the one in node_modules is about to be deleted
  // and downloaded again. Other package managers set the same variable, so the name is checked.
  const npm = process.env['npm_execpath'] ?? '';
  const [command, args] = /npm-cli\.c?js$/.test(npm)
    ? [process.env['npm_node_execpath'] ?? process.execPath, [npm, 'ci']]
    : ['npm', ['ci']];
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: `npm cannot be started: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; // absent or half-written: as if nothing were installed
  }
}

async function install() {
  const lock = readFileSync(`${projectRoot}/package-lock.json`, 'utf8');
  const stamp = stampOf(lock, readPatches(projectRoot));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  // Without a stamp, or with the stamp of another lock, the install may still be good: `npm install <package>` changes
  // both the lock and the folder. With another machine's stamp it never is.
  const elsewhere = existsSync(stampFile) && machineOf(readFileSync(stampFile, 'utf8')) !== machineOf(stamp);
  const installed = readJson(`${projectRoot}/node_modules/.package-lock.json`);
  const omitDev = process.env['NODE_ENV'] === 'production';
  if (!elsewhere && installed && pinnedNode() && isInstalled(JSON.parse(lock), installed, { omitDev })) {
    if (await isPatched()) {
      writeFileSync(stampFile, stamp);
      return;
    }
  }

  const started = Date.now();
  process.stderr.write('Installing the packages that package-lock.json lists (npm ci) … ');
  const { code, output } = await npmCi();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code !== 0) {
    process.stderr.write(`failed after ${seconds} s.\n${explainFailure(output)}\n`);
    process.exit(1);
  }
  if (!pinnedNode()) {
    process.stderr.write(
      `done in ${seconds} s, but without the pinned Node.\nAn install script of the package \`node\` fetches it: allow install scripts (npm config set ignore-scripts false), remove node_modules and run this again.\n`,
    );
    process.exit(1);
  }
  await patchPackages(projectRoot); // npm has done it, unless its scripts were switched off
  writeFileSync(stampFile, stamp);
  process.stderr.write(`done in ${seconds} s.\n`);
}

/**
 * Applies the patches. @returns {Promise<boolean>} false when an older patch is in the way: then everything is
 * installed again
 */
async function isPatched() {
  try {
    await patchPackages(projectRoot);
    return true;
  } catch (error) {
    if (error instanceof PatchError) return false;
    throw error;
  }
}

// Run as a program, not when a test imports the parts.
if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) await install();
