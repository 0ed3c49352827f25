/**
 * Deletes files from the store that were deleted from a library, once nothing needs them. An installation with several cells keeps them: no
 * cell knows what another one holds.
 */
import type { Sql } from '../../../store/connect.ts';
import { readCells } from '../../../store/directory.ts';
import { finishRemoval, listRemovals, lockRemoval, postponeRemoval } from '../../../store/media-removals.ts';
import { hasUnindexedPosts, isFileNeeded } from '../../../store/media-uses.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import type { Media } from './media.ts';
import { StorageError } from './storage.ts';
import { SHOWING_FROM_HERE } from './showing-from-here.ts';

/** A call that began before the file was deleted has ended: requests take half a minute at most. */
const AFTER_MS = MINUTE_MS;
const BATCH = 500;

interface Stores {
  sql: Sql;
  directory: Sql;
  media: Pick<Media, 'removeHosted'>;
}

/** @param now epoch ms. @returns how many files were deleted; where the store fails, the rest is deleted the next time */
export async function removeFiles({ sql, directory, media }: Stores, now: number): Promise<number> {
  const names = await listRemovals(sql, { before: now - AFTER_MS, limit: BATCH });
  if (names.length === 0 || (await readCells(directory)).length > 1) return 0;
  if (await hasUnindexedPosts(sql, null)) return 0;
  let count = 0;
  try {
    for (const name of names) if (await removeFile({ sql, media }, name, now)) count += 1;
  } catch (fault) {
    if (!(fault instanceof StorageError)) throw fault;
  }
  return count;
}

/** The lock of the removal keeps an upload of the same file waiting (keep.ts). */
async function removeFile(
  { sql, media }: Omit<Stores, 'directory'>,
  name: string,
  now: number,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const removal = await lockRemoval(tx, name);
    if (!removal) return false;
    if (await isFileNeeded(tx, { ...removal, platforms: SHOWING_FROM_HERE })) {
      await postponeRemoval(tx, name, now);
      return false;
    }
    await media.removeHosted(name);
    await finishRemoval(tx, name, now);
    return true;
  });
}
