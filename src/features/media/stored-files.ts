/** Reads hosted files whole or in part, and stores bytes that were made here. */
import type { MediaPart } from '../../../adapters/port/publish.ts';
import type { Incoming } from './incoming.ts';
import type { Hold } from './memory.ts';
import { Gathered } from './open.ts';
import type { MediaStorage, StoredFile, WaitingFile } from './storage.ts';

interface StoredFilesOptions {
  storage: MediaStorage;
  incoming: Incoming;
}

export class StoredFiles {
  readonly #storage: MediaStorage;
  readonly #incoming: Incoming;

  constructor({ storage, incoming }: StoredFilesOptions) {
    this.#storage = storage;
    this.#incoming = incoming;
  }

  /** @returns null when the store has no such file, or an empty one */
  async stat(name: string): Promise<StoredFile | null> {
    const stored = await this.#storage.stat(name);
    return stored === null || stored.bytes === 0 ? null : stored;
  }

  /** Reads a whole file into memory that `hold` provides. @returns null when there is none */
  async readAll(name: string, signal: AbortSignal, hold: Hold): Promise<Uint8Array<ArrayBuffer> | null> {
    const stored = await this.stat(name);
    if (stored === null) return null;
    await hold.take(stored.bytes, signal);
    return this.readRange(name, { from: 0, to: stored.bytes }, signal);
  }

  /** Reads some bytes of an existing file; `to` is excluded. */
  async readRange(
    name: string,
    { from, to }: MediaPart,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const gathered = new Gathered();
    for await (const chunk of this.#storage.read(name, { from, to: to - 1 })) {
      signal.throwIfAborted();
      gathered.add(chunk);
    }
    return gathered.all();
  }

  /**
   * Stores a file.
   * @param write writes its bytes; nameOf: computes its name, once it is complete
   * @returns the name
   */
  async put(
    write: (take: (chunk: Uint8Array) => void) => void | Promise<void>,
    nameOf: (file: WaitingFile) => string,
  ): Promise<string> {
    const file = this.#incoming.begin();
    try {
      await write((chunk) => file.write(chunk));
      const waiting = file.finish();
      const name = nameOf(waiting);
      await this.#storage.put(name, waiting);
      return name;
    } finally {
      file.discard();
    }
  }
}
