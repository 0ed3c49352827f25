/** Times of day in a workspace's zone. Zone data comes with the program, never from the process's own TZ. */
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import type { Day, Slot } from '../../store/workspaces.ts';

/** Whether this is a zone we can read: an IANA name (or UTC). */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** An instant as the wall clock of a zone shows it: `2026-03-29T11:00:00`. @param at epoch ms */
export function localTime(at: number, timeZone: string): string {
  return new Date(at + offsetMs(at, timeZone)).toISOString().slice(0, 19);
}

/** Zones change their offset at a full quarter of an hour, so one answer serves all instants of a quarter. */
const QUARTER_MS = 15 * 60_000;
const offsets = new LRUCache<string, number>({ max: 10_000 });

/** By how much a zone's wall clock is ahead of UTC: asking Temporal costs more than all the rest of a listed post. */
function offsetMs(at: number, timeZone: string): number {
  const quarter = Math.floor(at / QUARTER_MS);
  const key = `${quarter} ${timeZone}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER_MS).toZonedDateTimeISO(timeZone);
    offset = zoned.offsetNanoseconds / 1e6;
    offsets.set(key, offset);
  }
  return offset;
}

/** A date, with a time of day or without; with an offset or Z, or without. */
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?<offset>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads a scheduledAt. Without an offset it is wall time of the workspace: a time that a DST change skips moves forward
 * by the gap, one that occurs twice means the first (docs/contract.md, Scheduling).
 * @returns epoch ms, or null when it is no date
 */
export function parseInstant(text: string, timeZone: string): number | null {
  const match = DATE_TIME.exec(text);
  if (!match) return null;
  try {
    if (match.groups?.['offset'] !== undefined) return Temporal.Instant.from(text).epochMilliseconds;
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(timeZone, {
      disambiguation: 'compatible',
    }).epochMilliseconds;
  } catch {
    return null; // 30 February, 25 o'clock
  }
}

/**
 * Reads a time as `parseInstant` does, and returns what the wall clock of the zone shows then. A time without an offset stays as it is
 * written, also if a DST change skips it on that day.
 * @returns such as `2026-05-04T09:00:00`; null when it is no date
 */
export function wallTimeOf(text: string, timeZone: string): string | null {
  const at = parseInstant(text, timeZone);
  if (at === null) return null;
  if (DATE_TIME.exec(text)?.groups?.['offset'] !== undefined) return localTime(at, timeZone);
  return Temporal.PlainDateTime.from(text).toString({ smallestUnit: 'second' });
}

/**
 * The instant at which the wall clock of one zone shows what that of another shows at an instant, read as `parseInstant` does.
 * @param at epoch ms
 */
export function sameWallTime(at: number, zones: { from: string; to: string }): number {
  const withinSecond = at - Math.floor(at / 1000) * 1000;
  return parseInstant(localTime(at, zones.from), zones.to)! + withinSecond;
}

/**
 * Reads the end of a trial: a date means the end of that day, anything else is read like a scheduledAt.
 * @returns epoch ms, or null when it is no date
 */
export function parseTrialEnd(text: string, timeZone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseInstant(text, timeZone);
  try {
    const next = Temporal.PlainDate.from(text, { overflow: 'reject' }).add({ days: 1 });
    return next.toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return null; // 30 February
  }
}

const DAYS: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** A schedule with a slot a week finds a free one within two years, or it is as good as full. */
const MAX_DAYS_AHEAD = 731;

/**
 * The earliest slot after `now` that no post has taken (docs/contract.md, Scheduling).
 * @param occupied times of scheduled posts, epoch ms
 * @returns epoch ms; null when there is no slot, or every one of two years is taken
 */
export function nextFreeSlot(
  slots: Slot[],
  timeZone: string,
  now: number,
  occupied: Set<number>,
): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead += 1) {
    const date = today.add({ days: ahead });
    const day = DAYS[date.dayOfWeek - 1];
    const instants = slots
      .filter((slot) => slot.day === day)
      .map(
        (slot) =>
          date
            .toPlainDateTime(Temporal.PlainTime.from(slot.time))
            .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds,
      )
      .filter((at) => at > now && !occupied.has(at));
    if (instants.length > 0) return Math.min(...instants);
  }
  return null;
}

/** The beginning of yesterday in a time zone, epoch ms. @param now epoch ms */
export const startOfYesterday = (timeZone: string, now: number): number =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).subtract({ days: 1 }).startOfDay()
    .epochMilliseconds;

/** The next instant after `now` at which clocks of a time zone show a full hour, epoch ms. @param hour 0 to 23 */
export function nextTimeOfDay(timeZone: string, hour: number, now: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const at = (days: number) =>
    today.add({ days }).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) })
      .epochMilliseconds;
  const first = at(0);
  return first > now ? first : at(1);
}

/** Weekdays at 11:00 and 16:00 (docs/contract.md, Scheduling). */
export const DEFAULT_SLOTS: Slot[] = DAYS.slice(0, 5).flatMap((day) => [
  { day, time: '11:00' },
  { day, time: '16:00' },
]);

/** An instant in UTC, as ISO 8601. @param ms epoch ms; null if none */
export const isoOrNull = (ms: number | null) => (ms === null ? null : isoOf(ms));

let last = { ms: Number.NaN, text: '' };
let lastBut1 = last;

/**
 * An instant in UTC, as ISO 8601. A turn writes the same two by turns, hundreds of times: its own and the one for which posts
 * were planned. So the last two are kept. @param ms epoch ms
 */
export function isoOf(ms: number): string {
  if (ms !== last.ms) {
    const instant = ms === lastBut1.ms ? lastBut1 : { ms, text: new Date(ms).toISOString() };
    lastBut1 = last;
    last = instant;
  }
  return last.text;
}
