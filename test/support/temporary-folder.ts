/**
 * Folders for tests, in the system's folder for temporary files. Their names say which process created them, so that
 * the next run can delete what a killed one left.
 */
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

/** Makes an empty folder that its maker deletes. */
export async function makeTestFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`)));
}

/** Folders whose processes have ended. */
export async function abandonedTestFolders(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names
    .filter((name) => {
      const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
      return pid > 0 && processBirth(pid) === null;
    })
    .map((name) => join(tmpdir(), name));
}
