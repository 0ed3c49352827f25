/** The packages of this folder: installed on first use, and again when their lock changed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const stampFile = `${folder}node_modules/.troupe-installed`;

/** @throws when npm cannot install them */
export function installPds(): void {
  const lock = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex');
  if (stamp() === lock) return;
  process.stderr.write('Installing the PDS (npm ci --prefix test/pds), 550 packages …\n');
  // no install scripts: no package needs one
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--prefix', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the PDS could not be installed');
  writeFileSync(stampFile, lock);
}

function stamp(): string | null {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    return null;
  }
}
