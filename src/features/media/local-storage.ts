/**
 * Hosted files in a folder, spread over 256 subfolders by the first two digits of their names. A file is written under
 * another name, flushed, and renamed. So it is either complete or absent, even after a power cut.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { insistOnWritable } from '../../base/writable-folder.ts';
import { storageErrorOf } from './incoming.ts';
import { isConverted, type MediaStorage, StorageError, typeOfName } from './storage.ts';

const READ_BYTES = 256 * 1024;

/** @param folder created if it is missing; nodes that share it share its files */
export function createLocalStorage(folder: string): MediaStorage {
  /** Checks the name again, so that no caller can leave the folder with path parts in a name. */
  const pathOf = (name: string): string => {
    if (typeOfName(name) === null) throw new RangeError('not the name of a hosted file');
    const digits = name.slice(name.indexOf('-') + 1);
    return join(folder, digits.slice(0, 2), name);
  };
  return {
    async check() {
      try {
        await insistOnWritable(folder);
      } catch (cause) {
        const what = `this user may not use the folder for media, ${folder} (TROUPE_MEDIA_DIR; ${(cause as NodeJS.ErrnoException).code})`;
        throw new StorageError('misconfigured', what, { cause });
      }
    },

    async stat(name) {
      const facts = await orMissing(stat(pathOf(name)));
      return facts === null ? null : { bytes: facts.size, storedAt: facts.mtimeMs };
    },

    async put(name, { path }) {
      const place = pathOf(name);
      try {
        await mkdir(dirname(place), { recursive: true, mode: 0o700 });
        await flush(path);
        await rename(path, place);
        await flush(dirname(place));
      } catch (cause) {
        throw storageErrorOf(cause) ?? cause;
      }
    },

    // a generator: a caller that never reads (HEAD) opens nothing
    async *read(name, { from, to }) {
      const options = { start: from, end: to, highWaterMark: READ_BYTES };
      yield* createReadStream(pathOf(name), options) as AsyncIterable<Uint8Array>;
    },

    async remove(name) {
      try {
        await rm(pathOf(name), { force: true });
      } catch (cause) {
        throw storageErrorOf(cause) ?? cause;
      }
    },

    prune: (storedBefore) => prune(folder, storedBefore),

    close: async () => undefined,
  };
}

/** Removes converted files that were stored before an instant. @returns how many */
async function prune(folder: string, storedBefore: number): Promise<number> {
  let count = 0;
  for (const shard of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for (const name of await readdir(join(folder, shard))) {
      if (!isConverted(name)) continue;
      const path = join(folder, shard, name);
      const facts = await orMissing(stat(path)); // another node may be pruning at the same time
      if (facts === null || facts.mtimeMs >= storedBefore) continue;
      await rm(path, { force: true });
      count += 1;
    }
  }
  return count;
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function orMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw storageErrorOf(cause) ?? cause;
  }
}
