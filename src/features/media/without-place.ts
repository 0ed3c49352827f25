/** Removes the place where a photo or film was made from a file that is to be hosted, since its address needs no key. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Semaphore } from '../../base/semaphore.ts';
import { erasePlaceOf } from './film-place.ts';
import { storageErrorOf } from './incoming.ts';
import { withoutLocation } from './location.ts';
import type { MediaType } from './sniff.ts';
import type { WaitingFile } from './storage.ts';

/** Photos are in memory twice while it runs. */
const atOnce = new Semaphore(2);

/**
 * @returns the same file when it holds no place, else what is now in its place on the disk: pixels, sound and orientation
 *   are as they were
 * @throws StorageError
 */
export function withoutPlace(file: WaitingFile, type: MediaType): Promise<WaitingFile> {
  return atOnce.run(async () => {
    try {
      if (type === 'video/mp4' || type === 'video/quicktime')
        return erasePlaceOf(file.path, file.bytes) ? await rehashed(file) : file;
      return await photoWithoutPlace(file, type);
    } catch (cause) {
      throw storageErrorOf(cause) ?? cause;
    }
  });
}

async function photoWithoutPlace(file: WaitingFile, type: MediaType): Promise<WaitingFile> {
  if (!PHOTOS.has(type)) return file;
  const original = Uint8Array.from(await readFile(file.path));
  const bytes = withoutLocation(original, type);
  if (bytes === original) return file;
  await writeFile(file.path, bytes);
  return { path: file.path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

const PHOTOS = new Set<MediaType>(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

async function rehashed(file: WaitingFile): Promise<WaitingFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file.path), hash);
  return { ...file, sha256: hash.digest('hex') };
}
