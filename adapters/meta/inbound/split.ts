/**
 * Splits a body of Meta's webhooks into events, for Instagram and Pages alike. Both come in the same envelope:
 * `{object, entry: [{id, time, changes | messaging | standby}]}`. The account is the entry's id, whatever `object` says:
 * Meta's texts disagree on it for Instagram accounts that signed in with Facebook. Threads has another envelope.
 */
import type { Json } from '../../../machines/outcome.ts';
import { at } from '../../lib/http.ts';
import { storable } from '../../lib/storable.ts';
import type { InboundEvent } from '../../port/inbound.ts';
import { readFeed, readInstagramComment } from './comments.ts';
import {
  type Around,
  eventFrom,
  idIn,
  keyOf,
  nameOf,
  type Reading,
  timeIn,
  tooDeep,
  unknown,
  wordsIn,
} from '../../lib/inbound-facts.ts';
import { readMessaging } from './messaging.ts';

/** One item of an entry, and where it was. */
interface Item {
  place: 'changes' | 'messaging' | 'standby' | null;
  value: Json;
  around: Around;
  /** The entry with this item alone. */
  raw: Json;
}

export function split(body: Json, arrivedAt: number): InboundEvent[] {
  return itemsIn(body).map((item, index) => {
    const raw = storable(item.raw);
    if (raw === undefined) return tooDeep(item.around, index, arrivedAt);
    // only texts can have changed, so the same item is found again
    return eventOf(raw === item.raw ? item : (itemsIn(raw)[0] ?? item), arrivedAt);
  });
}

function eventOf({ place, value, around, raw }: Item, arrivedAt: number): InboundEvent {
  const field = wordsIn(value, 'field');
  // the button "Test" in the dashboard sends samples with fixed ids
  const reading =
    around.remoteId === '0'
      ? testOf(field ?? place ?? 'entry', around)
      : place === 'messaging' || place === 'standby'
        ? readMessaging(value, around)
        : readChange(place, field, value, around);
  const named = around.remoteId === '0' ? { ...around, remoteId: null } : around;
  const standby = place === 'standby' || field === 'standby';
  return eventFrom(reading, named, { raw, arrivedAt, standby });
}

function testOf(field: string, { timeMs }: Around): Reading {
  const dedupeKey = keyOf('test', field, timeMs);
  return { happening: { kind: 'test', field: nameOf(field) }, dedupeKey, at: null };
}

function readChange(place: Item['place'], field: string | null, value: Json, around: Around): Reading {
  if (field === null) return unknown(place ?? 'entry', value, around);
  const content = at(value, 'value') ?? null;
  switch (field) {
    case 'comments':
    case 'live_comments':
      return readInstagramComment(field, content, around);
    case 'feed':
      return readFeed(content, around);
    case 'story_insights':
      return { ...unknown(field, value, around), happening: { kind: 'ignored', name: field } };
    default:
      // direct messages come here too, in samples of the dashboard at least
      return MESSAGING.test(field) ? readMessaging(content, around) : unknown(nameOf(field), value, around);
  }
}

const MESSAGING = /^(messages?|messaging|standby)(_|$)/;

function itemsIn(body: Json): Item[] {
  // some of the documents' samples have an array around the whole body
  return (Array.isArray(body) ? body : [body]).flatMap((part) => {
    const entries = at(part, 'entry');
    if (entries === undefined) return itemsOf(part);
    return (Array.isArray(entries) ? entries : [entries]).flatMap(itemsOf);
  });
}

const PLACES = ['changes', 'messaging', 'standby'] as const;

/** The items of an entry, or the entry itself where `field` and `value` are directly in it, or nothing in it is known. */
function itemsOf(entry: Json): Item[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    const around: Around = { remoteId: null, timeMs: null };
    return [{ place: null, value: entry, around, raw: { entry: [entry] } }];
  }
  const { id, time } = entry;
  const around: Around = { remoteId: idIn(entry, 'id'), timeMs: timeIn(entry, 'time') };
  const envelope = { ...(id === undefined ? {} : { id }), ...(time === undefined ? {} : { time }) };
  const items: Item[] = PLACES.flatMap((place) => {
    const values = entry[place];
    if (values === undefined || values === null) return [];
    return (Array.isArray(values) ? values : [values]).map((value) => ({
      place,
      value,
      around,
      raw: { ...envelope, [place]: [value] },
    }));
  });
  const { field, value } = entry;
  if (field !== undefined) {
    const change = { field, ...(value === undefined ? {} : { value }) };
    items.push({ place: 'changes', value: change, around, raw: { ...envelope, changes: [change] } });
  }
  const isEmpty = Object.keys(entry).every((key) => ['id', 'time', 'uid', ...PLACES].includes(key));
  return items.length > 0 || isEmpty
    ? items
    : [{ place: null, value: entry, around, raw: { entry: [entry] } }];
}
