/**
 * Where hosted files are stored. Their names are hashes of their contents, so a name never changes its bytes. Storing a
 * file twice has no effect, and clients may cache it for ever.
 */
import type { MediaType } from './sniff.ts';
import { extensionOf, typeOfExtension } from './file-types.ts';

export interface StoredFile {
  bytes: number;
  /** When it was last stored, epoch ms. */
  storedAt: number;
}

/** A complete file on the local disk that is to be stored. */
export interface WaitingFile {
  path: string;
  bytes: number;
  /** Hash of the bytes, in hex. */
  sha256: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface MediaStorage {
  /**
   * Checks the settings at the start.
   * @throws StorageError `misconfigured` when they are wrong, `unavailable` when the store cannot be reached
   */
  check(): Promise<void>;
  /** @returns null when there is no such file. @throws StorageError */
  stat(name: string): Promise<StoredFile | null>;
  /**
   * Stores a file. When this returns the file is complete and durable. A file of the same name is replaced. The local
   * file is consumed, or left where it is when this fails.
   * @throws StorageError
   */
  put(name: string, file: WaitingFile): Promise<void>;
  /**
   * Streams the bytes of a file. Ends early, or throws, if the file is deleted meanwhile.
   * @throws StorageError
   */
  read(name: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Deletes a file. Does nothing when there is none. @throws StorageError */
  remove(name: string): Promise<void>;
  /** Deletes converted copies that were stored before `storedBefore` (epoch ms). @returns how many were deleted */
  prune(storedBefore: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * A failure of the store of hosted files. `full`: there is no room. `unavailable`: it cannot be reached, and another
 * try may succeed. `misconfigured`: it refuses the settings, until the operator changes something.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'full' | 'unavailable' | 'misconfigured';
  constructor(code: StorageError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Name of a file that a client or a URL gave us. @param sha256 of its bytes, in hex */
export const originalName = (sha256: string, type: MediaType): string => `${sha256}.${extensionOf(type)}`;

const CONVERTED = 'c-';

/** Name of a copy that this service made. @param key SHA-256 in hex of the source and the conversion */
export const convertedName = (key: string, type: MediaType): string =>
  `${CONVERTED}${key}.${extensionOf(type)}`;

const PRIVATE = 'p-';

/**
 * Name of a file that belongs to one message. It is random, not a hash, so that nobody who has the same file knows it, and
 * deleting the file harms no other use of it. @param random 64 hexadecimal digits
 */
export const privateName = (random: string, type: MediaType): string =>
  `${PRIVATE}${random}.${extensionOf(type)}`;

export const isPrivate = (name: string): boolean => name.startsWith(PRIVATE);

export const isConverted = (name: string): boolean => name.startsWith(CONVERTED);

/**
 * The type of a hosted file by its name; null for anything that is not such a name (paths, upper case, other
 * extensions).
 */
export function typeOfName(name: string): MediaType | null {
  const extension = /^(?:[cp]-)?[0-9a-f]{64}\.([a-z0-9]{3,4})$/.exec(name)?.[1];
  const type = extension === undefined ? null : typeOfExtension(extension);
  return type !== null && extensionOf(type) === extension ? type : null;
}
