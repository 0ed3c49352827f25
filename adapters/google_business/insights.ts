/**
 * Figures of a location by day (Business Profile Performance API). Posts have none any more, and a location has no followers.
 * A day without a value had nothing, unless it is one of the last days, which come late.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at } from '../lib/http.ts';
import { addDays, countAt, dayOf } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { authorization } from '../lib/request.ts';
import { limit, MINUTE_MS } from '../port/budget.ts';
import type {
  DailyNumbers,
  DaySeries,
  InsightsPort,
  InsightsProblem,
  InsightsStep,
} from '../port/insights.ts';
import { readError } from './errors.ts';
import { endpoints } from './version.ts';

const SCOPE = 'https://www.googleapis.com/auth/business.manage';
const LATE_DAYS = 5;
/** What people did with the location, and how often it was shown: each is one series. */
const SERIES = [
  {
    metric: 'impressions',
    means: 'views',
    names: [
      'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
      'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
      'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
      'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
    ],
  },
  {
    metric: 'actions',
    means: 'engagement',
    names: ['WEBSITE_CLICKS', 'CALL_CLICKS', 'BUSINESS_DIRECTION_REQUESTS', 'BUSINESS_BOOKINGS'],
  },
] as const;

export const insights: InsightsPort = {
  metrics: SERIES.flatMap(({ names }) =>
    names.map((name) => ({ name, of: 'daily' as const, since: null, until: null })),
  ),
  covers: 'own',
  /** A fifth of 300 calls a minute. */
  limits: [limit(60, MINUTE_MS, 'step', 'app')],
  daily: { lateDays: LATE_DAYS, sums: true, read: readDays },
};

async function readDays(
  step: InsightsStep & { from: string; to: string },
): Promise<DailyNumbers | InsightsProblem> {
  const { account, fetch, signal, from, to, now } = step;
  const request = new Request(addressOf(step), { headers: authorization(account) });
  const answer = await ask(fetch, request, signal);
  const isRead = answer.kind === 'response' && answer.status === 200;
  const groups = isRead ? at(answer.json, 'multiDailyMetricTimeSeries') : undefined;
  // Google leaves empty lists out
  if (!isRead || (groups !== undefined && !Array.isArray(groups)) || Array.isArray(answer.json)) {
    return numbersProblem({ readError, scope: SCOPE }, answer, step);
  }
  const values = valuesIn(groups ?? []);
  const numbers = [...values.values()].flatMap((days) =>
    [...days].flatMap(([day, value]) => (value === null ? [] : [day])),
  );
  const late = addDays(dayOf(now), -LATE_DAYS);
  // a late day is there once any of its figures is
  const isThere = (day: string) => day >= from && day <= to && (day < late || numbers.includes(day));
  const series = SERIES.flatMap(({ metric, means, names }): DaySeries[] => {
    const sums = new Map<string, number>();
    for (const name of names)
      for (const [day, value] of values.get(name) ?? [])
        if (isThere(day)) sums.set(day, (sums.get(day) ?? 0) + (value ?? 0));
    const days = [...sums].map(([day, value]) => ({ day, value }));
    const inOrder = days.toSorted((one, other) => (one.day < other.day ? -1 : 1));
    return days.length === 0 ? [] : [{ metric, means, days: inOrder }];
  });
  return { kind: 'daily', zone: null, series };
}

function addressOf({ account, from, to, without }: InsightsStep & { from: string; to: string }): string {
  const query = new URLSearchParams();
  const names = SERIES.flatMap((one): readonly string[] => one.names);
  const refused = without.map(({ metric }) => metric);
  for (const name of names) if (!refused.includes(name)) query.append('dailyMetrics', name);
  for (const [end, date] of [
    ['startDate', from],
    ['endDate', to],
  ] as const) {
    const [year, month, day] = date.split('-').map(Number);
    for (const [part, value] of Object.entries({ year, month, day }))
      query.append(`dailyRange.${end}.${part}`, String(value));
  }
  const base = account.endpoints['performance'] ?? endpoints.performance;
  const location = account.remoteId.split('/').map(encodeURIComponent).join('/');
  return `${base}/v1/${location}:fetchMultiDailyMetricsTimeSeries?${query.toString()}`;
}

/** By metric and day; null means the day has no value. */
function valuesIn(groups: Json[]): Map<string, Map<string, number | null>> {
  const found = new Map<string, Map<string, number | null>>();
  for (const one of groups.flatMap((group) => listAt(group, 'dailyMetricTimeSeries'))) {
    const name = at(one, 'dailyMetric');
    if (typeof name !== 'string') continue;
    const days = found.get(name) ?? new Map<string, number | null>();
    found.set(name, days);
    for (const dated of listAt(one, 'timeSeries', 'datedValues')) {
      const day = dateIn(at(dated, 'date'));
      if (day !== null) days.set(day, countAt(dated, 'value'));
    }
  }
  return found;
}

function listAt(json: Json, ...path: string[]): Json[] {
  const list = at(json, ...path);
  return Array.isArray(list) ? list : [];
}

function dateIn(date: Json | undefined): string | null {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => countAt(date, part));
  if (year == null || month == null || day == null) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const text = `${year}-${two(month)}-${two(day)}`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : null;
}
