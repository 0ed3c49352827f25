/**
 * Uploads and downloads while they arrive. They are written to the local disk first, wherever they are stored later,
 * because their name is the hash of all their bytes and is known only at the end.
 * Writes are synchronous. Pausing an upload is not safe with uWebSockets.js: bytes keep coming after a pause, and a
 * pause of eight seconds cuts the connection. So each chunk is written when it arrives. 100 MB took 0.17 s in total, at
 * most 28 ms at a time, and no memory; pause and resume took twice as long and 33 to 120 MB.
 */
import { createHash, randomUUID } from 'node:crypto';
import { isDiskFull } from '../../base/writable-folder.ts';
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError, type WaitingFile } from './storage.ts';

interface IncomingFile {
  /** Bytes so far. */
  readonly bytes: number;
  /** Writes the next bytes, which need to be valid only during the call. @throws StorageError when the disk is full */
  write(chunk: Uint8Array): void;
  /** The file is complete. */
  finish(): WaitingFile;
  /** Deletes what was written so far. Does nothing to a file that was stored. */
  discard(): void;
}

export interface Incoming {
  /** @throws StorageError */
  begin(): IncomingFile;
  /** Deletes files of processes that died: those not written to since `before` (epoch ms). @returns how many */
  sweep(before: number): Promise<number>;
}

/** @param folder on the same disk as the store if that is a folder too, because files are moved there */
export function createIncoming(folder: string): Incoming {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    begin: () => new FileOnDisk(join(folder, randomUUID())),
    async sweep(before) {
      let count = 0;
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const facts = await stat(path).catch(() => null); // another node may be cleaning up at the same time
        if (facts === null || facts.mtimeMs >= before) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
}

class FileOnDisk implements IncomingFile {
  bytes = 0;
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #descriptor: number | null;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = orFull(() => openSync(path, 'wx', 0o600));
  }

  write(chunk: Uint8Array): void {
    const descriptor = this.#descriptor;
    if (descriptor === null) throw new Error('the file is complete');
    for (let offset = 0; offset < chunk.byteLength;)
      offset += orFull(() => writeSync(descriptor, chunk, offset));
    this.#hash.update(chunk);
    this.bytes += chunk.byteLength;
  }

  finish(): WaitingFile {
    this.#close();
    return { path: this.#path, bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }

  discard(): void {
    this.#close();
    rmSync(this.#path, { force: true });
  }

  #close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

/** The first bytes of a file, at most `most`. */
export function headOf(path: string, most: number): Uint8Array<ArrayBuffer> {
  const descriptor = openSync(path, 'r');
  try {
    const head = new Uint8Array(most);
    let length = 0;
    for (let read = -1; read !== 0 && length < most; length += read)
      read = readSync(descriptor, head, length, most - length, length);
    return head.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

function orFull<T>(write: () => T): T {
  try {
    return write();
  } catch (cause) {
    throw storageErrorOf(cause) ?? cause;
  }
}

const UNUSABLE = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']);

/** The StorageError for a failed call of the file system; null when the disk is not at fault. */
export function storageErrorOf(cause: unknown): StorageError | null {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  if (isDiskFull(cause)) return new StorageError('full', 'the disk for media is full', { cause });
  if (!UNUSABLE.has(code)) return null;
  return new StorageError('unavailable', 'the disk for media cannot be written or read', { cause });
}
