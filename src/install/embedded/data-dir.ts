/**
 * The folder of a service's persistent files, and the lock that keeps a second service out.
 * The lock is a file that names its holder by process id and start time. So the lock of a killed process is taken over
 * at once, and a reused process id is not mistaken for the holder.
 * Of two processes that take over at the same time only one may win. "Delete the stale file, create mine" does not
 * ensure that, because the second process deletes the first one's new file. So nobody deletes a lock to take it. Locks
 * are numbered: `lock-7` follows `lock-6`, each number can be created only once, and the highest number is the lock.
 * Releasing keeps the file and marks it released, or numbers would start again and a slow process could pass a fast
 * one.
 * Process ids mean nothing across containers that share the folder through a volume. There the holder updates the
 * modification time of its file every second as a heartbeat.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, realpath, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processBirth, processCommand, processNamespace } from './process-identity.ts';

/** The interval of the heartbeat, in milliseconds. */
const beatMs = 1_000;
/** A holder in another container counts as gone after this long without a heartbeat, in milliseconds. */
const silenceMs = 5_000;

/** An open data folder. */
interface DataDir {
  /** Absolute path without symbolic links. */
  path: string;
  /** Releases the folder for the next service. Safe to call twice. */
  release(): Promise<void>;
}

/** Another process holds the folder. The message is a sentence for the person who started the service. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
  readonly code = 'data_dir_in_use';
}

interface Holder {
  pid: number;
  birth: string;
  namespace: string;
  command: string;
  since: string;
  released?: boolean;
}

/**
 * Opens a data folder for this process alone; creates it, readable only by this user, when it is absent.
 * The lock ends with `release` or with the process, however it ends.
 * @param path of the folder, absolute or relative to the working directory
 * @returns the open folder, at once; if the last holder ran in another container, after five seconds without a
 * heartbeat
 * @throws DataDirInUse when another living process holds it
 */
export async function openDataDir(path: string): Promise<DataDir> {
  await mkdir(resolve(path), { recursive: true, mode: 0o700 });
  const folder = await realpath(path);
  const mine: Holder = {
    pid: process.pid,
    birth: processBirth(process.pid) ?? '',
    namespace: processNamespace(),
    command: processCommand(process.pid).slice(0, 200),
    since: new Date().toISOString(),
  };

  for (;;) {
    const highest = Math.max(0, ...(await lockNumbers(folder)));
    if (highest > 0) await waitUntilFree(folder, lockFile(folder, highest));
    const number = highest + 1;
    if (!(await createWhole(lockFile(folder, number), mine))) continue; // another process was faster: check again
    // A newcomer that was stopped between looking and creating may find the world moved on.
    const numbers = await lockNumbers(folder);
    if (Math.max(...numbers) > number) {
      await unlinkIfThere(lockFile(folder, number));
      continue;
    }
    for (const old of numbers) if (old < number) await unlinkIfThere(lockFile(folder, old));
    return hold(folder, lockFile(folder, number), mine);
  }
}

/** Updates the heartbeat as long as the folder is held. */
function hold(folder: string, file: string, mine: Holder): DataDir {
  let released = false;
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch((error: unknown) => {
      if (!released) console.error(`The lock ${file} cannot be kept fresh: ${String(error)}`);
    });
  }, beatMs);
  beat.unref();
  return {
    path: folder,
    async release() {
      if (released) return;
      released = true;
      clearInterval(beat);
      await writeFile(file, JSON.stringify({ ...mine, released: true } satisfies Holder));
    },
  };
}

/** Returns when the holder of a lock has ended; throws when it runs. */
async function waitUntilFree(folder: string, file: string): Promise<void> {
  for (;;) {
    const holder = await readHolder(file);
    if (holder === null || holder.released === true) return;
    if (holder.namespace === processNamespace()) {
      if (processBirth(holder.pid) !== holder.birth) return;
      throw new DataDirInUse(
        `The data folder ${folder} is in use by process ${holder.pid} (${holder.command}, since ${holder.since}): stop that one first, or give this one a folder of its own.`,
      );
    }
    const before = await lastSign(file);
    if (Date.now() - before > silenceMs) return;
    await pause(beatMs * 2);
    const after = await lastSign(file);
    if (after > before)
      throw new DataDirInUse(
        `The data folder ${folder} is in use by a service in another container (since ${holder.since}): stop that one first, or give this one a folder of its own.`,
      );
  }
}

/** When a holder last updated its heartbeat, epoch ms. Never, for a lock file that is gone. */
async function lastSign(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
}

const lockFile = (folder: string, number: number): string => join(folder, `lock-${number}`);

async function lockNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).flatMap((name) => /^lock-(\d+)$/.exec(name)?.slice(1).map(Number) ?? []);
}

/** Null when the file is gone, because a higher number replaced it. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Creates a file with its complete contents. Returns false when the name is in use. */
async function createWhole(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

async function unlinkIfThere(file: string): Promise<void> {
  await unlink(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
