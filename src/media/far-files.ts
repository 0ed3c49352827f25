/**
 * Files from other servers that are read in parts: each is fetched once, to the store, and read from there from then on.
 */
import { LRUCache } from 'lru-cache';
import type { MediaItem } from '../../adapters/port/publish.ts';
import { Semaphore } from '../semaphore.ts';
import { headOf } from './incoming.ts';
import { acceptOf, download, mostBytesOf, placeOf, typeOf } from './open.ts';
import { SharedWork } from './shared-work.ts';
import { convertedName } from './storage.ts';
import type { StoredFiles } from './stored-files.ts';

/** Downloads at once. Those that callers of the API wait for have a semaphore of their own. */
const MAX_DOWNLOADS = 16;
/** Enough of a file to tell its type: a header of our own making is at the very beginning. */
const HEAD_BYTES = 4096;
const REMEMBERED = { max: 10_000, ttl: 10 * 60_000 };

export class FarFiles {
  readonly #files: StoredFiles;
  readonly #fetch: typeof globalThis.fetch;
  readonly #downloads = new Semaphore(MAX_DOWNLOADS);
  readonly #running = new SharedWork<string>();
  /** Names in the store, by a hash of the address: a signed address is a secret. */
  readonly #names = new LRUCache<string, string>(REMEMBERED);

  /** @param fetch the URL guard's */
  constructor(files: StoredFiles, fetch: typeof globalThis.fetch) {
    this.#files = files;
    this.#fetch = fetch;
  }

  /** The name under which the store has a file; fetches it when the store has none. @param key a hash of its address */
  async nameOf(item: MediaItem, key: string, signal: AbortSignal): Promise<string> {
    const known = this.#names.get(key);
    if (known !== undefined && (await this.#files.stat(known)) !== null) return known;
    const work = () => this.#downloads.run(() => this.#keep(item));
    const name = await this.#running.run(key, work, signal);
    this.#names.set(key, name);
    return name;
  }

  /** Writes the bytes to the disk as they arrive, so no memory is needed for them. */
  #keep(item: MediaItem): Promise<string> {
    const options = { url: item.url, accept: acceptOf(item), most: mostBytesOf(item) };
    return this.#files.put(
      (take) => download(this.#fetch, options, take),
      ({ path, sha256 }) => convertedName(sha256, typeOf(headOf(path, HEAD_BYTES), item, placeOf(item.url))),
    );
  }
}
