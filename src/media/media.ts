/**
 * Media on its way to networks: opened or hosted as a network wishes, from wherever it is, each copy made once. A copy
 * is named by its source's bytes and the recipe, so every node looks for it under the same name before it makes it, and
 * two that make it at once end with the same file.
 */
import { createHash } from 'node:crypto';
import {
  type HostedMedia,
  MediaError,
  type MediaItem,
  type MediaPart,
  type MediaWish,
  type OpenedMedia,
} from '../../adapters/port/publish.ts';
import { ConversionError, convert, converter, hasMetadata } from './convert.ts';
import { typeOfExtension } from './file-types.ts';
import { addressOf, type HostedFile, keepFile, MOST_HOSTED_BYTES, nameIn, UnfitFile } from './hosting.ts';
import { headOf, type Incoming } from './incoming.ts';
import { createLanes } from './lanes.ts';
import { withoutLocation } from './location.ts';
import { type Hold, noHold } from './memory.ts';
import {
  acceptOf,
  createMediaOpener,
  download,
  Gathered,
  mostBytesOf,
  openedMedia,
  placeOf,
  typeOf,
} from './open.ts';
import { pixelsOf } from './pixels.ts';
import { copyKey, type PhotoFacts, type Recipe, recipeFor } from './recipe.ts';
import { Remembered } from './remembered.ts';
import type { MediaType } from './sniff.ts';
import { convertedName, type MediaStorage, StorageError, type WaitingFile } from './storage.ts';

export interface MediaOptions {
  storage: MediaStorage;
  incoming: Incoming;
  /** The URL guard's fetch. */
  fetch: typeof globalThis.fetch;
  /** Public address of this service, without a slash at the end; asked when it is needed. */
  baseUrl: () => string;
  /** Epoch ms. */
  clock: () => number;
}

export interface Opening {
  /** Only these bytes of the file as it is. */
  part?: MediaPart | undefined;
  /** What the bytes are held by. Default: nothing bounds them. */
  hold?: Hold | undefined;
}

export interface Media {
  /** For deliveries: see PublishStep. @throws MediaError */
  open: (item: MediaItem, signal: AbortSignal, wish?: MediaWish, more?: Opening) => Promise<OpenedMedia>;
  /** For deliveries: see PublishStep. @throws MediaError */
  host: (item: MediaItem, signal: AbortSignal, wish?: MediaWish, more?: Opening) => Promise<HostedMedia>;
  /** Fetches a file that is to be hosted, through the URL guard. @throws MediaError, UnfitFile, StorageError */
  download(url: string): Promise<{ file: WaitingFile; discard: () => void }>;
  /** Hosts a file for good. @throws UnfitFile, StorageError; the waiting file is the caller's to discard */
  keep(file: WaitingFile): Promise<HostedFile>;
  /** The address of a hosted file. */
  addressOf(name: string): string;
  /** Whether an address is one of ours: it is read from the store, and needs no URL guard. */
  isHosted(url: string): boolean;
}

/** `isChanged`: the bytes are not those at the item's address, for its location was removed. */
type OpenedItem = OpenedMedia & { isChanged: boolean };

/** Copies older than this are made again before they are handed out, so that none is pruned under a network's eyes. */
const RENEW_AFTER_MS = 7 * 86_400_000;
/** How long it is remembered what stands at an address: the steps of one post follow each other within minutes. */
const REMEMBERED = { most: 10_000, forMs: 10 * 60_000 };
/** Downloads that callers wait for; each is a file on the disk of up to 100 MB. */
const DOWNLOADS_AT_ONCE = 16;
/** A header of our own making is at the very beginning. */
const HEAD_BYTES = 4096;

