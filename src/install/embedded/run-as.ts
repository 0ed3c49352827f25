/**
 * Chooses the user that Postgres runs as. Postgres refuses to run as root, and containers usually run as root. An
 * ordinary user runs it directly. For root there are two ways, tried in this order:
 * 1. A user namespace (`unshare`), in which root is called "nobody". No file is copied and no owner changes: the data
 * stays root's. Container runtimes often forbid this.
 * 2. The real user "nobody" (65534): it must own its files, every folder above them must let it pass, and it must be
 * able to read the programs.
 */
import { execFile } from 'node:child_process';
import { chmod, chown, cp, lchown, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';

const run = promisify(execFile);

/** The user and group "nobody" on Linux; on macOS any id without privileges works. */
const nobody = 65534;
const unshare = [`unshare`, `--user`, `--map-user=${nobody}`, `--map-group=${nobody}`] as const;

/** How Postgres' programs are started. */
export interface RunAs {
  way: 'self' | 'namespace' | 'nobody';
  /** Turns a command into the one to spawn. */
  command(program: string, args: string[]): { program: string; args: string[]; uid?: number; gid?: number };
}

const asSelf: RunAs = { way: 'self', command: (program, args) => ({ program, args }) };
const inNamespace: RunAs = {
  way: 'namespace',
  command: (program, args) => ({ program: unshare[0], args: [...unshare.slice(1), program, ...args] }),
};
const asNobody: RunAs = {
  way: 'nobody',
  command: (program, args) => ({ program, args, uid: nobody, gid: nobody }),
};

/**
 * Chooses how to run Postgres.
 * @param wish one of root's two ways, for tests and for hosts where the choice goes wrong. Default: the first that
 * works
 */
export async function chooseRunAs(wish?: 'namespace' | 'nobody'): Promise<RunAs> {
  if (process.getuid?.() !== 0) return asSelf;
  if (wish !== undefined) return wish === 'namespace' ? inNamespace : asNobody;
  return (await passes(inNamespace, 'true', [])) ? inNamespace : asNobody;
}

/**
 * Lets the chosen user reach the programs and own the files; does nothing for an ordinary user.
 * @param runAs the chosen way
 * @param folders dataDir: the service's data folder, which "nobody" must be able to pass through; home: Postgres' own
 * folder inside it
 * @param binaries where the programs are
 * @returns where to start the programs from: copies when "nobody" cannot read the originals
 * @throws Error with a sentence when a folder above the data keeps "nobody" out
 */
export async function prepareFor(
  runAs: RunAs,
  folders: { dataDir: string; home: string },
  binaries: Binaries,
): Promise<Binaries> {
  if (runAs.way === 'self') return binaries;
  // In the namespace root's files look like nobody's own, and nobody's files like a stranger's. So the owner of the
  // folder changes if it was used in the other way before.
  await own(folders.home, runAs.way === 'nobody' ? nobody : 0);
  const reachable = () => passes(runAs, 'test', ['-x', folders.home]);
  if (runAs.way === 'nobody' && !(await reachable())) {
    // The group may pass through the data folder but not list it; for everybody else nothing changes.
    await chown(folders.dataDir, 0, nobody);
    await chmod(folders.dataDir, 0o710);
  }
  if (!(await reachable()))
    throw new Error(
      `Postgres must not run as root, and without root's powers it cannot reach ${folders.dataDir}: put the data folder where every user may pass, or start Troupe as an ordinary user.`,
    );
  return (await passes(runAs, binaries.initdb, ['--version'])) ? binaries : copyOf(binaries, folders.home);
}

/**
 * Gives a folder and everything in it to a user, unless the user owns it already. The folder itself comes last, so its
 * owner shows whether the change was completed.
 */
async function own(path: string, uid: number): Promise<void> {
  const found = await lstat(path);
  if (found.uid === uid) return;
  if (found.isDirectory()) for (const name of await readdir(path)) await own(join(path, name), uid);
  await lchown(path, uid, uid);
}

/** Whether a command exits with 0 when it is run in this way. */
async function passes(runAs: RunAs, command: string, commandArgs: string[]): Promise<boolean> {
  const { program, args, uid, gid } = runAs.command(command, commandArgs);
  return run(program, args, { cwd: '/', ...(uid !== undefined && { uid, gid }) }).then(
    () => true,
    () => false, // missing, forbidden, or it fails: the caller has another way, or reports it
  );
}

/** Copies the packaged programs (62 MB, once) to a place where they can be read without root's privileges. */
async function copyOf(binaries: Binaries, home: string): Promise<Binaries> {
  if (binaries.home === null)
    throw new Error(
      `Postgres must not run as root, and without root's powers ${binaries.postgres} cannot be run: make it readable to every user.`,
    );
  const { size, mtimeMs } = await stat(binaries.postgres); // a new version of the package needs a new copy
  const copy = join(home, `programs-${size}-${Math.trunc(mtimeMs)}`);
  const present = await stat(join(copy, 'complete')).then(
    () => true,
    () => false,
  );
  if (!present) {
    await cp(binaries.home, copy, { recursive: true, verbatimSymlinks: true });
    await cp(join(binaries.home, 'pg-symlinks.json'), join(copy, 'complete'));
    await own(copy, (await stat(home)).uid);
  }
  return { home: copy, initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}
