/**
 * The blocks of a GIF (GIF89a, 15 to 27). Metadata are in comments and in the application extension of XMP (XMP specification,
 * part 3, 1.1.2), whose packet ends with bytes that lead every reader of sub-blocks to its end.
 */
import { namesPlace } from './place-words.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const END = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
const HEAD_BYTES = 13;

/**
 * @returns the parts without comments and XMP, in order, and whether these, or what follows the end of the file, name a place
 */
export function gif(bytes: Bytes): { parts: Bytes[]; hasLocation: boolean; orientation: number } {
  const walk = { parts: [] as Bytes[], hasLocation: false, orientation: 1 };
  const notes: string[] = [];
  let at = HEAD_BYTES + colours(bytes[10]);
  walk.parts.push(bytes.subarray(0, at));
  while (at < bytes.length) {
    const mark = bytes[at];
    const end =
      mark === IMAGE ? endOfImage(bytes, at) : mark === EXTENSION ? endOfBlocks(bytes, at + 2) : null;
    if (end === null) break;
    const block = bytes.subarray(at, end);
    if (isMetadata(block)) notes.push(latin1(block));
    else walk.parts.push(block);
    at = end;
  }
  if (bytes[at] === END) {
    walk.parts.push(bytes.subarray(at, at + 1));
    notes.push(latin1(bytes.subarray(at + 1)));
  } else walk.parts.push(bytes.subarray(at)); // damaged: the decoder will report it
  walk.hasLocation = notes.some(namesPlace);
  return walk;
}

function isMetadata(block: Bytes): boolean {
  if (block[0] !== EXTENSION) return false;
  return (
    block[1] === COMMENT || (block[1] === APPLICATION && latin1(block.subarray(3, 14)) === 'XMP DataXMP')
  );
}

/** The bytes of a table of colours, by the flags before it. */
function colours(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** A descriptor of ten bytes, its colours, the size of a code, and the picture. */
const endOfImage = (bytes: Bytes, at: number): number => endOfBlocks(bytes, at + 11 + colours(bytes[at + 9]));

/** Sub-blocks say how long they are; one without length is the last. */
function endOfBlocks(bytes: Bytes, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
  return Math.min(at + 1, bytes.length);
}

const latin1 = ({ buffer, byteOffset, byteLength }: Bytes): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
