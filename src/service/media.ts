/** Hosted files: where they are stored, where they arrive, and how much memory deliveries take for them. */
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import { createIncoming, type Incoming } from '../features/media/incoming.ts';
import { createLocalStorage } from '../features/media/local-storage.ts';
import { Media } from '../features/media/media.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY, type MediaMemory } from '../features/media/memory.ts';
import { S3Storage } from '../features/media/s3-storage.ts';
import { type MediaStorage, StorageError } from '../features/media/storage.ts';
import type { ServiceOptions } from './options.ts';
import type { Stops } from './stops.ts';

export interface MediaParts {
  media: Media;
  storage: MediaStorage;
  incoming: Incoming;
  /** Bounds what deliveries hold open. */
  memory: MediaMemory;
}

/** @throws StorageError when the store of hosted files refuses its settings */
export async function openMedia(
  options: ServiceOptions,
  needs: { fetch: typeof fetch; publicUrl: () => string; clock: () => number; stops: Stops },
): Promise<MediaParts> {
  const { folder } = options.media;
  const incoming = createIncoming(join(folder, 'incoming'));
  const storage = storageOf(options.media);
  needs.stops.add(() => storage.close());
  await checkStorage(storage, options.log);
  const { fetch, publicUrl: baseUrl, clock } = needs;
  const media = new Media({ storage, incoming, fetch, baseUrl, clock });
  const memory = createMediaMemory(options.mediaMemory ?? DEFAULT_MEDIA_MEMORY);
  return { media, storage, incoming, memory };
}

const storageOf = ({ folder, s3 }: ServiceOptions['media']): MediaStorage =>
  s3 ? new S3Storage(s3) : createLocalStorage(folder);

/**
 * Whether hosted files can be stored with these settings. A store that cannot be reached may come back, so it passes.
 * @throws StorageError `misconfigured`
 */
export async function checkMedia(settings: ServiceOptions['media']): Promise<void> {
  const storage = storageOf(settings);
  try {
    await storage.check();
  } catch (error) {
    if (!isPassing(error)) throw error;
  } finally {
    await storage.close();
  }
}

const isPassing = (error: unknown) => error instanceof StorageError && error.code !== 'misconfigured';

/** Refuses to start on settings that are wrong. A store that cannot be reached may come back: that is only logged. */
async function checkStorage(storage: MediaStorage, log: Log): Promise<void> {
  try {
    await storage.check();
  } catch (error) {
    if (!isPassing(error)) throw error;
    log.warn({ err: error }, 'the store of hosted files cannot be reached; media will fail until it can');
  }
}
