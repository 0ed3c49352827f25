/** How a post repeats, as a person chooses it, and the rule that the service takes (RFC 5545). Pure. */

const EVERY = ['day', 'week', 'month'] as const;
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
/** On the same day of each month, or on the same weekday, such as the second Tuesday. */
const MONTHLY = ['date', 'weekday'] as const;
const ENDS = ['never', 'on', 'after'] as const;

export interface Repeat {
  every: (typeof EVERY)[number];
  /** Of a week; none means the weekday of the first time. */
  days: Weekday[];
  monthly: (typeof MONTHLY)[number];
  ends: (typeof ENDS)[number];
  /** The last day, such as `2026-12-24`; empty: not chosen. */
  until: string;
  /** How many posts are made. */
  count: number;
}

export const WEEKLY: Repeat = {
  every: 'week',
  days: [],
  monthly: 'date',
  ends: 'never',
  until: '',
  count: 10,
};

/** The most posts that a rule counts. */
export const MAX_COUNT = 730;

/** What was saved, perhaps by another version of these pages. */
export function readRepeat(saved: unknown): Repeat {
  const from = (typeof saved === 'object' && saved !== null ? saved : {}) as { [name: string]: unknown };
  const oneOf = <T extends string>(values: readonly T[], value: unknown, none: T): T =>
    values.find((one) => one === value) ?? none;
  const { days, until, count } = from;
  return {
    every: oneOf(EVERY, from['every'], WEEKLY.every),
    days: Array.isArray(days) ? WEEKDAYS.filter((one) => days.includes(one)) : [],
    monthly: oneOf(MONTHLY, from['monthly'], WEEKLY.monthly),
    ends: oneOf(ENDS, from['ends'], WEEKLY.ends),
    until: typeof until === 'string' ? until : '',
    count: typeof count === 'number' && count >= 1 ? Math.min(count, MAX_COUNT) : WEEKLY.count,
  };
}

/** The weekday of a day. @param day such as `2026-05-04` */
export const weekdayOf = (day: string): Weekday =>
  WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!;

/** The place of a day's weekday in its month: 1 to 4, or -1 for a fifth, which is the last one. */
const placeInMonth = (day: string): number => {
  const place = Math.ceil(Number(day.slice(8, 10)) / 7);
  return place > 4 ? -1 : place;
};

/** @param at the first time, such as `2026-05-04T10:00` */
export function ruleOf({ every, days, monthly, ends, until, count }: Repeat, at: string): string {
  const day = at.slice(0, 10);
  const end =
    ends === 'on' ? `;UNTIL=${until.replaceAll('-', '')}` : ends === 'after' ? `;COUNT=${count}` : '';
  return howOften({ every, days, monthly }, day) + end;
}

function howOften({ every, days, monthly }: Pick<Repeat, 'every' | 'days' | 'monthly'>, day: string): string {
  switch (every) {
    case 'day':
      return 'FREQ=DAILY';
    case 'week':
      return `FREQ=WEEKLY;BYDAY=${(days.length === 0 ? [weekdayOf(day)] : days).join(',')}`;
    case 'month':
      return monthly === 'date'
        ? `FREQ=MONTHLY;BYMONTHDAY=${Number(day.slice(8, 10))}`
        : `FREQ=MONTHLY;BYDAY=${placeInMonth(day)}${weekdayOf(day)}`;
    default:
      return every satisfies never;
  }
}
