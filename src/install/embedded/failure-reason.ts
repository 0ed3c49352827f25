/** Reads what Postgres wrote to its logs before it ended. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Finds out why the server has just ended, in Postgres' words.
 * @param home Postgres' own folder in the data folder
 * @returns the lines that name an error; empty when there are none
 */
export async function failureReason(home: string): Promise<string> {
  // Until its log is open Postgres writes to start.log, which is overwritten by each start. The log itself is
  // continued.
  const early = faults(await readFile(join(home, 'start.log'), 'utf8'));
  const words = early || faults(await lastStartIn(join(home, 'log')));
  if (!words.includes('incompatible with server')) return words;
  const version = (await readFile(join(home, 'cluster/PG_VERSION'), 'utf8')).trim();
  return `its files were made by Postgres ${version} and the programs are of another version; TROUPE_PG_BIN may name a folder with programs of version ${version}.`;
}

const faults = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /FATAL|PANIC|could not|error while loading|not found|unshare:/.test(line))
    .slice(-4)
    .join(' | ');

/** The part of the newest log since the last start of a server. */
async function lastStartIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []); // missing when the first start did not get so far
  const logs = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      mtime: (await stat(join(folder, name))).mtimeMs,
    })),
  );
  const newest = logs.sort((a, b) => b.mtime - a.mtime)[0];
  if (newest === undefined) return '';
  const text = await readFile(newest.path, 'utf8');
  return text.slice(Math.max(0, text.lastIndexOf('starting PostgreSQL')));
}
