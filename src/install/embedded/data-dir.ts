/**
 * The folder where one service keeps what must outlive it, and the lock that keeps a second service out.
 *
 * The lock is a file that names its holder by process id and birth mark, so that the lock of a killed
 * process is taken over at once and a process id that was given out again is not mistaken for the holder.
 *
 * Taking over must not let two newcomers win. "Delete the stale file, create mine" does: the second one
 * deletes the first one's new file. So nobody deletes a lock to take it: locks are numbered, `lock-7`
 * follows `lock-6`, a number can be created once only, and the highest number rules. Releasing keeps the
 * file and marks it released, else numbers would start again and a slow newcomer could pass a fast one.
 *
 * Process ids mean nothing across containers that share the folder through a volume. There the holder's
 * file shows life by its modification time, set anew every second.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, realpath, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processBirth, processCommand, processNamespace } from './process-identity.ts';

/** How often a holder shows life, in milliseconds. */
const beatMs = 1_000;
/** After how long without a sign of life a holder in another container counts as gone, in milliseconds. */
const silenceMs = 5_000;

/** An open data folder. */
export interface DataDir {
  /** Absolute path without symbolic links. */
  path: string;
  /** Gives the folder free for the next service. Safe to call twice. */
  release(): Promise<void>;
}

/** Somebody else holds the folder. The message is a sentence for the person who started the service. */
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
 * Opens a data folder for this process alone; creates it, readable by this user only, when it is absent.
 *
 * The lock ends with `release` or with the process, however it ends.
 *
 * @param path of the folder, absolute or relative to the working directory
 * @returns the open folder. Comes at once, except when the last holder ran in another container that is
 *   gone: then after its silence has lasted five seconds
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
    if (!(await createWhole(lockFile(folder, number), mine))) continue; // another newcomer was faster: look again
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

/** Keeps showing life for as long as the folder is held. */
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

/** Returns when the holder of a lock is gone; throws when it lives. */
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

/** When a holder last showed life, in milliseconds since 1970. A lock that is gone never did. */
async function lastSign(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
}

const lockFile = (folder: string, number: number): string => join(folder, `lock-${number}`);

async function lockNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).flatMap((name) => /^lock-(\d+)$/.exec(name)?.slice(1).map(Number) ?? []);
}

/** Null when the file is gone: its holder was overtaken by a higher number. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Creates a file that is complete from the moment it exists. Answers false when the name is taken. */
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
