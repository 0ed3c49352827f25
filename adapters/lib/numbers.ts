/** Reads counts out of responses. What is not there is null, never 0. */
import type { Json } from '../../machines/outcome.ts';
import type { MetricName } from '../port/insights.ts';
import { at } from './http.ts';

/** The number at a path; networks write counts as numbers or as digits. Null if there is none. */
export function countAt(json: Json | undefined, ...path: (string | number)[]): number | null {
  return countOf(at(json, ...path));
}

/** A number that can be added to others without losing digits; null if it is none. */
export function countOf(value: Json | undefined): number | null {
  const count = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Math.abs(count) <= Number.MAX_SAFE_INTEGER ? count : null;
}

/** The sum of what is known; null where nothing is. */
export function sumOf(...parts: (number | null | undefined)[]): number | null {
  const numbers = parts.filter((part) => part !== null && part !== undefined);
  return numbers.length === 0 ? null : numbers.reduce((sum, part) => sum + part, 0);
}

/** The counts of an object whose names are known. Numbers under other names are counted, and left out. */
export function ownCounts(
  source: Json | undefined,
  names: readonly string[],
): { all: { [metric: string]: number }; ignored: number } {
  const all: { [metric: string]: number } = {};
  let ignored = 0;
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return { all, ignored };
  for (const [name, value] of Object.entries(source)) {
    const count = countOf(value);
    if (count === null) continue;
    if (names.includes(name)) all[name] = count;
    else ignored += 1;
  }
  return { all, ignored };
}

/** The counts of an object with many other numbers, which are no metrics. */
export function namedCounts(
  source: Json | undefined,
  names: readonly string[],
): { [metric: string]: number } {
  return Object.fromEntries(
    names.flatMap((name) => {
      const count = countAt(source, name);
      return count === null ? [] : [[name, count] as const];
    }),
  );
}

/** `ignored` as responses carry it. */
export function ignoring(...counts: number[]): { ignored?: number } {
  const ignored = counts.reduce((sum, count) => sum + count, 0);
  return ignored === 0 ? {} : { ignored };
}

/**
 * The names to ask for.
 * @param of.day ISO day: names that the network has dropped by then, or not yet given, are left out
 * @param of.kind the kind of media; null means a list of any, or no medium
 * @param of.without names that the network refused before
 */
export function namesFor(
  metrics: readonly MetricName[],
  of: {
    of: MetricName['of'];
    day: string;
    kind?: string | null;
    login?: 'facebook';
    inList?: boolean;
    without: readonly { metric: string; mediaKind: string | null }[];
  },
): string[] {
  const { kind = null, inList = false } = of;
  return metrics
    .filter(
      ({ name, of: whose, kinds, since, until, login, ...metric }) =>
        whose === of.of &&
        (since === null || since <= of.day) &&
        (until === null || of.day < until) &&
        (kinds === undefined || kind === null || kinds.includes(kind)) &&
        (login === undefined || login === of.login) &&
        (!inList || metric.inList === true) &&
        !of.without.some((refused) => refused.metric === name && refused.mediaKind === kind),
    )
    .map(({ name }) => name);
}

/** The UTC day of an instant, ISO. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Epoch ms of a time that a network wrote; null if it is none. */
export function instantOf(text: string | null): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
}
