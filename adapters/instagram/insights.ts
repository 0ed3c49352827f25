/**
 * Metrics of media and of the account (Instagram Platform, "Insights"). Media come by the page with their metrics
 * expanded, those made in Instagram too. Figures are organic; hidden likes are missing, and so is what is not known yet.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { addDays, countAt, dayOf, ignoring, namesFor, sumOf } from '../lib/numbers.ts';
import type { Access } from '../meta/access.ts';
import { rowsIn, timeOf } from '../meta/calls.ts';
import {
  type InsightsRequest,
  insightsProblem,
  countsOf,
  dailyIn,
  countsAt,
  failsRead,
  pageIn,
  pageQuery,
  type PostRow,
  stretch,
  usedIn,
  valuesIn,
  withoutFigures,
} from '../meta/insights.ts';
import { get } from '../meta/request.ts';
import {
  type DailyNumbers,
  type InsightsPort,
  type InsightsProblem,
  type InsightsStep,
  PERIOD_DAYS,
  type PostDetail,
  type PostNumbers,
} from '../port/insights.ts';
import { loginOf } from './login.ts';
import { metrics } from './metrics.ts';

const PER_PAGE = 50;
const FIELDS = 'id,caption,media_type,media_product_type,permalink,timestamp,like_count,comments_count';
const POST_NAMES = metrics.filter(({ of }) => of === 'post').map(({ name }) => name);
const ACCOUNT_NAMES = metrics.filter(({ of }) => of === 'account').map(({ name }) => name);

export const insights: InsightsPort = {
  metrics,
  covers: 'all',
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    async read(step) {
      const { account, cursor, limit = PER_PAGE, plain } = step;
      const names = plain ? [] : named(step, { of: 'post', inList: true });
      const path = `${encodeURIComponent(account.remoteId)}/media`;
      const answer = await call(step, path, pageQuery(FIELDS, { names, limit, after: cursor ?? '' }));
      return pageIn(answer, postIn) ?? problem(step, answer, { names });
    },
  },
  post,
  account: { requests: 2, sums: true, read: account },
  daily: { lateDays: 2, read: daily },
};

/** The medium, then the metrics of its kind. */
async function post(step: InsightsStep & { networkPostId: string }): Promise<PostDetail | InsightsProblem> {
  const path = encodeURIComponent(step.networkPostId);
  const node = await call(step, path, { fields: FIELDS });
  if (node.kind === 'lost' || node.status >= 300) return problem(step, node, { isPost: true });
  const [own] = postIn(node.json);
  if (own === undefined) return problem(step, node, { isPost: true });
  const mediaKind = own.post.mediaKind ?? 'FEED';
  const names = named(step, { of: 'post', kind: mediaKind });
  const answer = await call(step, `${path}/insights`, { metric: names.join(',') });
  if (answer.kind === 'lost' || rowsIn(answer) === null) {
    const lacks = problem(step, answer, { names, mediaKind, isPost: true });
    if (failsRead(lacks)) return lacks;
    return { kind: 'post', ...countsOf(own.post), lacks };
  }
  const [whole] = postIn({ ...(node.json as object), insights: answer.json });
  return {
    kind: 'post',
    ...countsOf((whole ?? own).post),
    ...ignoring(whole?.ignored ?? 0),
    ...usedIn(answer),
  };
}

async function daily(
  step: InsightsStep & { from: string; to: string },
): Promise<DailyNumbers | InsightsProblem> {
  const { account, from, to } = step;
  const names = named(step, { of: 'daily' });
  const answer = await call(step, `${encodeURIComponent(account.remoteId)}/insights`, {
    metric: names.join(','),
    period: 'day',
    metric_type: 'time_series',
    ...stretch(from, to),
  });
  const period = { zone: null, metrics: ['reach'], means: { reach: 'reach' }, from, to, at: 'end' } as const;
  return dailyIn(answer, period) ?? problem(step, answer, { names });
}

/** Followers, and the sums of four weeks. There is no figure of profile visits any more. */
async function account(step: InsightsStep) {
  const path = encodeURIComponent(step.account.remoteId);
  const node = await call(step, path, { fields: 'id,followers_count,media_count' });
  if (node.kind === 'lost' || node.status >= 300) return problem(step, node, {});
  const today = dayOf(step.now);
  const names = named(step, { of: 'account' });
  const answer = await call(step, `${path}/insights`, {
    metric: names.join(','),
    period: 'day',
    metric_type: 'total_value',
    ...stretch(addDays(today, 1 - PERIOD_DAYS), addDays(today, -1)), // ends tomorrow
  });
  const followers = countAt(node.json, 'followers_count');
  const own = countsAt(node.json, ['followers_count', 'media_count']);
  if (answer.kind === 'lost' || rowsIn(answer) === null) {
    const lacks = problem(step, answer, { names });
    if (failsRead(lacks)) return lacks;
    return withoutFigures({ followers, all: own, lacks });
  }
  const { all, ignored } = valuesIn(at(answer.json, 'data'), ACCOUNT_NAMES);
  return {
    kind: 'account' as const,
    followers,
    views: all['views'] ?? null,
    reach: all['reach'] ?? null,
    engagement: all['total_interactions'] ?? null,
    profileViews: null,
    all: { ...own, ...all },
    ...ignoring(ignored),
    ...usedIn(answer),
  };
}

function postIn(row: Json): PostRow[] {
  const networkPostId = textAt(row, 'id');
  const publishedAt = timeOf(row, 'timestamp');
  if (networkPostId === null || publishedAt === null) return [];
  const { all, ignored } = valuesIn(at(row, 'insights', 'data'), POST_NAMES);
  const post: PostNumbers = {
    networkPostId,
    url: textAt(row, 'permalink'),
    text: textAt(row, 'caption') ?? '',
    publishedAt,
    mediaKind: textAt(row, 'media_product_type'),
    views: all['views'] ?? null,
    likes: all['likes'] ?? countAt(row, 'like_count'),
    comments: all['comments'] ?? countAt(row, 'comments_count'),
    shares: sumOf(all['shares'], all['reposts']),
    all,
  };
  return [{ post, ignored }];
}

function named(
  step: InsightsStep,
  of: { of: 'post' | 'account' | 'daily'; kind?: string; inList?: true },
): string[] {
  const { kind: login } = loginOf(step.account);
  return namesFor(metrics, {
    ...of,
    day: dayOf(step.now),
    without: step.without,
    ...(login === 'facebook' ? { login } : {}),
  });
}

function call(step: InsightsStep, path: string, query: { [name: string]: string }) {
  return ask(step.fetch, get(loginOf(step.account).caller, path, query), step.signal);
}

function problem(
  step: InsightsStep,
  answer: NetworkResponse | Lost,
  query: { names?: string[]; mediaKind?: string; isPost?: true },
): InsightsProblem {
  const access: Access = { name: 'Instagram', scope: loginOf(step.account).scopes.insights };
  const whole: InsightsRequest = { access, names: [], mediaKind: null, ...query };
  return insightsProblem(whole, answer, step.now);
}
