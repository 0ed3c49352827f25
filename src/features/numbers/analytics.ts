/** Sums over the last posts of this service (docs/contract.md, Numbers). */
import { Type } from 'typebox';
import { findNumbersOfPosts, listLastPublished } from '../../../store/tracked-posts.ts';
import { workspaceOf } from '../../api/principal.ts';
import { workspaceQuery } from '../../api/schemas.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { postExample } from '../../kinds/views/post.ts';
import { operation } from './context.ts';
import { freshen } from './fresh.ts';
import { cachedAt, Counts } from './schemas.ts';
import { totalsOf } from './sums.ts';
import { within } from '../../api/held.ts';

/** How many posts the sums are about, and how many are listed. */
const MAX_POSTS = 100;
const TOP = 10;

export const getAnalytics = operation({
  id: 'getAnalytics',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/analytics' },
  tool: { name: 'get_analytics' },
  tag: 'Numbers',
  summary: 'Sums over the last 100 published posts',
  description:
    'Views, likes, comments and shares of the last 100 posts that were published through this service, and the ten with the most views.',
  query: workspaceQuery,
  result: Type.Object({
    totals: Counts,
    topPosts: Type.Array(Post, {
      description: 'As in GET /v1/posts; most views first, and last those whose views are not known.',
    }),
    postCount: Type.Integer({ description: 'How many posts the totals are about: 100 at most.' }),
    cachedAt,
  }),
  example: {
    result: {
      totals: { views: 1200, likes: 80, comments: 12, shares: 4 },
      topPosts: [
        { ...postExample, status: 'published', metrics: { views: 1200, likes: 80, comments: 12, shares: 4 } },
      ],
      postCount: 1,
      cachedAt: '2026-05-04T08:00:00.000Z',
    },
  },
  handle: async (call) => {
    const { context } = call;
    const { sql } = context;
    const workspace = workspaceOf(call, call.query.workspace);
    const place = within(workspace);
    const accounts = await context.numbers.accountsOf(place);
    const fresh = await freshen(context, accounts, { force: false, depth: 'month' });
    const postIds = await listLastPublished(sql, { ...place, limit: MAX_POSTS });
    const rows = await findNumbersOfPosts(sql, { ...place, postIds });
    const { posts: _, ...totals } = totalsOf(rows);
    const byPost = Map.groupBy(rows, ({ postId }) => postId);
    const viewsOf = (id: string) => totalsOf(byPost.get(id) ?? []).views;
    const top = postIds
      .map((id) => ({ id, views: viewsOf(id) }))
      .sort((one, other) => (other.views ?? -1) - (one.views ?? -1))
      .slice(0, TOP);
    const topPosts = await context.posts.findPosts({ ids: top.map(({ id }) => id), ...place });
    return { body: { totals, topPosts, postCount: postIds.length, cachedAt: fresh.cachedAt } };
  },
});
