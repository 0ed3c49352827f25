/**
 * Removes the place of recording from a WebM file (RFC 8794; RFC 9559, 5.1.8): what its tags hold becomes one `Void` element of
 * the same length, so that no byte of picture or sound moves.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { namesPlace } from './place-words.ts';

/** Elements whose content is walked through when their length is unknown, as in a recording that was streamed. */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TAGS = 0x1254c367;
const VOID = 0xec;
const MAX_TAGS_BYTES = 16 * 1024 * 1024;
/** Hours of a recording that was streamed, whose picture and sound are elements of their own here. */
const MAX_ELEMENTS = 10_000_000;
/** How much is read at once, bytes. */
const WINDOW_BYTES = 64 * 1024;
/** An element's head: an id of up to 4 bytes, a length of up to 8. */
const MAX_HEAD_BYTES = 12;

interface Element {
  id: number;
  /** Bytes of id and length. */
  head: number;
  /** Bytes of the content; null if unknown. */
  length: number | null;
}

/**
 * Erases the tags of a complete file on the disk if they name a place.
 * @param path of the file, of `bytes` bytes
 * @returns whether anything was erased
 */
export async function eraseWebmPlaceOf(path: string, bytes: number): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    return await eraseTags(file, bytes);
  } finally {
    await file.close();
  }
}

async function eraseTags(file: FileHandle, bytes: number): Promise<boolean> {
  const heads = new Window(file);
  let isErased = false;
  for (let at = 0, count = 0; at < bytes && count < MAX_ELEMENTS; count += 1) {
    const element = elementIn(await heads.at(at, MAX_HEAD_BYTES));
    if (element === null) break;
    at += element.head;
    if (element.id === SEGMENT || element.length === null) continue;
    if (element.id === TAGS && element.length <= MAX_TAGS_BYTES)
      isErased = (await emptyTags(file, at, element.length)) || isErased;
    at += element.length;
  }
  return isErased;
}

/** Turns the content of tags into free space if it names a place. */
async function emptyTags(file: FileHandle, at: number, length: number): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length || !namesPlace(buffer.toString('latin1'))) return false;
  await file.write(voidOf(length), 0, length, at);
  return true;
}

/** Reads small parts of a file, one after another, by few calls. */
class Window {
  readonly #file: FileHandle;
  #start = 0;
  #bytes = Buffer.alloc(0);

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @returns fewer bytes where the file ends */
  async at(place: number, length: number): Promise<Buffer> {
    if (place < this.#start || place + length > this.#start + this.#bytes.length) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, place);
      this.#start = place;
      this.#bytes = buffer.subarray(0, bytesRead);
    }
    return this.#bytes.subarray(place - this.#start, place - this.#start + length);
  }
}

/** @returns null for bytes that start no element, or one of unknown length that may not have it */
function elementIn(bytes: Buffer): Element | null {
  const idBytes = widthOf(bytes[0]);
  if (idBytes > 4 || bytes.length <= idBytes) return null;
  const id = bytes.readUIntBE(0, idBytes);
  const sizeBytes = widthOf(bytes[idBytes]);
  const head = idBytes + sizeBytes;
  if (sizeBytes > 8 || bytes.length < head) return null;
  const marker = 1n << BigInt(7 * sizeBytes);
  const raw = BigInt(`0x${bytes.toString('hex', idBytes, head)}`) - marker;
  const isUnknown = raw === marker - 1n;
  if (isUnknown && id !== SEGMENT && id !== CLUSTER) return null;
  return { id, head, length: isUnknown ? null : Number(raw) };
}

/** How many bytes a number of variable length has: one more than zeros before its first bit (RFC 8794, 4). 9 for none. */
function widthOf(first: number | undefined): number {
  return first === undefined ? 9 : Math.clz32(first) - 23;
}

/** @param length of the whole element, bytes: at least 9, as in tags that name a place */
function voidOf(length: number): Buffer {
  const element = Buffer.alloc(length);
  element[0] = VOID;
  element.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1);
  return element;
}
