/**
 * Media for networks: opens or hosts each file as the network requires, wherever it is now, and makes each converted
 * copy once.
 * A file is either hosted here (stored-files.ts) or elsewhere (open.ts reads it whole, remote-files.ts in parts). A photo
 * that does not meet the requirements is converted first (copies.ts).
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type HostedMedia,
  MediaError,
  type MediaItem,
  type MediaPart,
  type MediaRequirements,
  type OpenedMedia,
} from '../../../adapters/port/publish.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { Copies } from './copies.ts';
import { RemoteFiles } from './remote-files.ts';
import { typeOfExtension } from './file-types.ts';
import {
  addressOf,
  type HostedFile,
  inspect,
  keepFile,
  MAX_HOSTED_BYTES,
  nameIn,
  UnfitFile,
} from './hosting.ts';
import type { Incoming } from './incoming.ts';
import { withoutLocation } from './location.ts';
import { type Hold, noHold } from './memory.ts';
import { createMediaOpener, download, openedMedia, placeOf, typeOf } from './open.ts';
import { refuseSize, sizeAt } from './size.ts';
import { pixelsOf } from './pixels.ts';
import type { MediaType } from './sniff.ts';
import { convertedName, type MediaStorage, privateName, StorageError, type WaitingFile } from './storage.ts';
import { StoredFiles } from './stored-files.ts';
import { withoutPlace } from './without-place.ts';

interface MediaOptions {
  storage: MediaStorage;
  incoming: Incoming;
  /** The URL guard's fetch. */
  fetch: typeof globalThis.fetch;
  /** Public address of this service, without a trailing slash. Called each time, because the port may be known late. */
  baseUrl: () => string;
  /** Epoch ms. */
  clock: () => number;
}

interface Opening {
  /** Only these bytes of the unchanged file. */
  part?: MediaPart | undefined;
  /** Where to request memory for the bytes. Default: no limit. */
  hold?: Hold | undefined;
}

/** `isChanged`: the bytes differ from those at the item's address, because its location was removed. */
type OpenedItem = OpenedMedia & { isChanged: boolean };

/** How long the hosted address of an item is remembered. The steps of one post follow each other within minutes. */
const REMEMBERED = { max: 10_000, ttl: 10 * 60_000 };
/** How many downloads for callers of the API run at once; each is a file of up to 100 MB on the disk. */
const MAX_DOWNLOADS = 16;
/** Enough bytes of a file to recognize its type and size in pixels. */
const HEAD_BYTES = 4096;
/** Files in messages: Instagram takes up to 25 MB (docs of its direct messages). */
const MAX_PRIVATE_BYTES = 25 * 1024 * 1024;

export class Media {
  readonly #options: MediaOptions;
  readonly #files: StoredFiles;
  readonly #remote: RemoteFiles;
  readonly #copies: Copies;
  readonly #openFar: ReturnType<typeof createMediaOpener>;
  readonly #downloads = new Semaphore(MAX_DOWNLOADS);
  readonly #hosted = new LRUCache<string, HostedMedia>(REMEMBERED);

  constructor(options: MediaOptions) {
    this.#options = options;
    this.#files = new StoredFiles(options);
    this.#remote = new RemoteFiles(this.#files, options.fetch);
    this.#copies = new Copies(this.#files, options.clock);
    this.#openFar = createMediaOpener({ fetch: options.fetch });
  }

