/**
 * When something that repeats is due: a rule of RFC 5545 (RRULE) with a first time and a time zone. `rrule-temporal` computes the wall-clock
 * times, and `parseInstant` makes instants of them: an hour that a DST change skips moves forward by the gap, one that occurs twice means
 * the first, as for every `scheduledAt` (docs/contract.md, Scheduling). The library alone would leave a time in the gap out.
 */
import { LRUCache } from 'lru-cache';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { localTime, parseInstant } from './time.ts';

export interface Recurrence {
  /** As `readRule` returns it. */
  rule: string;
  /** The first possible time, on the wall clock of the zone: `2026-12-01T09:00:00`. It says the time of day, too. */
  startsAt: string;
  /** IANA name. */
  timezone: string;
}

/** The most dates that a rule may count: each time, they are counted from the first one. */
const MAX_COUNT = 730;
const MAX_INTERVAL = 1_000;
/** A rule without a date within so long has none: 29 February comes within eight years. */
const MAX_GAP_MS = 9 * 366 * DAY_MS;
/** What the library may look at before it gives up, so that no rule keeps a node busy. */
const BOUNDS = { maxIterations: 10_000, maxCandidateEvaluations: 100_000 };
/** Nothing repeats more often. */
const LEAST_GAP_MS = HOUR_MS;

/** Why a rule cannot be used, as a sentence. */
export class UnusableRule extends Error {
  override name = 'UnusableRule';
}

const list = (one: string) => new RegExp(`^${one}(,${one})*$`);
const HOUR = '(?:2[0-3]|1\\d|0?\\d)';
/** The values of each part of a rule. What RFC 5545 knows besides is more than a calendar of posts needs. */
const PARTS: { readonly [part: string]: RegExp } = {
  FREQ: /^(HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,2}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  BYDAY: list('(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)'),
  BYMONTHDAY: list('-?(?:3[01]|[12]\\d|0?[1-9])'),
  BYMONTH: list('(?:1[0-2]|0?[1-9])'),
  BYSETPOS: list('-?[1-9]\\d?'),
  BYHOUR: list(HOUR),
  // a second minute would make two an hour
  BYMINUTE: /^[0-5]?\d$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
};

/**
 * Reads a rule such as `RRULE:FREQ=WEEKLY;BYDAY=MO,TH`; the beginning `RRULE:` may be left out.
 * @returns it in capitals, with the beginning
 * @throws UnusableRule
 */
export function readRule(text: string): string {
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '');
  const parts = new Map<string, string>();
  for (const part of rule.split(';')) {
    const [name = '', value = ''] = part.split('=', 2);
    const values = PARTS[name];
    if (values === undefined || !Object.hasOwn(PARTS, name)) throw new UnusableRule(whyNotPart(name));
    if (parts.has(name)) throw new UnusableRule(`${name} occurs twice`);
    if (!values.test(value) || part !== `${name}=${value}`)
      throw new UnusableRule(whyNotValue(name, value.slice(0, 40)));
    parts.set(name, value);
  }
  if (!parts.has('FREQ')) throw new UnusableRule('it has to say how often, such as FREQ=WEEKLY');
  if (parts.has('COUNT') && parts.has('UNTIL'))
    throw new UnusableRule('it ends after a number of posts (COUNT) or on a date (UNTIL), not both');
  if (Number(parts.get('COUNT') ?? 1) > MAX_COUNT) throw new UnusableRule(`COUNT is at most ${MAX_COUNT}`);
  if (Number(parts.get('INTERVAL') ?? 1) > MAX_INTERVAL)
    throw new UnusableRule(`INTERVAL is at most ${MAX_INTERVAL}`);
  return `RRULE:${rule}`;
}

function whyNotPart(name: string): string {
  return `"${name.slice(0, 20)}" is no part that is supported: use ${Object.keys(PARTS).join(', ')}`;
}

function whyNotValue(name: string, value: string): string {
  if (name === 'FREQ') return 'FREQ is HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY: at most one an hour';
  if (name === 'BYMINUTE') return 'BYMINUTE is one minute: at most one an hour';
  return `"${value}" is no value of ${name}`;
}

/** The dates of one rule, and the next one as it was computed last. */
interface Compiled {
  between(after: number, until: number): number[];
  next(after: number): number | null;
}

const compiled = new LRUCache<string, Compiled>({ max: 2_000 });

function compile(recurrence: Recurrence): Compiled {
  const { rule, startsAt, timezone } = recurrence;
  const key = `${rule} ${startsAt} ${timezone}`;
  let found = compiled.get(key);
  if (found === undefined) {
    // hours that pass know no wall clock
    found = /FREQ=HOURLY/.test(rule) ? inZone(recurrence) : onWallClock(recurrence);
    compiled.set(key, found);
  }
  return found;
}

