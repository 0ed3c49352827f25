/**
 * Files on other servers that are read in parts. Each is downloaded once, to the store, and read from there afterwards.
 */
import { LRUCache } from 'lru-cache';
import type { MediaItem } from '../../../adapters/port/publish.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { headOf } from './incoming.ts';
import { acceptOf, download, maxBytesOf, placeOf, typeOf } from './open.ts';
import { SharedWork } from './shared-work.ts';
import { convertedName } from './storage.ts';
import type { StoredFiles } from './stored-files.ts';

/** Parallel downloads. Those for callers of the API have a semaphore of their own. */
const MAX_DOWNLOADS = 16;
/** Enough bytes of a file to recognize its type. */
const HEAD_BYTES = 4096;
const REMEMBERED = { max: 10_000, ttl: 10 * 60_000 };

export class RemoteFiles {
  readonly #files: StoredFiles;
  readonly #fetch: typeof globalThis.fetch;
  readonly #downloads = new Semaphore(MAX_DOWNLOADS);
  readonly #running = new SharedWork<string>();
  /** Names in the store, by a hash of the address, because a signed address is a secret. */
  readonly #names = new LRUCache<string, string>(REMEMBERED);

  /** @param fetch the URL guard's fetch */
  constructor(files: StoredFiles, fetch: typeof globalThis.fetch) {
    this.#files = files;
    this.#fetch = fetch;
  }

  /**
   * The name under which the store has a file; downloads the file if the store lacks it. @param key a hash of its
   * address
   */
  async nameOf(item: MediaItem, key: string, signal: AbortSignal): Promise<string> {
    const existing = this.#names.get(key);
    if (existing !== undefined && (await this.#files.stat(existing)) !== null) return existing;
    const work = () => this.#downloads.run(() => this.#keep(item));
    const name = await this.#running.run(key, work, signal);
    this.#names.set(key, name);
    return name;
  }

  /** Writes the bytes to the disk as they arrive, so the file takes no memory. */
  #keep(item: MediaItem): Promise<string> {
    const options = { url: item.url, accept: acceptOf(item), most: maxBytesOf(item) };
    return this.#files.put(
      (take) => download(this.#fetch, options, take),
      ({ path, sha256 }) => convertedName(sha256, typeOf(headOf(path, HEAD_BYTES), item, placeOf(item.url))),
    );
  }
}
