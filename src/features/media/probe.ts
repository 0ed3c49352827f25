/** Whether hosted files can be stored, read and deleted now. */
import { randomBytes } from 'node:crypto';
import type { Incoming } from './incoming.ts';
import { convertedName, type MediaStorage } from './storage.ts';

/** Enough to be no other file. */
const PROBE_BYTES = 256;

/** A small file that is stored for a moment. */
export interface ProbeFile {
  /** Its name below `/media/`. */
  name: string;
  bytes: Buffer;
}

/**
 * Stores a small file, reads it back, and deletes it. Its name is that of a converted copy: what a process that dies meanwhile leaves
 * behind is cleaned up with those.
 * @param during called while the file is stored
 * @returns what `during` returned
 * @throws StorageError; Error where the store gives back other bytes
 */
export async function probeStorage<T>(
  { storage, incoming }: { storage: MediaStorage; incoming: Incoming },
  during: (file: ProbeFile) => Promise<T>,
): Promise<T> {
  const bytes = randomBytes(PROBE_BYTES);
  const file = incoming.begin();
  try {
    file.write(bytes);
    const waiting = file.finish();
    const name = convertedName(waiting.sha256, 'image/gif');
    await storage.put(name, waiting);
    try {
      const read: Uint8Array[] = [];
      for await (const chunk of storage.read(name, { from: 0, to: PROBE_BYTES - 1 })) read.push(chunk);
      if (!Buffer.concat(read).equals(bytes)) throw new Error('other bytes came back than were stored');
      return await during({ name, bytes });
    } finally {
      await storage.remove(name);
    }
  } finally {
    file.discard();
  }
}
