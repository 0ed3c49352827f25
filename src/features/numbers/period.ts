/** Periods of whole days on a workspace's calendar, and series with an entry for each of their days. Pure. */
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { DAY_MS } from '../../base/durations.ts';

interface Period {
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
  const known = periods.get(name);
  if (known && known.today <= now && now < known.to) return known;
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
  known: ReadonlyMap<string, number>,
): { date: string; value: number | null }[] {
  return days.map((date) => ({ date, value: known.get(date) ?? null }));
}

/**
 * What a series comes to. Days that are not known count nowhere; null where none is known.
 * @param isLevel the values are a level (followers), so that the last one is the total
 */
export function summaryOf(
  series: readonly { value: number | null }[],
  { isLevel }: { isLevel: boolean },
): Summary {
  const known = series.flatMap(({ value }) => value ?? []);
  if (known.length === 0) return { total: null, average: null, change: null };
  const sum = known.reduce((total, value) => total + value, 0);
  const last = known.at(-1)!;
  return {
    total: isLevel ? last : sum,
    average: Math.round((sum / known.length) * 100) / 100,
    change: last - known[0]!,
  };
}
