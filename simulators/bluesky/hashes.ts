/** Hashes and the base32 in which the protocol writes them. */
import { createHash } from 'node:crypto';

export function sha256(content: Uint8Array | string): Buffer {
  return createHash('sha256').update(content).digest();
}

/** RFC 4648, lower case, without padding. */
export function base32(bytes: Uint8Array): string {
  const digits = 'abcdefghijklmnopqrstuvwxyz234567';
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => digits[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
