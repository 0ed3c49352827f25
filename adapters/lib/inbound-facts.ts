/** Reads ids and times from networks' webhooks, and makes the keys by which repeats are recognised. */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import { at } from './http.ts';
import type { InboundEvent } from '../port/inbound.ts';

/** What an item says, without what every event has. */
export type Happening = InboundEvent extends infer Event
  ? Event extends InboundEvent
    ? Omit<Event, 'remoteId' | 'dedupeKey' | 'at' | 'standby' | 'raw'>
    : never
  : never;

/** An item that was read. */
export interface Reading {
  happening: Happening;
  dedupeKey: string;
  /** Epoch ms; null where the item names no time, or none that can be. */
  at: number | null;
}

/** What is around an item. */
export interface Around {
  /** The account, or null. */
  remoteId: string | null;
  /** The entry's time, epoch ms; null where it has none. */
  timeMs: number | null;
}

/** Longer texts are no id. Message ids have up to about 200 characters. */
const MAX_ID_CHARS = 500;

/** The id at a path: a text, or a whole number that is exact. @returns null if there is none */
export function idIn(json: Json | undefined, ...path: string[]): string | null {
  const id = at(json, ...path);
  if (typeof id === 'number') return Number.isSafeInteger(id) && id >= 0 ? String(id) : null;
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID_CHARS ? id : null;
}

/** The text at a path; null if there is none. A number is no text. */
export function wordsIn(json: Json | undefined, ...path: string[]): string | null {
  const words = at(json, ...path);
  return typeof words === 'string' ? words : null;
}

/** Numbers above this are milliseconds: as seconds they would be after the year 33000. */
const MS_ABOVE = 1e12;
/** September 2001: what is earlier is no time of a network. */
const EARLIEST_MS = 1e12;

/** The time at a path in epoch ms: written in seconds, in ms, as digits in a text, or as ISO 8601. */
export function timeIn(json: Json | undefined, ...path: string[]): number | null {
  const value = at(json, ...path);
  const time =
    typeof value === 'string' ? (/^\d+$/.test(value) ? Number(value) : Date.parse(value) / 1000) : value;
  if (typeof time !== 'number' || !Number.isFinite(time)) return null;
  const ms = Math.round(time > MS_ABOVE ? time : time * 1000);
  return Number.isSafeInteger(ms) && ms >= EARLIEST_MS ? ms : null;
}

/** Keys are indexed, and an index takes no more than 2,700 bytes. */
const MAX_KEY_CHARS = 300;

/** Joins what identifies an event. Absent parts count too. */
export function keyOf(kind: string, ...parts: (string | number | null)[]): string {
  const key = [kind, ...parts.map((part) => part ?? '')].join(':');
  return key.length <= MAX_KEY_CHARS ? key : `${kind}:${hashOf(key)}`;
}

/** Identifies an item that has no id of its own: the same item gives the same. */
export function hashOf(value: Json): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}

/** Names are counted, so they are short and of plain characters. */
export function nameOf(...parts: (string | null)[]): string {
  const name = parts.filter((part) => part !== null && part !== '').join('.');
  return name.replaceAll(/[^\w.]/g, '_').slice(0, 60);
}

/** An item that cannot be read, or that nobody has described. */
export function unknown(name: string, item: Json, { timeMs }: Around): Reading {
  const dedupeKey = keyOf('unknown', hashOf([name, item, timeMs]));
  return { happening: { kind: 'unknown', name }, dedupeKey, at: null };
}

/** An item that is of no use here. */
export function ignored(name: string, item: Json, { timeMs }: Around): Reading {
  const dedupeKey = keyOf('ignored', hashOf([name, item, timeMs]));
  return { happening: { kind: 'ignored', name }, dedupeKey, at: null };
}

/** Events are never from the future; clocks that differ by less than this are not worth correcting. */
const AHEAD_MS = 24 * 3_600_000;

/** Gives a reading what every event has. An impossible time counts as none. */
export function eventFrom(
  { happening, dedupeKey, at: own }: Reading,
  { remoteId, timeMs }: Around,
  { raw, arrivedAt, standby = false }: { raw: Json; arrivedAt: number; standby?: boolean },
): InboundEvent {
  const at = [own, timeMs].find((one) => one !== null && one <= arrivedAt + AHEAD_MS) ?? arrivedAt;
  return { remoteId, dedupeKey, at, standby, raw, ...happening };
}

/** An item nested so deeply that neither Postgres nor a reader should be given it. */
export function tooDeep(around: Around, index: number, arrivedAt: number): InboundEvent {
  const dedupeKey = keyOf('unknown', 'depth', around.timeMs, index);
  const reading: Reading = { happening: { kind: 'unknown', name: 'depth' }, dedupeKey, at: null };
  return eventFrom(reading, around, { raw: null, arrivedAt });
}
