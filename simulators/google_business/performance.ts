/** Figures of a location by day. The last three days have no values yet, and a day on which nobody called has none either. */
import { DAY, dayAt, daysUntil, onDay } from '../numbers/curve.ts';
import { type NetworkNumbers, numbersOf } from '../numbers/network.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { authorize, googleError, type State } from './state.ts';

const LATE_DAYS = 3;
const METHOD = ':fetchMultiDailyMetricsTimeSeries';
/** What a location usually has on a day. */
const USUAL: { [metric: string]: number } = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 25,
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 40,
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 80,
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 110,
  WEBSITE_CLICKS: 9,
  CALL_CLICKS: 1,
  BUSINESS_DIRECTION_REQUESTS: 6,
  BUSINESS_BOOKINGS: 0,
};

export function performanceRoutes(world: World<State>): Route[] {
  const locationOf = ({ params }: Pick<Exchange, 'params'>) =>
    world.state.locations[`locations/${(params['location'] ?? '').split(':')[0]}`];
  return [
    {
      call: 'locations.fetchMultiDailyMetricsTimeSeries',
      method: 'get',
      path: '/performance/v1/locations/:location',
      account: (exchange) => locationOf(exchange)?.name ?? null,
      answer: (exchange) => {
        const caller = authorize(world, exchange);
        if (caller instanceof Response) return caller;
        const location = locationOf(exchange);
        if (!location || !exchange.url.pathname.endsWith(METHOD))
          return googleError(404, 'Requested entity was not found.');
        if (location.person !== caller.person) return googleError(403, 'The caller does not have permission');
        return series(world, location.name, exchange.url.searchParams);
      },
    },
  ];
}

function series(world: World<State>, location: string, query: URLSearchParams): Response {
  const metrics = query.getAll('dailyMetrics');
  const unknown = metrics.find((name) => USUAL[name] === undefined);
  if (metrics.length === 0 || unknown !== undefined)
    return googleError(400, `Invalid value at 'daily_metrics' (${unknown ?? 'none'})`);
  const [from, to] = [dateOf(query, 'startDate'), dateOf(query, 'endDate')];
  if (from > to) return googleError(400, 'The date range is invalid.');
  const days = daysUntil(to, 1 + Math.round((Date.parse(to) - Date.parse(from)) / DAY));
  const lastKnown = dayAt(world.now() - LATE_DAYS * DAY);
  const dailyMetricTimeSeries = metrics.map((dailyMetric) => ({
    dailyMetric,
    timeSeries: {
      datedValues: days
        .filter((day) => day <= dayAt(world.now()))
        .map((day) => {
          const [year, month, date] = day.split('-').map(Number);
          const value = day > lastKnown ? 0 : onDay(location, dailyMetric, day, USUAL[dailyMetric] ?? 0);
          return { date: { year, month, day: date }, ...(value > 0 && { value: String(value) }) };
        }),
    },
  }));
  return Response.json({ multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries }] });
}

function dateOf(query: URLSearchParams, end: string): string {
  const [year, month, day] = ['year', 'month', 'day'].map((part) =>
    Number(query.get(`dailyRange.${end}.${part}`) ?? 1),
  );
  return dayAt(Date.UTC(year ?? 1970, (month ?? 1) - 1, day ?? 1));
}

/** Posts have no numbers, so there is nothing to make. */
export function googleBusinessNumbers(world: World<State>): NetworkNumbers {
  return numbersOf(world.state.numbers, () => undefined);
}
