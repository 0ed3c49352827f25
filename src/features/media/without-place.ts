/** Removes the place where a photo or film was made from a file that is to be hosted, since the file's address needs no key. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Semaphore } from '../../base/semaphore.ts';
import { erasePlaceOf } from './film-place.ts';
import { storageErrorOf } from './incoming.ts';
import { withoutLocation } from './location.ts';
import type { MediaType } from './sniff.ts';
import { eraseWebmPlaceOf } from './webm-place.ts';
import { erasePdfPlaceIn } from './pdf-place.ts';
import type { WaitingFile } from './storage.ts';

/** Photos are in memory twice while it runs, documents once. */
const atOnce = new Semaphore(2);

/**
 * @returns the same file when it holds no place, else what is now in its place on the disk: pixels, sound and orientation
 *   are as they were
 * @throws StorageError
 */
export function withoutPlace(file: WaitingFile, type: MediaType): Promise<WaitingFile> {
  return atOnce.run(async () => {
    try {
      switch (type) {
        case 'video/mp4':
        case 'video/quicktime':
          return erasePlaceOf(file.path, file.bytes) ? await rehashed(file) : file;
        case 'video/webm':
          return (await eraseWebmPlaceOf(file.path, file.bytes)) ? await rehashed(file) : file;
        case 'application/pdf':
          return await documentWithoutPlace(file);
        case 'image/jpeg':
        case 'image/png':
        case 'image/webp':
        case 'image/gif':
        default:
          return await photoWithoutPlace(file, type);
      }
    } catch (cause) {
      throw storageErrorOf(cause) ?? cause;
    }
  });
}

async function documentWithoutPlace(file: WaitingFile): Promise<WaitingFile> {
  const bytes = await readFile(file.path);
  return erasePdfPlaceIn(bytes) ? replaced(file, bytes) : file;
}

async function photoWithoutPlace(file: WaitingFile, type: MediaType): Promise<WaitingFile> {
  const original = Uint8Array.from(await readFile(file.path));
  const bytes = withoutLocation(original, type);
  return bytes === original ? file : replaced(file, bytes);
}

async function replaced({ path }: WaitingFile, bytes: Uint8Array): Promise<WaitingFile> {
  await writeFile(path, bytes);
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function rehashed(file: WaitingFile): Promise<WaitingFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file.path), hash);
  return { ...file, sha256: hash.digest('hex') };
}
