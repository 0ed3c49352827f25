/** Instants, as a person in the workspace's time zone reads them. */

/** Such as `Mon 4 May 2026, 10:00`. @param instant ISO text */
export function inZone(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant));
}

/** Such as `10:00`. */
export function clockInZone(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );
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

/** The instant at which a day begins in a time zone, ISO text. @param day such as `2026-05-04` */
export function dayStart(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // twice: the first guess may lie on the other side of a change of the clocks
  let at = midnight;
  for (let turn = 0; turn < 2; turn += 1)
    at += midnight - Date.parse(`${wallTime(new Date(at).toISOString(), timeZone)}Z`);
  return new Date(at).toISOString();
}

/** The day after. @param day such as `2026-05-04` */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

/** Such as `in 5 minutes` or `2 days ago`. @param now epoch ms */
export function fromNow(instant: string, now: number): string {
  const away = Date.parse(instant) - now;
  const [unit, ms] = UNITS.find(([, ms]) => Math.abs(away) >= ms) ?? ['second', 1_000];
  return relative.format(Math.round(away / ms), unit);
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Every time zone there is, UTC first. */
export const zones = (): string[] => [...new Set(['UTC', ownZone(), ...Intl.supportedValuesOf('timeZone')])];
