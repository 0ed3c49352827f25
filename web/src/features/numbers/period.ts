/** The period of the page of numbers: the last days, last month, or from one day to another, on the workspace's calendar. Pure. */
import { LIMITS } from '../../base/limits.ts';
import { dayText } from '../../base/parts/times.ts';
import { t } from '../../base/language/text.ts';

/** Periods that a button chooses, by their names in the address. */
export const PRESETS = [
  { value: '7', label: t('7 days') },
  { value: '28', label: t('28 days') },
  { value: '90', label: t('90 days') },
  { value: '365', label: t('1 year') },
  { value: 'last-month', label: t('Last month') },
] as const;

type Preset = (typeof PRESETS)[number]['value'];

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

export interface Period {
  /** null if it is from one day to another. */
  preset: Preset | null;
  /** ISO days, both included. */
  from: string;
  to: string;
  /** How many days it has. */
  days: number;
  /** How many days there are from its first one until today, both included. */
  reach: number;
  /** Such as `28 days`, `April 2026` or `3 May 2026 to 9 May 2026`. */
  name: string;
  /** The same in a sentence: `in 28 days`, `in April 2026`, `from 3 May 2026 to 9 May 2026`. */
  when: string;
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/**
 * The period that the address names; the last 28 days where it names none, or one that there cannot be.
 * @param search `days`, or `from` and `to`
 * @param today ISO day in the workspace's zone
 */
export function periodIn(
  search: { days: string | null; from: string | null; to: string | null },
  today: string,
): Period {
  const { from, to } = search;
  if (from !== null && to !== null && isRange(from, to)) {
    const name =
      from === to ? dayText(from) : t('{day} to {day2}', { day: dayText(from), day2: dayText(to) });
    return {
      ...fromTo(from, to, today),
      preset: null,
      name,
      when: from === to ? t('on {name}', { name }) : t('from {name}', { name }),
    };
  }
  if (search.days === 'last-month') return lastMonth(today);
  const preset = PRESETS.find(({ value }) => value === search.days && value !== 'last-month')?.value ?? '28';
  const days = Number(preset);
  const name = days === 365 ? t('a year') : t('{days} days', { days });
  return {
    ...fromTo(dayBefore(today, days - 1), today, today),
    preset,
    name,
    when: t('in {name}', { name }),
  };
}

function lastMonth(today: string): Period {
  const to = dayBefore(`${today.slice(0, 7)}-01`, 1);
  const name = dayText(to, { month: 'long', year: 'numeric' });
  const days = fromTo(`${to.slice(0, 7)}-01`, to, today);
  return { ...days, preset: 'last-month', name, when: t('in {name}', { name }) };
}

const fromTo = (from: string, to: string, today: string) => ({
  from,
  to,
  days: daysFrom(from, to),
  reach: Math.max(daysFrom(from, today), 1),
});

function isRange(from: string, to: string): boolean {
  const areDays = [from, to].every((day) => DAY.test(day) && !Number.isNaN(Date.parse(day)));
  return areDays && from <= to && daysFrom(from, to) <= LIMITS.numberDays;
}

/** As requests take it: what ends today by its length, so that an answer from memory serves everybody. */
export const queryOf = ({
  preset,
  days,
  from,
  to,
}: Period): { days: number } | { from: string; to: string } =>
  preset === null || preset === 'last-month' ? { from, to } : { days };