const instantIn = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

/** @throws UnusableRule */
function libraryRule(rule: string, dtstart: Temporal.ZonedDateTime): RRuleTemporal {
  try {
    return new RRuleTemporal({ rruleString: rule, dtstart, strict: true, temporal: Temporal, ...BOUNDS });
  } catch (cause) {
    throw new UnusableRule(`it contradicts itself: ${(cause as Error).message}`, { cause });
  }
}

/** Dates by the hours that pass, in the real zone. */
function inZone({ rule, startsAt, timezone }: Recurrence): Compiled {
  const first = instantIn(parseInstant(startsAt, timezone)!, timezone);
  const written = withUntil(rule, (local) => localTime(parseInstant(local, timezone)!, 'UTC'), timezone);
  const dates = libraryRule(written, first);
  return {
    between: (after, until) =>
      (bounded(() => dates.between(instantIn(after, timezone), instantIn(until, timezone), true)) ?? [])
        .map((date) => date.epochMilliseconds)
        .filter((at) => at > after),
    next: (after) => bounded(() => dates.next(instantIn(after, timezone), false))?.epochMilliseconds ?? null,
  };
}

/** Dates by the wall clock, which the library reads as UTC; each is an instant by the rule for every `scheduledAt`. */
function onWallClock({ rule, startsAt, timezone }: Recurrence): Compiled {
  const wallClock = (at: number) =>
    Temporal.PlainDateTime.from(localTime(at, timezone)).toZonedDateTime('UTC');
  const instantOf = (date: Temporal.ZonedDateTime) =>
    parseInstant(date.toPlainDateTime().toString(), timezone)!;
  const dates = libraryRule(
    withUntil(rule, (local) => local, timezone),
    Temporal.PlainDateTime.from(startsAt).toZonedDateTime('UTC'),
  );
  return {
    between: (after, until) =>
      // clocks that are set back show the hours before once more, and those that are set forward skip some
      (bounded(() => dates.between(wallClock(after - DAY_MS), wallClock(until + DAY_MS), true)) ?? [])
        .map(instantOf)
        .filter((at) => at > after && at <= until),
    next: (after) => {
      let from = wallClock(after - DAY_MS);
      for (;;) {
        const date = bounded(() => dates.next(from, false));
        if (!date) return null;
        const at = instantOf(date);
        if (at > after) return at;
        from = date;
      }
    },
  };
}

/**
 * A rule with its end as the library reads it, in UTC.
 * @param utcOf converts a time on the wall clock of the zone
 */
function withUntil(rule: string, utcOf: (local: string) => string, timezone: string): string {
  return rule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/, (text, ...parts: string[]) => {
    const [year, month, day, hour = '23', minute = '59', second = '59', utc] = parts;
    const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
    const at = parseInstant(utc === 'Z' ? `${written}Z` : written, timezone);
    if (at === null) throw new UnusableRule(`"${text.slice(6)}" is no date`);
    const local = utc === 'Z' ? localTime(at, timezone) : written;
    return `UNTIL=${utcOf(local).replace(/[-:]/g, '')}Z`;
  });
}

/** The library gives up on a rule whose dates are too far apart, or that has none. */
function bounded<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/**
 * The instants after `after`, up to `until` and including it, each an hour or more after the one before, epoch ms.
 * @param period epoch ms
 * @throws UnusableRule for a rule that cannot be used
 */
export function occurrencesBetween(
  recurrence: Recurrence,
  { after, until }: { after: number; until: number },
): number[] {
  // one that comes just before the period decides about the first in it
  const found = compile(recurrence).between(after - LEAST_GAP_MS, until);
  let last = -Infinity;
  return found.filter((at) => {
    if (at - last < LEAST_GAP_MS) return false;
    last = at;
    return at > after;
  });
}

/**
 * The first instant after another, epoch ms; null if there is none.
 * @param after epoch ms
 * @throws UnusableRule for a rule that cannot be used
 */
export function nextOccurrence(recurrence: Recurrence, after: number): number | null {
  const at = compile(recurrence).next(after);
  const since = Math.max(after, parseInstant(recurrence.startsAt, recurrence.timezone)!);
  return at === null || at - since > MAX_GAP_MS ? null : at;
}

/** The first instants after another, epoch ms. @throws UnusableRule for a rule that cannot be used */
export function nextOccurrences(recurrence: Recurrence, after: number, count: number): number[] {
  const found: number[] = [];
  let last: number | null = after;
  while (found.length < count) {
    last = nextOccurrence(recurrence, last);
    if (last === null) break;
    if (found.length === 0 || last - found.at(-1)! >= LEAST_GAP_MS) found.push(last);
  }
  return found;
}
