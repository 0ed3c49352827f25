/** Insights of the Graph API: rows of values for the names that are asked, and refusals of all others. */
import type { Json } from '../../machines/outcome.ts';
import { Refusal } from './fields.ts';

interface InsightsOf {
  /** The id in front of each row's own. */
  id: string;
  period: string;
  /** Every name that is taken here, with its value; undefined: the network has none yet, and gives no row. */
  values: { [metric: string]: Json | undefined };
  dropped: readonly string[];
  /** How a value is written. Default: the lifetime's. */
  rowOf?: (name: string, value: Json) => { [field: string]: Json };
  /** How a name is refused. */
  refuse: (name: string, index: number, good: string[]) => Refusal;
}

/** @param metric the names, with commas between them; null means all, where the network takes a call without names */
export function insightRows(metric: string | null, of: InsightsOf): { data: Json[] } | Refusal {
  const good = Object.keys(of.values).filter((name) => !of.dropped.includes(name));
  const names = metric === null ? good : metric.split(',').map((name) => name.trim());
  const bad = names.findIndex((name) => !good.includes(name));
  if (bad !== -1) return of.refuse(names[bad] ?? '', bad, good);
  const data = names.flatMap((name): Json[] => {
    const value = of.values[name];
    if (value === undefined || value === null) return [];
    const row = of.rowOf?.(name, value) ?? { values: [{ value }] };
    return [{ name, period: of.period, title: name, id: `${of.id}/insights/${name}/${of.period}`, ...row }];
  });
  return { data };
}

/** As Instagram and Threads refuse a name. */
export function notAmong(_name: string, index: number, good: string[]): Refusal {
  return new Refusal(
    { code: 100 },
    `(#100) metric[${index}] must be one of the following values: ${good.join(', ')}`,
  );
}

/** As Facebook does, which does not say the name. */
export function notValid(): Refusal {
  return new Refusal({ code: 100 }, '(#100) The value must be a valid insights metric');
}

/** Epoch seconds of a query as ISO days: the first, and the last that ends before `until`. */
export function requestedDays(query: URLSearchParams, now: number): { from: string; to: string } {
  const second = (name: string, usual: number) => Number(query.get(name) ?? usual / 1000) * 1000;
  const since = second('since', now - DAY);
  const until = Math.min(second('until', now + DAY), now + 2 * DAY);
  return { from: dayOf(since), to: dayOf(until - 1) };
}

const DAY = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The days of a stretch, oldest first; at most 93, as the network gives. */
export function eachDay(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); dayOf(at) <= to && days.length < 93; at += DAY) {
    days.push(dayOf(at));
  }
  return days;
}
