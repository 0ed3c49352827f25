/** Whether this process can write to a folder, by writing to it: permissions alone do not say it of every file system. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Whether a call of the file system failed because the disk, or the quota of the user, is full. */
export const isDiskFull = (cause: unknown): boolean => FULL.has((cause as NodeJS.ErrnoException).code ?? '');

/**
 * Creates a folder if it is missing, and a file in it, which it deletes.
 * @throws the error of the file system, except when the disk is full
 */
export async function insistOnWritable(folder: string): Promise<void> {
  const file = join(folder, `.write-check-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    // a full disk is no reason not to start: what needs room says so when it needs it
    if (!isDiskFull(cause)) throw cause;
  } finally {
    await rm(file, { force: true }).catch(() => undefined); // below a file there is nothing to delete
  }
}
