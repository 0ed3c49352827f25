/** Ids of resources: a prefix that names what they are, and a ULID, so that they sort by creation. */
import { randomFillSync } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

/** Of resources that are no actors; kinds of actors name their own (`idPrefix`). */
type Prefix =
  | 'ws'
  | 'usr'
  | 'link'
  | 'group'
  | 'hook'
  | 'key'
  | 'med'
  | 'evt'
  | 'sign'
  | 'ses'
  | 'template'
  | 'node'
  | 'msg'
  | 'reply'
  | 'copy'
  | 'clm'
  | 'call'
  | 'conf'
  | 'inv'
  | 'app'
  | 'grant'
  | 'aud'
  | 'note'
  | 'aplink'
  | 'rplink';

/** Random bytes ahead: an id takes 16 of them one by one, and each call of the generator costs more than the rest of an id. */
const RANDOM_BYTES = 4_096;
const random = new Uint8Array(RANDOM_BYTES);
let used = RANDOM_BYTES;

const ulid = monotonicFactory(() => {
  if (used === RANDOM_BYTES) {
    randomFillSync(random);
    used = 0;
  }
  const byte = random[used]!;
  used += 1;
  return byte / 256;
});

/** A new id. @param now epoch ms, the time the id carries */
export const newId = (prefix: Prefix, now: number): string => `${prefix}_${ulid(now)}`;

/** What ids of this time and later sort behind. @param at epoch ms */
export const leastId = (prefix: Prefix, at: number): string => `${prefix}_${encodeTime(Math.max(0, at))}`;

/** The time that an id carries, epoch ms. */
export const timeOfId = (id: string): number => decodeTime(id.slice(id.indexOf('_') + 1));

/** The id of a new actor. @param now epoch ms, the time the id carries */
export const newActorId = ({ idPrefix }: { readonly idPrefix: string }, now: number): string =>
  `${idPrefix}_${ulid(now)}`;