export function createMedia({ storage, incoming, fetch, baseUrl, clock }: MediaOptions): Media {
  const openFar = createMediaOpener({ fetch });
  const hosted = new Remembered<HostedMedia>({ ...REMEMBERED, now: () => performance.now() });
  const downloads = createLanes(DOWNLOADS_AT_ONCE);
  /** The same for deliveries, which callers need not wait behind. */
  const fetches = createLanes(DOWNLOADS_AT_ONCE);
  /** Where the store has what stands at an address elsewhere. */
  const fetched = new Remembered<string>({ ...REMEMBERED, now: () => performance.now() });
  const making = new Map<string, Promise<unknown>>();

  /** The item, from the store where it is ours, else from the network; of a photo what says where it was taken is removed. */
  async function openAsIs(item: MediaItem, signal: AbortSignal, hold: Hold): Promise<OpenedItem> {
    const opened = await openWhole(item, signal, hold);
    if (item.kind !== 'image') return { ...opened, isChanged: false };
    const bytes = withoutLocation(opened.bytes, opened.contentType as MediaType);
    return { ...opened, bytes, isChanged: bytes !== opened.bytes };
  }

  async function openWhole(item: MediaItem, signal: AbortSignal, hold: Hold): Promise<OpenedMedia> {
    const name = nameIn(baseUrl(), item.url);
    if (name === null) return openFar(item, signal, hold);
    const place = placeOf(item.url);
    const bytes = await readAll(name, signal, hold);
    if (bytes === null) throw new MediaError(`${place} is not hosted here any more.`, false);
    return openedMedia(bytes, item, place);
  }

  /** Some bytes of a file; one from elsewhere is fetched once, and read from the store from then on. */
  async function openPartOf(
    item: MediaItem,
    signal: AbortSignal,
    { part, hold }: { part: MediaPart; hold: Hold },
  ): Promise<OpenedMedia> {
    const place = placeOf(item.url);
    const name = nameIn(baseUrl(), item.url) ?? (await keptName(item, signal));
    const kept = await storage.stat(name);
    if (kept === null || kept.bytes === 0)
      throw new MediaError(`${place} is not hosted here any more.`, false);
    const head = await readRange(name, { from: 0, to: Math.min(HEAD_BYTES, kept.bytes) }, signal);
    const contentType = typeOf(head, item, place);
    const to = Math.min(part.to, kept.bytes);
    const from = Math.min(part.from, to);
    await hold.take(to - from, signal);
    const bytes = from === to ? new Uint8Array() : await readRange(name, { from, to }, signal);
    return { bytes, size: kept.bytes, contentType, width: null, height: null };
  }

  /** Where the store has a file from elsewhere; fetched when it has none. */
  async function keptName(item: MediaItem, signal: AbortSignal): Promise<string> {
    const key = hashOf(item.url, {});
    const known = fetched.get(key);
    if (known !== undefined && (await storage.stat(known)) !== null) return known;
    let fetching = making.get(key) as Promise<string> | undefined;
    if (fetching === undefined) {
      // as with copies: whoever asks first may go away, and the others still want it
      fetching = fetches(() => keepFar(item)).finally(() => making.delete(key));
      making.set(key, fetching);
    }
    const name = await Promise.race([fetching, endOf(signal)]);
    fetched.set(key, name);
    return name;
  }

  /** To the disk as it arrives, so no memory is needed for it. */
  async function keepFar(item: MediaItem): Promise<string> {
    const file = incoming.begin();
    try {
      const options = { url: item.url, accept: acceptOf(item), most: mostBytesOf(item) };
      await download(fetch, options, (chunk) => file.write(chunk));
      const waiting = file.finish();
      const type = typeOf(headOf(waiting.path, HEAD_BYTES), item, placeOf(item.url));
      const name = convertedName(waiting.sha256, type);
      await storage.put(name, waiting);
      return name;
    } finally {
      file.discard();
    }
  }

  async function readAll(
    name: string,
    signal: AbortSignal,
    hold: Hold,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const kept = await storage.stat(name);
    if (kept === null || kept.bytes === 0) return null;
    await hold.take(kept.bytes, signal);
    return readRange(name, { from: 0, to: kept.bytes }, signal);
  }

  /** Bytes of a file that is there; `to` excluded. */
  async function readRange(
    name: string,
    { from, to }: MediaPart,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const gathered = new Gathered();
    for await (const chunk of storage.read(name, { from, to: to - 1 })) {
      signal.throwIfAborted();
      gathered.add(chunk);
    }
    return gathered.all();
  }

  /** What has to be done to an opened photo; null where it fits. */
  async function recipeOf(opened: OpenedMedia, item: MediaItem, wish: MediaWish): Promise<Recipe | null> {
    const { bytes, width, height } = opened;
    const type = opened.contentType as MediaType;
    if (width === null || height === null) {
      throw new MediaError(`${placeOf(item.url)} is damaged: it has no size in pixels.`, false);
    }
    const photo: PhotoFacts = {
      type,
      bytes: bytes.byteLength,
      pixels: { width, height },
      hasMetadata: wish.withoutMetadata === true && (await hasMetadata(bytes, type)),
    };
    return recipeFor(photo, wish);
  }

  /** Has the copy in the store when it returns. @returns its name */
  async function copyOf(
    opened: OpenedMedia,
    item: MediaItem,
    { recipe, signal }: { recipe: Recipe; signal: AbortSignal },
  ): Promise<string> {
    const sha256 = createHash('sha256').update(opened.bytes).digest('hex');
    const name = convertedName(copyKey(sha256, recipe, converter), recipe.type);
    const kept = await storage.stat(name);
    if (kept !== null && kept.bytes > 0 && clock() - kept.keptAt < RENEW_AFTER_MS) return name;
    let made = making.get(name);
    if (made === undefined) {
      // whoever asks first may go away: the others still want it, so it is no one's to stop
      made = make(name, opened.bytes, recipe).finally(() => making.delete(name));
      making.set(name, made);
    }
    await Promise.race([made, endOf(signal)]).catch((cause: unknown) => {
      if (!(cause instanceof ConversionError)) throw cause;
      throw new MediaError(`${placeOf(item.url)} ${cause.message}.`, false);
    });
    return name;
  }

  async function make(name: string, bytes: Uint8Array, recipe: Recipe): Promise<void> {
    const copy = await convert(bytes, recipe);
    const file = incoming.begin();
    try {
      file.write(copy);
      await storage.put(name, file.finish());
    } finally {
      file.discard();
    }
  }

  async function open(
    item: MediaItem,
    signal: AbortSignal,
    wish: MediaWish | undefined,
    { part, hold = noHold }: Opening,
  ): Promise<OpenedMedia> {
    // photos are handed out whole: what is removed from them may lie in any part
    if (part !== undefined && item.kind !== 'image') return openPartOf(item, signal, { part, hold });
    const { isChanged: _, ...opened } = await openAsIs(item, signal, hold);
    if (item.kind !== 'image' || wish === undefined) return opened;
    const recipe = await recipeOf(opened, item, wish);
    if (recipe === null) return opened;
    const name = await copyOf(opened, item, { recipe, signal });
    const bytes = await readAll(name, signal, hold);
    if (bytes === null) throw new MediaError(`the copy of ${placeOf(item.url)} is gone.`, true);
    return openedMedia(bytes, item, placeOf(item.url));
  }

  async function host(
    item: MediaItem,
    signal: AbortSignal,
    wish: MediaWish = {},
    { hold = noHold }: Opening,
  ): Promise<HostedMedia> {
    const asIs = { url: item.url, contentType: typeOfExtension(item.extension) ?? '' };
    if (item.kind !== 'image') return { ...asIs, width: null, height: null };
    const key = hashOf(item.url, wish);
    const known = hosted.get(key);
    if (known !== undefined) return known;

    const opened = await openAsIs(item, signal, hold);
    const recipe = await recipeOf(opened, item, wish);
    const { contentType, width, height } = opened;
    const answer =
      recipe === null
        ? { url: await addressFor(opened, item, wish), contentType, width, height }
        : await describe(await copyOf(opened, item, { recipe, signal }), recipe, signal);
    hosted.set(key, answer);
    return answer;
  }

  /** The item's own address, or that of a copy where its location was removed or the network wants one of ours. */
  async function addressFor(opened: OpenedItem, item: MediaItem, wish: MediaWish): Promise<string> {
    const isOurs = nameIn(baseUrl(), item.url) !== null;
    if (!opened.isChanged && (wish.ownAddress !== true || isOurs)) return item.url;
    const file = incoming.begin();
    try {
      file.write(opened.bytes);
      const waiting = file.finish();
      const name = convertedName(waiting.sha256, opened.contentType as MediaType);
      await storage.put(name, waiting);
      return addressOf(baseUrl(), name);
    } finally {
      file.discard();
    }
  }

  async function describe(name: string, { type }: Recipe, signal: AbortSignal): Promise<HostedMedia> {
    const kept = await storage.stat(name);
    const head = await readRange(
      name,
      { from: 0, to: Math.min(kept?.bytes ?? HEAD_BYTES, HEAD_BYTES) },
      signal,
    );
    const pixels = pixelsOf(head, type);
    const size = { width: pixels?.width ?? null, height: pixels?.height ?? null };
    return { url: addressOf(baseUrl(), name), contentType: type, ...size };
  }

  async function fetchFile(url: string): Promise<{ file: WaitingFile; discard: () => void }> {
    const own = nameIn(baseUrl(), url);
    const file = incoming.begin();
    const take = (chunk: Uint8Array) => {
      if (file.bytes + chunk.byteLength > MOST_HOSTED_BYTES) throw tooLarge();
      file.write(chunk);
    };
    try {
      if (own === null) await download(fetch, { url, accept: '*/*', most: Infinity }, take);
      else await readAgain(own, url, take);
      return { file: file.finish(), discard: () => file.discard() };
    } catch (cause) {
      file.discard();
      throw cause;
    }
  }

  /** A file that is hosted here already; the guard would not let us ask ourselves. */
  async function readAgain(name: string, url: string, take: (chunk: Uint8Array) => void): Promise<void> {
    const kept = await storage.stat(name);
    if (kept === null) throw new MediaError(`${placeOf(url)} is not hosted here any more.`, false);
    for await (const chunk of storage.read(name, { from: 0, to: kept.bytes - 1 })) take(chunk);
  }

  return {
    download: (url) => downloads(() => fetchFile(url)),
    keep: (file) => keepFile(storage, file),
    addressOf: (name) => addressOf(baseUrl(), name),
    isHosted: (url) => nameIn(baseUrl(), url) !== null,
    open: (item, signal, wish, more = {}) => told(open(item, signal, wish, more), item, signal),
    host: (item, signal, wish, more = {}) => told(host(item, signal, wish, more), item, signal),
  };
}

const tooLarge = () =>
  new UnfitFile(
    'media_too_large',
    `is larger than ${MOST_HOSTED_BYTES / 1024 / 1024} MiB, the most that is hosted`,
  );

/** Faults of the store and time-outs are no bugs of the adapter that asked: they pass. */
async function told<T>(work: Promise<T>, item: MediaItem, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof StorageError) throw new MediaError(`${cause.message}.`, true);
    const gone = (cause as NodeJS.ErrnoException).code === 'ENOENT'; // deleted while it was read
    if (!gone && !(signal.aborted && cause === signal.reason)) throw cause;
    throw new MediaError(`${placeOf(item.url)} could not be had in time.`, true);
  }
}

/** Rejects with the signal's reason when it ends. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** A signed address is a secret: it is not kept in clear, even in memory. */
function hashOf(url: string, wish: MediaWish): string {
  return createHash('sha256')
    .update(JSON.stringify([url, wish]))
    .digest('base64');
}
