/** Files to post, and how to recognize them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

export type File = Uint8Array<ArrayBuffer>;

/** A file of simulators/samples. */
export function sample(name: string): File {
  return Uint8Array.from(readFileSync(new URL(`../../simulators/samples/${name}`, import.meta.url)));
}

/** A photo of one colour, 600 by 400. */
export async function painted(background: string): Promise<File> {
  const canvas = { width: 600, height: 400, channels: 3 as const, background };
  return Uint8Array.from(await sharp({ create: canvas }).jpeg().toBuffer());
}

export function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}

/** The CID of plain bytes (https://github.com/multiformats/cid): version 1, raw, SHA-256, in lower-case base32. */
export function cidOf(bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest();
  let bits = '';
  for (const byte of [1, 0x55, 0x12, 0x20, ...digest]) bits += byte.toString(2).padStart(8, '0');
  const fives = bits.match(/.{1,5}/g) ?? [];
  const digits = 'abcdefghijklmnopqrstuvwxyz234567';
  return `b${fives.map((five) => digits[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')}`;
}
