/**
 * Where hosted files are kept. They are named by what is in them, so a name never changes its bytes: keeping a file
 * twice is keeping it once, and whoever fetched it may keep it for ever.
 */
import type { MediaType } from './sniff.ts';
import { extensionOf, typeOfExtension } from './file-types.ts';

export interface StoredFile {
  bytes: number;
  /** When it was last kept, epoch ms. */
  keptAt: number;
}

/** A complete file that waits on the local disk to be kept. */
export interface WaitingFile {
  path: string;
  bytes: number;
  /** Of the bytes, in hex. */
  sha256: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface MediaStorage {
  /**
   * Finds out at the start whether the settings are right.
   * @throws StorageError `misconfigured` when they are not, `unavailable` when the store cannot be reached
   */
  check(): Promise<void>;
  /** @returns null when there is no such file. @throws StorageError */
  stat(name: string): Promise<StoredFile | null>;
  /**
   * Keeps a file. It is there whole or not at all, and lasts when this returns. One that is there already is replaced.
   * The waiting file is used up, or left where it is when this fails.
   * @throws StorageError
   */
  put(name: string, file: WaitingFile): Promise<void>;
  /**
   * Bytes of a file that is there, as they are read. Ends early, or throws, when it goes meanwhile.
   * @throws StorageError
   */
  read(name: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Deletes converted copies that were kept before `keptBefore` (epoch ms). @returns how many went */
  prune(keptBefore: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * The store of hosted files fails. `full`: there is no room. `unavailable`: it cannot be reached, another try may pass.
 * `misconfigured`: it refuses the settings it was given, and will until the operator changes something.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'full' | 'unavailable' | 'misconfigured';
  constructor(code: StorageError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Name of a file that somebody gave us. @param sha256 of its bytes, in hex */
export const originalName = (sha256: string, type: MediaType): string => `${sha256}.${extensionOf(type)}`;

const CONVERTED = 'c-';

/** Name of a copy that we made of one. @param key what it was made of and how, as a SHA-256 in hex */
export const convertedName = (key: string, type: MediaType): string =>
  `${CONVERTED}${key}.${extensionOf(type)}`;

export const isConverted = (name: string): boolean => name.startsWith(CONVERTED);

/**
 * The type of a hosted file by its name. Whatever is not a name of ours is null: paths, upper case, other extensions.
 */
export function typeOfName(name: string): MediaType | null {
  const extension = /^(?:c-)?[0-9a-f]{64}\.([a-z0-9]{3,4})$/.exec(name)?.[1];
  const type = extension === undefined ? null : typeOfExtension(extension);
  return type !== null && extensionOf(type) === extension ? type : null;
}
