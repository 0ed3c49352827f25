/**
 * Dates and times, written one way everywhere: words of the dashboard's language, in the order and with the clock (12 or 24 hours) of the
 * reader's own locale.
 */
import { language } from '../language/language.ts';

const reader = navigator.language;

const LOCALE = language.dates;

const { hourCycle } = new Intl.DateTimeFormat(reader, { hour: 'numeric' }).resolvedOptions();
export const is24Hours = hourCycle === 'h23' || hourCycle === 'h24';

const CLOCK: Intl.DateTimeFormatOptions = is24Hours
  ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  : { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' };
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** Such as `Mon, 4 May 2026, 10:00`. @param instant ISO text */
export function inZone(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { timeZone, weekday: 'short', ...DAY, ...CLOCK }).format(
    new Date(instant),
  );
}

/** The same with the zone named, for where nothing near says it. */
export const withZone = (instant: string, timeZone: string): string =>
  `${inZone(instant, timeZone)} (${timeZone})`;

/** Instants that a sentence of the service names in UTC, as the reader's workspace writes them. */
export const instantsInZone = (text: string, timeZone: string): string =>
  text.replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (instant) => inZone(instant, timeZone));

/** Such as `10:00`. */
export const clockInZone = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, ...CLOCK }).format(new Date(instant));

/** Such as `4 May`. */
export const dayInZone = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, day: 'numeric', month: 'short' }).format(new Date(instant));

/** Such as `10:00:05`. */
export const secondsInZone = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, ...CLOCK, second: '2-digit' }).format(new Date(instant));

/** To the millisecond, such as `4 May, 10:00:00.125`: steps of an actor often share a second. */
export const exactInZone = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...CLOCK,
    second: '2-digit',
    fractionalSecondDigits: 3,
  }).format(new Date(instant));

/** A wall clock's time, such as `10:00` or `10:00 AM`. @param time such as `10:00` */
export const clock = (time: string): string => clockInZone(`2000-01-01T${time}:00Z`, 'UTC');

/** A day without a time. @param day such as `2026-05-04`, or `2026-05` with options that leave the day out */
export const dayText = (day: string, options: Intl.DateTimeFormatOptions = DAY): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`));

/** The order of a date's parts as date pickers take it (dayjs): `D MMM YYYY`. */
export const DAY_PATTERN: string = new Intl.DateTimeFormat(LOCALE, DAY)
  .formatToParts(new Date(0))
  .map(({ type, value }) => ({ day: 'D', month: 'MMM', year: 'YYYY' })[type as string] ?? value)
  .join('');

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The day on which the reader's weeks begin, 0: Sunday. */
export const FIRST_WEEKDAY: Weekday = firstWeekday();

function firstWeekday(): Weekday {
  const locale = new Intl.Locale(reader) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return (firstDay % 7) as Weekday;
}

/** Such as `2026-05-04T10:00:00`: the clock on the wall of a time zone. */
export function wallTime(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(instant));
  return parts.replace(' ', 'T');
}

/** The instant at which the clocks of a time zone show a time, ISO text. @param wall such as `2026-05-04T10:00:00` */
export function instantAt(wall: string, timeZone: string): string {
  const target = Date.parse(`${wall}Z`);
  // twice: the first guess may lie on the other side of a change of the clocks
  let at = target;
  for (let turn = 0; turn < 2; turn += 1)
    at += target - Date.parse(`${wallTime(new Date(at).toISOString(), timeZone)}Z`);
  return new Date(at).toISOString();
}

/** The instant at which a day begins in a time zone, ISO text. @param day such as `2026-05-04` */
export const dayStart = (day: string, timeZone: string): string => instantAt(`${day}T00:00:00`, timeZone);

/** The day after. @param day such as `2026-05-04` */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** Such as `in 5 minutes` or `2 days ago`. @param now epoch ms */
export function fromNow(instant: string, now: number): string {
  const away = Date.parse(instant) - now;
  const [unit, ms] = UNITS.find(([, ms]) => Math.abs(away) >= ms) ?? ['second', 1_000];
  return relative.format(Math.round(away / ms), unit);
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Every time zone there is, UTC first. */
export const zones = (): string[] => [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])];
