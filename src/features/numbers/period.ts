/** Periods of whole days on a workspace's calendar, and series with an entry for each of their days. Pure. */
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { Type } from 'typebox';
import { invalid } from '../../api/problem.ts';
import { DAY_MS } from '../../base/durations.ts';

/** The longest period from one day to another: a leap year. */
export const MAX_RANGE_DAYS = 366;

/** No network is older, and years of four digits are all that dates of Postgres take as we write them. */
const MIN_YEAR = 2000;

/** A day of the workspace's calendar, in a request. */
export const day = (description: string) =>
  Type.String({ format: 'date', description, examples: ['2026-05-01'] });

/** The fields of a query that choose a period: so many days, or from one day to another. */
export const periodFields = ({ max, usual }: { max: number; usual: number }) => ({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: max,
      default: usual,
      description: 'So many days in the workspace zone, today last.',
    }),
  ),
  from: Type.Optional(day('First day, in place of `days`.')),
  to: Type.Optional(day('Last day.')),
});

export interface Period {
  /** Epoch ms of the first instant, and of the first one that is not included. */
  from: number;
  to: number;
  /** How many days, and the first of them: an ISO day. */
  count: number;
  first: string;
}

/** Periods of a zone until their last day ends: asking Temporal costs as much as the rest of an answer from memory. */
const periods = new LRUCache<string, Period & { today: number }>({ max: 1_000 });

/** The last `days` calendar days of a zone, today last. @param now epoch ms */
export function lastDays(days: number, timeZone: string, now: number): Period {
  const name = `${days} ${timeZone}`;
  const cached = periods.get(name);
  if (cached && cached.today <= now && now < cached.to) return cached;
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const first = today.subtract({ days: days - 1 });
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone }).epochMilliseconds;
  const period = {
    from: startOf(first),
    to: startOf(today.add({ days: 1 })),
    today: startOf(today),
    count: days,
    first: first.toString(),
  };
  periods.set(name, period);
  return period;
}

/**
 * The period from one day to another, both included.
 * @param days ISO days
 * @throws Problem 400 where the last day is before the first one, the first one before 2000, or the period longer than 366 days
 */
export function daysBetween({ from, to }: { from: string; to: string }, timeZone: string): Period {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  if (first.year < MIN_YEAR)
    throw invalid('/from', `from is too early: no number is from before ${MIN_YEAR}`, {
      values: { reason: 'too_early', year: MIN_YEAR },
    });
  const count = first.until(last).days + 1;
  if (count < 1)
    throw invalid('/to', 'to is before from: name the last day of the period', {
      values: { reason: 'to_before_from' },
    });
  if (count > MAX_RANGE_DAYS)
    throw invalid('/to', `the period has ${count} days: choose at most ${MAX_RANGE_DAYS}`, {
      values: { reason: 'too_many_days', days: count, limit: MAX_RANGE_DAYS },
    });
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone }).epochMilliseconds;
  return { from: startOf(first), to: startOf(last.add({ days: 1 })), count, first: from };
}

/**
 * The period that a query chooses.
 * @param usual so many days where it names neither days nor a first day
 * @param now epoch ms
 * @throws Problem 400 for `days` beside `from` and `to`, for one of these alone, and as `daysBetween`
 */
export function periodOf(
  query: { days?: number; from?: string; to?: string },
  { usual, timeZone }: { usual: number; timeZone: string },
  now: number,
): Period {
  const { days, from, to } = query;
  if (from === undefined && to === undefined) return lastDays(days ?? usual, timeZone, now);
  if (days !== undefined) throw invalid('/days', 'give either days, or from and to');
  if (from === undefined) throw invalid('/from', 'from is missing: to needs the first day as well');
  if (to === undefined) throw invalid('/to', 'to is missing: from needs the last day as well');
  return daysBetween({ from, to }, timeZone);
}

/** The days of a period, oldest first: ISO. A day on a calendar has no zone, so each is a day of UTC after the one before. */
export function daysOf({ count, first }: Pick<Period, 'count' | 'first'>): string[] {
  const begin = Date.parse(first);
  return Array.from({ length: count }, (_, index) =>
    new Date(begin + index * DAY_MS).toISOString().slice(0, 10),
  );
}

interface Summary {
  total: number | null;
  average: number | null;
  change: number | null;
}

/** One entry for each day, null where nothing is known. */
export function seriesOf(
  days: readonly string[],
  values: ReadonlyMap<string, number>,
): { date: string; value: number | null }[] {
  return days.map((date) => ({ date, value: values.get(date) ?? null }));
}

/**
 * What a series comes to. Days that are not known count nowhere; null where none is known.
 * @param isLevel the values are a level (followers), so that the last one is the total
 */
export function summaryOf(
  series: readonly { value: number | null }[],
  { isLevel }: { isLevel: boolean },
): Summary {
  const values = series.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return { total: null, average: null, change: null };
  const sum = values.reduce((total, value) => total + value, 0);
  const last = values.at(-1)!;
  return {
    total: isLevel ? last : sum,
    average: Math.round((sum / values.length) * 100) / 100,
    change: last - values[0]!,
  };
}
