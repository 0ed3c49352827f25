/** Everything that a network reports about one post, compared with other posts (docs/contract.md, Numbers). */
import { Type } from 'typebox';
import type { CommonNumbers, MetricSeries as Series } from '../../../adapters/port/insights.ts';
import { findTrackedPost, listAllCounts, listSamples } from '../../../store/tracked-posts.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, networkId, nullable, resourceId, text, workspaceField } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { commentExample, Comment, type PublicComment, readNetworkPost } from '../comments/index.ts';
import { operation } from './context.ts';
import { numbersIn, readDetail } from './detail.ts';
import { accountsOf, freshen } from './fresh.ts';
import { HistoryEntry, MetricSeries, PerformancePost, Source } from './schemas.ts';
import { postExample, refreshField, type PostSource, postSource, sourceExample } from './sources.ts';
import { DAY_MS } from '../../base/durations.ts';
import { within } from '../../api/held.ts';

/** The account's average is that of its posts of so many days, this one left out. */
const AVERAGE_DAYS = 90;
const MAX_POSTS = 1_000;

export const getPostInsights = operation({
  id: 'getPostInsights',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/post-insights' },
  tool: { name: 'get_post_insights' },
  tag: 'Numbers',
  summary: 'Everything a network says of one post',
  description:
    'Every metric that the network gives, by its own names, the comments, and a comparison with the average of the account’s posts of the last 90 days. `history` is how the common numbers grew since this service knows the post.',
  query: Type.Object(
    {
      ...workspaceField,
      accountId: resourceId('account'),
      postId: networkId('networkPostId of GET /v1/performance, and of the deliveries of GET /v1/posts/{id}', {
        minLength: 1,
        description: 'The network’s own id of the post, `networkPostId` of GET /v1/performance.',
      }),
      ...refreshField,
    },
    closed,
  ),
  result: Type.Object({
    post: PerformancePost,
    metrics: Type.Record(Type.String(), Type.Union([Type.Number(), MetricSeries])),
    comments: Type.Array(Comment),
    comparison: Type.Record(
      Type.String(),
      Type.Object({
        value: Type.Number(),
        average: Type.Number(),
        ratio: nullable(
          Type.Number({ description: 'value / average, two decimals. Null if the average is 0.' }),
        ),
      }),
    ),
    history: Type.Array(HistoryEntry),
    error: nullable(text('What kept a part of it away.')),
    source: Source,
  }),
  errors: { 404: 'There is no such account in the workspace, or no such post of it' },
  example: {
    query: { accountId: postExample.accountId, postId: postExample.networkPostId },
    result: {
      post: postExample,
      metrics: { views: 1200, reach: 900, likes: 80 },
      comments: [commentExample],
      comparison: { views: { value: 1200, average: 800, ratio: 1.5 } },
      history: [{ at: '2026-05-04T08:00:00.000Z', views: 1200, likes: 80, comments: 12, shares: 4 }],
      error: null,
      source: sourceExample,
    },
  },
  handle: async (call) => {
    const { context, now } = call;
    const { sql } = context;
    const workspace = workspaceOf(call, call.query.workspace);
    const { id: workspaceId } = workspace;
    const { accountId, postId: networkPostId, refresh = false } = call.query;
    const accounts = await accountsOf(context, { ...within(workspace), accountId });
    const account = accounts?.[0];
    if (!account) throw notFound('account', accountId);
    const { sources } = await freshen(context, [account], { force: refresh, depth: 'page' });
    const find = { workspaceId, accountId, networkPostId };
    const post = await findTrackedPost(sql, find);
    if (!post) throw notFound('network post', networkPostId);
    const [detail, others, samples, comments] = await Promise.all([
      readDetail(context, { workspaceId, accountId, platform: account.platform }, post),
      listAllCounts(sql, { workspaceId, accountId, from: now - AVERAGE_DAYS * DAY_MS, limit: MAX_POSTS }),
      listSamples(sql, { workspaceId, key: post.key }),
      context.adapters[account.platform]?.comments
        ? readNetworkPost(context, { accountId, platform: account.platform, networkPostId })
        : { comments: [], error: null },
    ]);
    const isRead = detail.kind === 'post';
    const metrics: { [name: string]: number | Series } = { ...post.all, ...(isRead && detail.all) };
    // a count that was just read replaces the stored one, so that a response has each count once
    const { views, likes, comments: commentCount, shares } = isRead ? newest(post, detail) : post;
    const counts = { views, likes, comments: commentCount, shares };
    const source = postSource({ ...post, ...counts });
    const problem = isRead ? detail.lacks : detail;
    return {
      body: {
        post: source,
        metrics,
        comments: below(comments.comments, source),
        comparison: comparisonOf(
          { ...numbersIn(metrics), ...numbersIn(counts) },
          others
            .filter((other) => other.networkPostId !== networkPostId)
            .map(({ all, counts: common }) => ({ ...all, ...numbersIn({ ...common }) })),
        ),
        history: samples.map(({ at, ...sample }) => ({ at: isoOf(at), ...sample })),
        error: problem === undefined || problem.reason === '' ? comments.error : problem.reason,
        source: sources[0]!,
      },
    };
  },
});

const COMMON = ['views', 'likes', 'comments', 'shares'] as const;

function newest(stored: CommonNumbers, read: CommonNumbers): CommonNumbers {
  const [views = null, likes = null, comments = null, shares = null] = COMMON.map(
    (name) => read[name] ?? stored[name],
  );
  return { views, likes, comments, shares };
}

/** Comments with the post that was asked for: what is stored with a comment may not know one that was made elsewhere. */
function below(comments: readonly PublicComment[], { postId, text, url }: PostSource): PublicComment[] {
  return comments.map((comment) => {
    const post = { ...comment.post, id: comment.post.id ?? postId };
    return {
      ...comment,
      postId: comment.postId ?? postId,
      post: { ...post, text: post.text === '' ? text : post.text, url: post.url ?? url },
      replies: below(comment.replies, { postId, text, url } as PostSource),
    };
  });
}

/** Each number beside the average of those posts that have it; left out where none has. Pure. */
function comparisonOf(
  mine: { [name: string]: number },
  others: readonly { [name: string]: number }[],
): { [name: string]: { value: number; average: number; ratio: number | null } } {
  return Object.fromEntries(
    Object.entries(mine).flatMap(([name, value]) => {
      const values = others.flatMap((one) => (Object.hasOwn(one, name) ? one[name]! : []));
      if (values.length === 0) return [];
      const average = values.reduce((sum, one) => sum + one, 0) / values.length;
      const ratio = average === 0 ? null : rounded(value / average);
      return [[name, { value, average: rounded(average), ratio }]];
    }),
  );
}

const rounded = (value: number) => Math.round(value * 100) / 100;
