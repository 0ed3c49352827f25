/** The numbers of one post of this service, over all the networks it went to (docs/contract.md, Numbers). */
import { Type } from 'typebox';
import type { CommonNumbers } from '../../../adapters/port/insights.ts';
import { findNumbersOfPosts, type TrackedPost } from '../../../store/tracked-posts.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, idParams, workspaceField } from '../../api/schemas.ts';
import { isoOrNull } from '../../base/time.ts';
import { operation } from './context.ts';
import { freshen, type SourceAnswer } from './fresh.ts';
import { CountSums, NetworkNumbers } from './schemas.ts';
import { refreshField } from './sources.ts';
import { totalsOf } from './sums.ts';
import { within } from '../../api/held.ts';

const accountId = 'acc_01JD0000000000000000000001';

export const getPostMetrics = operation({
  id: 'getPostMetrics',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts/{id}/metrics' },
  tool: { name: 'get_post_metrics' },
  tag: 'Numbers',
  summary: 'The numbers of a post',
  description:
    'Sums over the networks the post went to, and the numbers of each with the id of the post there. In the sums, what a network does not say counts as 0; in `networks` it is null.',
  params: idParams('post'),
  query: Type.Object({ ...workspaceField, ...refreshField }, closed),
  result: Type.Object({ metrics: CountSums, networks: Type.Array(NetworkNumbers) }),
  errors: { 404: 'There is no such post in the workspace' },
  example: {
    params: { id: 'post_01JD0000000000000000000001' },
    result: {
      metrics: { views: 1200, likes: 80, comments: 12, shares: 4 },
      networks: [
        {
          accountId,
          platform: 'instagram',
          networkPostId: '17900000000000001',
          url: 'https://www.instagram.com/p/abc/',
          metrics: { views: 1200, likes: 80, comments: 12, shares: 4 },
          fetchedAt: '2026-05-04T08:00:00.000Z',
          error: null,
        },
      ],
    },
  },
  handle: async (call) => {
    const { context } = call;
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const [post] = await context.posts.findPosts({ ids: [id], ...within(workspace) });
    if (!post) throw notFound('post', id);
    const published = post.deliveries.filter(({ networkPostId }) => networkPostId !== null);
    const targets = new Set(published.map((delivery) => delivery.accountId));
    const all = await context.numbers.accountsOf(within(workspace));
    const accounts = all.filter((account) => targets.has(account.id));
    const { refresh = false } = call.query;
    const { sources } = await freshen(context, accounts, { force: refresh, depth: 'month' });
    const rows = await findNumbersOfPosts(context.sql, { ...within(workspace), postIds: [id] });
    const rowsOf = Map.groupBy(rows, (row) => row.accountId);
    const sourceOf = new Map(sources.map((source) => [source.accountId, source]));
    const networks = published.map(({ accountId: account, platform, networkPostId, url }) => {
      const parts = rowsOf.get(account) ?? [];
      const row = parts.find((part) => part.networkPostId === networkPostId) ?? parts[0];
      return {
        accountId: account,
        platform,
        networkPostId,
        url: url ?? row?.url ?? null,
        metrics: row === undefined || row.fetchedAt === null ? null : countsOf(totalsOf(parts)),
        fetchedAt: isoOrNull(row?.fetchedAt ?? null),
        error: errorOf(row, sourceOf.get(account)),
      };
    });
    const totals = totalsOf(networks.flatMap(({ metrics }) => metrics ?? []));
    return { body: { metrics: sumsOf(totals), networks } };
  },
});

/** Of a thread: all its parts. */
const countsOf = ({ views, likes, comments, shares }: CommonNumbers) => ({ views, likes, comments, shares });

/** As the contract has them: numbers. */
const sumsOf = ({
  views,
  likes,
  comments,
  shares,
}: Pick<TrackedPost, 'views' | 'likes' | 'comments' | 'shares'>) => ({
  views: views ?? 0,
  likes: likes ?? 0,
  comments: comments ?? 0,
  shares: shares ?? 0,
});

function errorOf(row: TrackedPost | undefined, source: SourceAnswer | undefined): string | null {
  if (source === undefined) return 'the account was disconnected';
  if (row?.state === 'gone') return 'the network has no such post any more; these are its last numbers';
  if (row?.state === 'not_available') return 'the network gives no numbers of this post';
  return source.reason;
}
