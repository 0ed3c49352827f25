/**
 * Folders for tests, in the system's folder for temporary files or in memory. Their names say which process created them, so that
 * the next run can delete what a killed one left.
 */
import { mkdtemp, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { processBirth } from '../../src/install/embedded/process-identity.ts';

const prefix = 'troupe-test-';

/** Makes an empty folder, deleted at the end of the test. */
export async function temporaryFolder(t: Test): Promise<string> {
  const folder = await makeTestFolder();
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes an empty folder that its maker deletes. @param parent where; default the system's folder for temporary files */
export async function makeTestFolder(parent = tmpdir()): Promise<string> {
  return realpath(await mkdtemp(join(parent, `${prefix}${process.pid}-`)));
}

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm';
const GIB = 2 ** 30;

/**
 * A folder in memory, where there is one with room to spare: a container often has 64 MB. ext4 looks at every file that was
 * deleted within the last half minute before it makes one, and each database of a test is hundreds of files.
 * @returns null when files belong on the disk
 */
export async function folderInMemory(): Promise<string | null> {
  const room = await statfs(MEMORY).catch(() => null);
  return room && room.bavail * room.bsize >= 4 * GIB && freemem() >= 8 * GIB ? MEMORY : null;
}

/** Folders whose processes have ended. */
export async function abandonedTestFolders(): Promise<string[]> {
  const found = await Promise.all(
    [tmpdir(), MEMORY].map(async (parent) => {
      const names = await readdir(parent).catch(() => []);
      return names.filter(isAbandoned).map((name) => join(parent, name));
    }),
  );
  return found.flat();
}

function isAbandoned(name: string): boolean {
  const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
  return pid > 0 && processBirth(pid) === null;
}
