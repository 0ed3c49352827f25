/**
 * Metrics of threads and of the account (Threads API, "Insights"). Posts come by the page with their metrics expanded.
 * The `views` of an account are those of its profile. Reposts of others are in the list, without numbers, and are left out.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { addDays, dayOf, ignoring, namesFor, sumOf } from '../lib/numbers.ts';
import { rowsIn, timeOf } from '../meta/calls.ts';
import {
  dailyIn,
  insightsProblem,
  pageIn,
  pageQuery,
  type PostRow,
  seriesIn,
  stretch,
  usedIn,
  valuesIn,
} from '../meta/insights.ts';
import { get } from '../meta/request.ts';
import {
  type AccountNumbers,
  type DailyNumbers,
  type InsightsPort,
  type InsightsProblem,
  type InsightsStep,
  type MetricName,
  PERIOD_DAYS,
  type PostDetail,
  type PostNumbers,
} from '../port/insights.ts';
import { callerOf } from './containers.ts';

const PER_PAGE = 100;
const FIELDS = 'id,media_type,permalink,text,timestamp';
/** A repost of somebody else's thread. */
const REPOST = 'REPOST_FACADE';
/** There are no figures before this day. */
const FIRST_DAY = '2024-04-13';

const POST_NAMES = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'];
const ACCOUNT_NAMES = ['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks', 'followers_count'];
const MEANS = { views: 'profileViews' } as const;
const named = (of: MetricName['of'], names: string[]): MetricName[] =>
  names.map((name) => ({ of, name, since: null, until: null, ...(of === 'post' && { inList: true }) }));
const metrics: MetricName[] = [
  ...named('post', POST_NAMES),
  ...named('account', ACCOUNT_NAMES),
  ...named('daily', ['views']),
];

export const insights: InsightsPort = {
  viewsAreOfProfile: true,
  metrics,
  covers: 'all',
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    async read(step) {
      const { account, cursor, limit = PER_PAGE, plain } = step;
      const names = plain ? [] : namesOf(step, 'post');
      const path = `${encodeURIComponent(account.remoteId)}/threads`;
      const answer = await call(step, path, pageQuery(FIELDS, { names, limit, after: cursor ?? '' }));
      return pageIn(answer, postIn) ?? problem(step, answer, { names });
    },
  },
  post,
  account: { requests: 1, sums: true, days: true, read: account },
  daily: { lateDays: 1, read: daily },
};

async function post(step: InsightsStep & { networkPostId: string }): Promise<PostDetail | InsightsProblem> {
  const { networkPostId } = step;
  const names = namesOf(step, 'post');
  const answer = await call(step, `${encodeURIComponent(networkPostId)}/insights`, {
    metric: names.join(','),
  });
  if (answer.kind === 'lost' || rowsIn(answer) === null)
    return problem(step, answer, { names, isPost: true });
  const { all, ignored } = valuesIn(at(answer.json, 'data'), POST_NAMES);
  return { kind: 'post', networkPostId, ...commonOf(all), all, ...ignoring(ignored), ...usedIn(answer) };
}

async function account(step: InsightsStep): Promise<AccountNumbers | InsightsProblem> {
  const today = dayOf(step.now);
  const [from, to] = [addDays(today, 1 - PERIOD_DAYS), today];
  const names = namesOf(step, 'account');
  const answer = await figures(step, names, { from, to });
  if (answer.kind === 'lost' || rowsIn(answer) === null) return problem(step, answer, { names });
  const rows = at(answer.json, 'data');
  const { all, ignored } = valuesIn(rows, ACCOUNT_NAMES);
  const days = seriesIn(rows, { means: MEANS, from, to, at: 'within' });
  const profileViews = sumOf(...days.flatMap(({ days }) => days.map(({ value }) => value)));
  const { views: _lastDay, ...rest } = all;
  return {
    kind: 'account',
    followers: all['followers_count'] ?? null,
    views: null,
    reach: null,
    engagement: sumOf(all['likes'], all['replies'], all['reposts'], all['quotes']),
    profileViews,
    all: { ...rest, ...(profileViews === null ? {} : { views: profileViews }) },
    days,
    ...ignoring(ignored),
    ...usedIn(answer),
  };
}

async function daily(
  step: InsightsStep & { from: string; to: string },
): Promise<DailyNumbers | InsightsProblem> {
  const names = namesOf(step, 'daily');
  const { to } = step;
  const from = step.from < FIRST_DAY ? FIRST_DAY : step.from;
  const answer = await figures(step, names, { from, to });
  const period = { means: MEANS, from, to, at: 'within' } as const;
  return (
    dailyIn(answer, { zone: null, metrics: ACCOUNT_NAMES, ...period }) ?? problem(step, answer, { names })
  );
}

function postIn(row: Json): PostRow[] {
  const networkPostId = textAt(row, 'id');
  const publishedAt = timeOf(row, 'timestamp');
  const mediaKind = textAt(row, 'media_type');
  if (networkPostId === null || publishedAt === null || mediaKind === REPOST) return [];
  const { all, ignored } = valuesIn(at(row, 'insights', 'data'), POST_NAMES);
  const post: PostNumbers = {
    networkPostId,
    url: textAt(row, 'permalink'),
    text: textAt(row, 'text') ?? '',
    publishedAt,
    mediaKind,
    ...commonOf(all),
    all,
  };
  return [{ post, ignored }];
}

function commonOf(all: { [metric: string]: number }) {
  return {
    views: all['views'] ?? null,
    likes: all['likes'] ?? null,
    comments: all['replies'] ?? null,
    shares: sumOf(all['reposts'], all['quotes'], all['shares']),
  };
}

function namesOf({ now, without }: InsightsStep, of: MetricName['of']): string[] {
  return namesFor(metrics, { of, day: dayOf(now), without });
}

function figures(step: InsightsStep, names: string[], { from, to }: { from: string; to: string }) {
  return call(step, `${encodeURIComponent(step.account.remoteId)}/threads_insights`, {
    metric: names.join(','),
    ...stretch(from, addDays(to, -1)), // its days are UTC's: ends with the last day
  });
}

function call(step: InsightsStep, path: string, query: { [name: string]: string }) {
  return ask(step.fetch, get(callerOf(step.account), path, query), step.signal);
}

function problem(
  step: InsightsStep,
  answer: NetworkResponse | Lost,
  query: { names?: string[]; isPost?: true },
): InsightsProblem {
  const access = { name: 'Threads', scope: 'threads_manage_insights' };
  return insightsProblem({ access, names: [], mediaKind: null, ...query }, answer, step.now);
}
