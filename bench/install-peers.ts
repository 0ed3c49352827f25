/** The packages of the peers. They are installed by the first bench that needs them: users of Troupe never get them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Installs the peers unless their lock is the installed one. @throws Error when npm fails */
export function installPeers(): void {
  const lock = createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex');
  const stamp = `${folder}node_modules/.bench-installed`;
  try {
    if (readFileSync(stamp, 'utf8') === lock) return;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
  process.stderr.write('Installing the peers (npm ci --prefix bench) …\n');
  const { status } = spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the peers could not be installed');
  mkdirSync(`${folder}node_modules`, { recursive: true });
  writeFileSync(stamp, lock);
}

/** Names and versions, for the report. */
export function peerVersions(): string {
  const text = readFileSync(`${folder}package.json`, 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: { [name: string]: string } };
  return Object.entries(dependencies)
    .filter(([name]) => !name.startsWith('@types/'))
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
