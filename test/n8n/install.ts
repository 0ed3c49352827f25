/** n8n itself and the tools of its node: installed on first use, and again when a lock changed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const n8nFolder = fileURLToPath(new URL('.', import.meta.url));
const nodeFolder = fileURLToPath(new URL('../../clients/n8n/', import.meta.url));

/**
 * Installs n8n (1,900 packages, 1.6 GB) and the node's tools (750 packages, 760 MB), then lints and builds the node.
 * @throws when npm cannot install them, or the node does not pass
 */
export function installN8n(): void {
  for (const folder of [n8nFolder, nodeFolder]) install(folder);
  for (const script of ['lint', 'build']) run(['run', script, '--prefix', nodeFolder]);
}

function install(folder: string): void {
  const lock = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex');
  const stamp = `${folder}node_modules/.troupe-installed`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write(`npm ci --prefix ${folder} …\n`);
  // no install scripts: they would build SQLite, which Postgres takes the place of
  run(['ci', '--ignore-scripts', '--prefix', folder]);
  writeFileSync(stamp, lock);
}

function run(args: string[]): void {
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed`);
}
