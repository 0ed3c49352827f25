/**
 * Record keys. A post's key is a TID: 53 bits of microseconds since 1970 and a 10-bit clock id, in 13 characters of a
 * base32 that sorts as the numbers do (https://atproto.com/specs/tid).
 */
import { createHash } from 'node:crypto';

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';
const LENGTH = 13;

/**
 * The key of a delivery's record. The part of a TID below the millisecond comes from the delivery id, so two
 * deliveries started in the same millisecond get different keys, and the same step always chooses the same key.
 */
export function recordKeyFor(deliveryId: string, now: number): string {
  const seed = createHash('sha256').update(deliveryId).digest();
  const micros = BigInt(now) * 1000n + BigInt(seed.readUInt32BE(0) % 1000);
  const clockId = BigInt(seed.readUInt32BE(4) % 1024);

  let rest = (micros << 10n) | clockId;
  let key = '';
  for (let place = 0; place < LENGTH; place += 1) {
    key = `${ALPHABET[Number(rest & 31n)]}${key}`;
    rest >>= 5n;
  }
  return key;
}
