/**
 * Builds the dashboard (web/dist) if it is missing or was built from other sources; otherwise it quickly does nothing.
 * A stamp file beside it identifies what it was built from: the SHA-256 of the sources and of package-lock.json.
 * A failed build stops nothing: the API runs without the dashboard, and the page says how to build it. Plain
 * JavaScript, because any Node may run it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinnedNode, projectRoot } from './pinned.js';

const web = `${projectRoot}/web`;
const stampFile = `${web}/dist/.built-from`;

/**
 * Identifies what the dashboard would be built from.
 * @returns {string} the text of the stamp file
 */
function sourcesStamp() {
  const hash = createHash('sha256').update(readFileSync(`${projectRoot}/package-lock.json`));
  const files = ['index.html', 'package.json', 'shared-files.ts', 'vite.config.ts'].map((name) =>
    join(web, name),
  );
  for (const folder of ['languages', 'public', 'src'])
    for (const entry of readdirSync(join(web, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.push(join(entry.parentPath ?? entry.path, entry.name));
  files.sort();
  for (const file of files) hash.update(file.slice(web.length)).update(readFileSync(file));
  return `${hash.digest('hex')}\n`;
}

/**
 * @returns {boolean} false when the dashboard could not be built; the reason is on stderr
 */
export function buildWeb() {
  const stamp = sourcesStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  const vite = `${projectRoot}/node_modules/vite/bin/vite.js`;
  if (!existsSync(vite)) {
    process.stderr.write(
      'The dashboard is not built: its packages are for development, and not installed here.\n',
    );
    return false;
  }
  const started = Date.now();
  process.stderr.write('Building the dashboard … ');
  const { status, stdout, stderr } = spawnSync(pinnedNode() ?? process.execPath, [vite, 'build'], {
    cwd: web,
    encoding: 'utf8',
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (status !== 0) {
    process.stderr.write(`failed after ${seconds} s.\n${stdout}${stderr}`);
    return false;
  }
  writeFileSync(stampFile, stamp);
  process.stderr.write(`done in ${seconds} s.\n`);
  return true;
}

// Runs when this file is the program, not when a test imports it. A failed build does not fail a start, except with
// `--insist`, which image builds use.
if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  if (!buildWeb() && process.argv.includes('--insist')) process.exitCode = 1;
}