  /** For deliveries: see PublishStep. @throws MediaError */
  open(
    item: MediaItem,
    signal: AbortSignal,
    requirements?: MediaRequirements,
    more: Opening = {},
  ): Promise<OpenedMedia> {
    return asMediaError(this.#open(item, signal, requirements, more), item, signal);
  }

  /** For deliveries: see PublishStep. @throws MediaError */
  host(
    item: MediaItem,
    signal: AbortSignal,
    requirements?: MediaRequirements,
    more: Opening = {},
  ): Promise<HostedMedia> {
    return asMediaError(this.#host(item, signal, requirements, more), item, signal);
  }

  /** Downloads a file that is to be hosted, through the URL guard. @throws MediaError, UnfitFile, StorageError */
  download(url: string): Promise<{ file: WaitingFile; discard: () => void }> {
    return this.#downloads.run(() => this.#download(url));
  }

  /** Hosts a file permanently. @throws UnfitFile, StorageError; the caller discards the incoming file */
  keep(file: WaitingFile): Promise<HostedFile> {
    return keepFile(this.#options.storage, file);
  }

  /**
   * Copies a file that belongs to one message, through the URL guard: up to 25 MB of a type that is hosted here.
   * @param copy.random 64 hexadecimal digits for its name; isWanted: called with the name before the file is stored
   * @returns the name; null when it is not wanted any more
   * @throws MediaError, UnfitFile, StorageError
   */
  async copyPrivately(
    url: string,
    { random, isWanted }: { random: string; isWanted: (name: string) => Promise<boolean> },
  ): Promise<string | null> {
    const { incoming, storage, fetch } = this.#options;
    const file = incoming.begin();
    try {
      const work = () =>
        download(fetch, { url, accept: '*/*', most: MAX_PRIVATE_BYTES }, (chunk) => file.write(chunk));
      await this.#downloads.run(work);
      const waiting = file.finish();
      const { type } = inspect(waiting);
      const name = privateName(random, type);
      if (!(await isWanted(name))) return null;
      await storage.put(name, await withoutPlace(waiting, type));
      return name;
    } finally {
      file.discard();
    }
  }

  /** Whether the store has a hosted file. @throws StorageError */
  async isStored(name: string): Promise<boolean> {
    return (await this.#files.stat(name)) !== null;
  }

  /** Deletes a hosted file. @throws StorageError */
  async removeHosted(name: string): Promise<void> {
    await this.#options.storage.remove(name);
  }

  /** Deletes such a copy. @throws StorageError */
  removePrivate(name: string): Promise<void> {
    return this.#options.storage.remove(name);
  }

  /** A hosted file by its name, to be read from the store; null when it is not there. @throws StorageError */
  async readHosted(name: string): Promise<{ bytes: number; chunks: AsyncIterable<Uint8Array> } | null> {
    const { storage } = this.#options;
    const stored = await storage.stat(name);
    if (stored === null || stored.bytes === 0) return null;
    return { bytes: stored.bytes, chunks: storage.read(name, { from: 0, to: stored.bytes - 1 }) };
  }

  /** The address of a hosted file. */
  addressOf(name: string): string {
    return addressOf(this.#options.baseUrl(), name);
  }

  /** Whether an address is ours. Such files are read from the store, without the URL guard. */
  isHosted(url: string): boolean {
    return this.#nameIn(url) !== null;
  }

  #nameIn(url: string): string | null {
    return nameIn(this.#options.baseUrl(), url);
  }

  async #open(
    item: MediaItem,
    signal: AbortSignal,
    requirements: MediaRequirements | undefined,
    { part, hold = noHold }: Opening,
  ): Promise<OpenedMedia> {
    // photos are read whole: the location that is removed may be in any part
    if (part !== undefined && item.kind !== 'image') return this.#openPart(item, signal, { part, hold });
    const { isChanged: _, ...opened } = await this.#openAsIs(item, signal, hold);
    refuseSize(item, opened.bytes.length, requirements);
    if (item.kind !== 'image' || requirements === undefined) return opened;
    const recipe = await this.#copies.recipeOf(opened, item, requirements);
    if (recipe === null) return opened;
    const name = await this.#copies.ensure(opened, item, { recipe, signal });
    const bytes = await this.#files.readAll(name, signal, hold);
    if (bytes === null) throw new MediaError(`the copy of ${placeOf(item.url)} is gone.`, true);
    return openedMedia(bytes, item, placeOf(item.url));
  }

  /** The item without a conversion. The place where a photo was taken is removed. */
  async #openAsIs(item: MediaItem, signal: AbortSignal, hold: Hold): Promise<OpenedItem> {
    const opened = await this.#openWhole(item, signal, hold);
    if (item.kind !== 'image') return { ...opened, isChanged: false };
    const bytes = withoutLocation(opened.bytes, opened.contentType as MediaType);
    return { ...opened, bytes, isChanged: bytes !== opened.bytes };
  }

  /** The item's bytes: from the store if it is hosted here, else from its server. */
  async #openWhole(item: MediaItem, signal: AbortSignal, hold: Hold): Promise<OpenedMedia> {
    const name = this.#nameIn(item.url);
    if (name === null) return this.#openFar(item, signal, hold);
    const bytes = await this.#files.readAll(name, signal, hold);
    if (bytes === null) throw notHosted(item.url);
    return openedMedia(bytes, item, placeOf(item.url));
  }

  /** Some bytes of a file. A file from elsewhere is downloaded once, and read from the store afterwards. */
  async #openPart(
    item: MediaItem,
    signal: AbortSignal,
    { part, hold }: { part: MediaPart; hold: Hold },
  ): Promise<OpenedMedia> {
    const name = this.#nameIn(item.url) ?? (await this.#remote.nameOf(item, keyOf(item.url, {}), signal));
    const stored = await this.#files.stat(name);
    if (stored === null) throw notHosted(item.url);
    const headEnd = Math.min(HEAD_BYTES, stored.bytes);
    const head = await this.#files.readRange(name, { from: 0, to: headEnd }, signal);
    const contentType = typeOf(head, item, placeOf(item.url));
    const to = Math.min(part.to, stored.bytes);
    const from = Math.min(part.from, to);
    await hold.take(to - from, signal);
    const bytes = from === to ? new Uint8Array() : await this.#files.readRange(name, { from, to }, signal);
    return { bytes, size: stored.bytes, contentType, width: null, height: null };
  }

  async #host(
    item: MediaItem,
    signal: AbortSignal,
    requirements: MediaRequirements = {},
    { hold = noHold }: Opening,
  ): Promise<HostedMedia> {
    const asIs = { url: item.url, contentType: typeOfExtension(item.extension) ?? '' };
    if (item.kind !== 'image') {
      if (requirements.maxBytes !== undefined)
        refuseSize(item, await this.#sizeOf(item, signal), requirements);
      return { ...asIs, width: null, height: null };
    }
    const key = keyOf(item.url, requirements);
    const existing = this.#hosted.get(key);
    if (existing !== undefined) return existing;

    const opened = await this.#openAsIs(item, signal, hold);
    const recipe = await this.#copies.recipeOf(opened, item, requirements);
    const { contentType, width, height } = opened;
    const hosted =
      recipe === null
        ? { url: await this.#hostAsIs(opened, item, requirements), contentType, width, height }
        : await this.#describe(
            await this.#copies.ensure(opened, item, { recipe, signal }),
            recipe.type,
            signal,
          );
    this.#hosted.set(key, hosted);
    return hosted;
  }

  /**
   * The item's own address, or that of a hosted copy when its location was removed or the network needs an address of
   * ours.
   */
  async #hostAsIs(
    { bytes, contentType, isChanged }: OpenedItem,
    item: MediaItem,
    requirements: MediaRequirements,
  ): Promise<string> {
    if (!isChanged && (requirements.ownAddress !== true || this.isHosted(item.url))) return item.url;
    const name = await this.#files.put(
      (take) => take(bytes),
      ({ sha256 }) => convertedName(sha256, contentType as MediaType),
    );
    return this.addressOf(name);
  }

  /** The size of a file that networks fetch from its own address, in bytes; null where its server does not say. */
  async #sizeOf({ url }: MediaItem, signal: AbortSignal): Promise<number | null> {
    const name = this.#nameIn(url);
    if (name !== null) return (await this.#files.stat(name))?.bytes ?? null;
    return sizeAt(this.#options.fetch, url, signal);
  }

  async #describe(name: string, type: MediaType, signal: AbortSignal): Promise<HostedMedia> {
    const stored = await this.#files.stat(name);
    const to = Math.min(stored?.bytes ?? HEAD_BYTES, HEAD_BYTES);
    const pixels = pixelsOf(await this.#files.readRange(name, { from: 0, to }, signal), type);
    const size = { width: pixels?.width ?? null, height: pixels?.height ?? null };
    return { url: this.addressOf(name), contentType: type, ...size };
  }

  async #download(url: string): Promise<{ file: WaitingFile; discard: () => void }> {
    const own = this.#nameIn(url);
    const file = this.#options.incoming.begin();
    const take = (chunk: Uint8Array) => {
      if (file.bytes + chunk.byteLength > MAX_HOSTED_BYTES) throw tooLarge();
      file.write(chunk);
    };
    try {
      if (own === null) await download(this.#options.fetch, { url, accept: '*/*', most: Infinity }, take);
      else await this.#readAgain(own, url, take);
      return { file: file.finish(), discard: () => file.discard() };
    } catch (error) {
      file.discard();
      throw error;
    }
  }

  /** A file that is hosted here: the URL guard would refuse to download from this service. */
  async #readAgain(name: string, url: string, take: (chunk: Uint8Array) => void): Promise<void> {
    const { storage } = this.#options;
    const stored = await storage.stat(name);
    if (stored === null) throw notHosted(url);
    for await (const chunk of storage.read(name, { from: 0, to: stored.bytes - 1 })) take(chunk);
  }
}

const notHosted = (url: string) => new MediaError(`${placeOf(url)} is not hosted here any more.`, false);

const tooLarge = () =>
  new UnfitFile(
    'media_too_large',
    `is larger than ${MAX_HOSTED_BYTES / 1024 / 1024} MiB, the most that is hosted`,
  );

/**
 * Turns failures of the store and time-outs into errors that an adapter can report. Other errors are bugs and pass
 * through.
 */
async function asMediaError<T>(work: Promise<T>, item: MediaItem, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StorageError) throw new MediaError(`${error.message}.`, true);
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT'; // deleted while it was being read
    if (!gone && !(signal.aborted && error === signal.reason)) throw error;
    throw new MediaError(`${placeOf(item.url)} could not be fetched in time.`, true);
  }
}

/** A hash of the address: a signed address is a secret, so it is not kept in clear, even in memory. */
function keyOf(url: string, requirements: MediaRequirements): string {
  return createHash('sha256')
    .update(JSON.stringify([url, requirements]))
    .digest('base64');
}
