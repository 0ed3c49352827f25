/** Metrics of the Graph API ("Insights"): rows of values, refused names, usage of the call budget. */
import type { Json } from '../../machines/outcome.ts';
import { at, isCut, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { addDays, countAt, countOf, dayOf, ignoring } from '../lib/numbers.ts';
import type {
  AccountNumbers,
  DailyNumbers,
  DayMeaning,
  DaySeries,
  InsightsProblem,
  PostCounts,
  PostNumbers,
  PostsPage,
} from '../port/insights.ts';
import { type Access, accessProblem, lostProblem } from './access.ts';
import { isMissing, rowsIn, timeOf } from './calls.ts';
import { graphErrorOf, messageOf } from './errors.ts';

interface Values {
  all: { [metric: string]: number };
  /** How many rows have names that are not known. */
  ignored: number;
}

/**
 * Values of `insights.data`. A value by kind (`{"like": 10, "love": 2}`) gives a number for each and their sum. A row
 * without values says nothing, which is not 0.
 */
export function valuesIn(rows: Json | undefined, metrics: readonly string[]): Values {
  const all: { [metric: string]: number } = {};
  let ignored = 0;
  for (const row of Array.isArray(rows) ? rows : []) {
    const name = textAt(row, 'name');
    if (name === null) continue;
    if (!metrics.includes(name)) ignored += 1;
    else put(all, name, valueOf(row));
  }
  return { all, ignored };
}

/** The last value: `days_28` gives one for each day, and a lifetime has one. */
function valueOf(row: Json): Json | undefined {
  const values = at(row, 'values');
  const last = Array.isArray(values) ? values.at(-1) : undefined;
  const links = at(row, 'link_total_values');
  if (Array.isArray(links))
    return links.reduce((sum: number, link) => sum + (countOf(at(link, 'value')) ?? 0), 0);
  return at(row, 'total_value', 'value') ?? at(last, 'value');
}

function put(all: Values['all'], name: string, value: Json | undefined): void {
  const count = countOf(value);
  if (count !== null) all[name] = count;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const parts = Object.entries(value).flatMap(([kind, part]) => {
    const count = countOf(part);
    return count === null ? [] : [[kind, count] as const];
  });
  if (parts.length === 0) return;
  for (const [kind, count] of parts) all[`${name}.${kind}`] = count;
  all[name] = parts.reduce((sum, [, count]) => sum + count, 0);
}

/** A post of a row, and how many of its metrics have names that are not known. */
export interface PostRow {
  post: PostNumbers;
  ignored: number;
}

/** The query for a page of posts with their metrics. @param page.after the cursor; empty for the first page */
export function pageQuery(
  fields: string,
  page: { names: string[]; limit: number; after: string },
): { [name: string]: string } {
  const query = { fields: withMetrics(fields, page.names), limit: String(page.limit) };
  return page.after === '' ? query : { ...query, after: page.after };
}

/** Fields of a row, with its metrics expanded. */
export function withMetrics(fields: string, names: string[]): string {
  return names.length === 0 ? fields : `${fields},insights.metric(${names.join(',')})`;
}

/** @returns the page of posts in the response to `pageQuery`; null if it is none */
export function pageIn(answer: NetworkResponse | Lost, postIn: (row: Json) => PostRow[]): PostsPage | null {
  const list = rowsIn(answer);
  if (list === null || answer.kind === 'lost') return null;
  const posts = list.rows.flatMap(postIn);
  return {
    kind: 'page',
    items: posts.map(({ post }) => post),
    cursor: list.cursor,
    ...ignoring(...posts.map(({ ignored }) => ignored)),
    ...usedIn(answer),
  };
}

/** The counts of a post without what else a list has of it. */
export function countsOf({ networkPostId, views, likes, comments, shares, all }: PostCounts): PostCounts {
  return { networkPostId, views, likes, comments, shares, all };
}

/**
 * @param period as `seriesIn` takes it, with the account's time zone, and the names that are known
 * @returns the numbers by day in a response; null if it has none
 */
export function dailyIn(
  answer: NetworkResponse | Lost,
  { zone, metrics, ...period }: Period & { zone: string | null; metrics: readonly string[] },
): DailyNumbers | null {
  if (answer.kind === 'lost' || rowsIn(answer) === null) return null;
  const rows = at(answer.json, 'data');
  const series = seriesIn(rows, period);
  return { kind: 'daily', zone, series, ...ignoring(valuesIn(rows, metrics).ignored), ...usedIn(answer) };
}

/** Half a day back from the end of a day lies in that day, wherever the account's midnight is. */
const HALF_DAY_MS = 43_200_000;

interface Period {
  means: { [metric: string]: DayMeaning };
  /** ISO days, both included. */
  from: string;
  to: string;
  /** What a stamp is: the `end` of its day, or a time `within` it (threads). */
  at: 'end' | 'within';
}

/** Series by day. `end_time` is the end of a day, so that its date is often that of the next one. */
export function seriesIn(rows: Json | undefined, period: Period): DaySeries[] {
  const back = period.at === 'end' ? HALF_DAY_MS : 0;
  const series: DaySeries[] = [];
  for (const row of Array.isArray(rows) ? rows : []) {
    const metric = textAt(row, 'name') ?? '';
    const values = at(row, 'values');
    const means = Object.hasOwn(period.means, metric) ? period.means[metric] : undefined;
    if (means === undefined || !Array.isArray(values)) continue;
    const days = new Map<string, number>();
    for (const value of values) {
      const ends = timeOf(value, 'end_time');
      const one: Values['all'] = {};
      put(one, metric, at(value, 'value'));
      const count = one[metric];
      if (ends === null || count === undefined || ends < 0 || ends > MAX_TIME) continue;
      const day = dayOf(ends - back);
      if (day >= period.from && day <= period.to) days.set(day, count);
    }
    const sorted = [...days].toSorted(([one], [other]) => (one < other ? -1 : 1));
    series.push({ metric, means, days: sorted.map(([day, value]) => ({ day, value })) });
  }
  return series;
}

/** Later times have no ISO day of ten characters. */
const MAX_TIME = Date.UTC(9999, 0);

/** A stretch of days as the Graph API takes it: epoch seconds, until the end of the last day in any zone. */
export function stretch(from: string, to: string): { since: string; until: string } {
  const second = (day: string) => String(Date.parse(`${day}T00:00:00Z`) / 1000);
  return { since: second(from), until: second(addDays(to, 2)) };
}

/** Counts of a node that are fields of it, those that the network gave. */
export const countsAt = (node: Json | undefined, names: readonly string[]): { [name: string]: number } =>
  Object.fromEntries(
    names.flatMap((name) => {
      const count = countAt(node ?? null, name);
      return count === null ? [] : [[name, count]];
    }),
  );

/** Whether nothing of a read counts, because its second call has to be asked in another way or by another access. */
export const failsRead = ({ kind }: InsightsProblem): boolean =>
  kind === 'metric_refused' || kind === 'expired';

/** The figures of an account whose first call was answered, and whose second one was not. */
export const withoutFigures = (own: Pick<AccountNumbers, 'followers' | 'all' | 'lacks'>): AccountNumbers => ({
  kind: 'account',
  views: null,
  reach: null,
  engagement: null,
  profileViews: null,
  ...own,
});

/** Which names a call asked for, and of what, so that a refusal can name one. */
export interface InsightsRequest {
  access: Access;
  names: string[];
  mediaKind: string | null;
  /** The call is about a post. */
  isPost?: true;
}

/** A medium from before the account became a professional one (2108006), and too much data, fail the whole page. */
const BEFORE_BUSINESS = 2_108_006;
/** "Some of the aliases you requested do not exist". */
const UNKNOWN_ALIAS = 803;
/** Codes of budgets of calls; 80000 to 80014 name the budget. */
const LIMIT_CODES = [4, 17, 32, 341, 368, 613];

/** What a call for numbers that gave none means. */
export function insightsProblem(
  request: InsightsRequest,
  answer: NetworkResponse | Lost,
  now: number,
): InsightsProblem {
  const { access, names, mediaKind } = request;
  if (answer.kind === 'lost') return { kind: 'network_down', reason: lostProblem(access, answer).reason };
  const { code = NaN, subcode } = graphErrorOf(answer);
  const words = messageOf(answer, access.name);
  if (subcode === BEFORE_BUSINESS && request.isPost === true) return { kind: 'not_available', reason: words };
  if (code === UNKNOWN_ALIAS && request.isPost === true) return { kind: 'gone', reason: words };
  if (
    isCut(answer) ||
    subcode === BEFORE_BUSINESS ||
    code === UNKNOWN_ALIAS ||
    /reduce the amount/i.test(words)
  ) {
    return { kind: 'page_refused', reason: words };
  }
  if (/not enough (?:viewers|users|data)|fewer than \d+|at least \d+/i.test(words)) {
    return { kind: 'not_available', reason: words };
  }
  if (isMissing(answer)) return { kind: request.isPost === true ? 'gone' : 'not_available', reason: words };
  if (code === 100 && /metric|insight/i.test(words)) {
    const metric = refusedIn(words, names);
    if (names.length > 0) return { kind: 'metric_refused', metric, mediaKind, metrics: names, reason: words };
  }
  return general(access, answer, { code, now });
}

function general(
  access: Access,
  answer: NetworkResponse,
  { code, now }: { code: number; now: number },
): InsightsProblem {
  const { problem, reason } = accessProblem(access, answer, now);
  switch (problem?.kind) {
    case undefined:
      return { kind: 'not_available', reason };
    case 'missing_scope':
      return { kind: 'needs_permission', reason, scope: access.scope };
    case 'retry': {
      const isLimit =
        LIMIT_CODES.includes(code) || (code >= 80_000 && code <= 80_014) || answer.status === 429;
      const afterMs = problem.afterMs === undefined ? {} : { afterMs: problem.afterMs };
      return { kind: isLimit ? 'rate_limited' : 'network_down', reason, ...afterMs };
    }
    case 'expired':
    case 'reauthorize':
      return { kind: problem.kind, reason };
    default:
      return problem satisfies never;
  }
}

/**
 * The name that Meta means. Seen: "(#100) metric[2] must be one of the following values: …" (the list is of good names),
 * "… does not support the views metric for this media product type", "Incompatible metrics (navigation) with product type
 * (FEED)", "(#100) The value must be a valid insights metric" (which says nothing).
 */
function refusedIn(words: string, metrics: string[]): string | null {
  const index = /\bmetric\[(\d+)\]/.exec(words)?.[1];
  if (index !== undefined) return metrics[Number(index)] ?? null;
  const [before = '', good] = words.split(/must be one of the following values:?/i);
  const has = (text: string, name: string) => new RegExp(String.raw`(?<![\w])${name}(?![\w])`).test(text);
  const refused =
    good === undefined
      ? metrics.filter((name) => has(before, name))
      : metrics.filter((name) => !has(good, name));
  return refused.length === 1 ? (refused[0] ?? null) : null;
}

/**
 * The most that is used of any budget, 0 to 1, from the usage headers ("Rate limits": percentages by app, by Page and by
 * use case).
 */
export function usedIn(answer: NetworkResponse): { used?: number } {
  const shares = ['x-business-use-case-usage', 'x-app-usage', 'x-page-usage'].flatMap((name) =>
    percentages(answer.headers.get(name)),
  );
  return shares.length === 0 ? {} : { used: Math.max(...shares) / 100 };
}

function percentages(header: string | null): number[] {
  if (header === null) return [];
  try {
    const found: number[] = [];
    JSON.parse(header, (key, value: unknown) => {
      const isShare = ['call_count', 'total_cputime', 'total_time'].includes(key);
      if (isShare && typeof value === 'number' && Number.isFinite(value)) found.push(value);
      return value;
    });
    return found;
  } catch {
    return []; // an unreadable header says nothing
  }
}
