/** The numbers of other posts at the same age, for comparisons on the analytics page. */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { listAgedPosts } from '../../../store/post-ages.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { choice, closed, instant, model, nullable, text, workspaceField } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { operation } from './context.ts';
import { accountsOf } from './fresh.ts';
import { lastDays } from './period.ts';
import { Counts } from './schemas.ts';
import { filterFields, postExample } from './sources.ts';
import { within } from '../../api/held.ts';

/** More posts than these are not compared: the newest are taken. */
const MAX_POSTS = 2_000;

const AgedPost = model(
  'AgedPost',
  Type.Object({
    accountId: text('As in GET /v1/accounts.'),
    platform: choice(platforms, 'The network.'),
    networkPostId: text("The network's own id of the post."),
    publishedAt: instant('When it was published.'),
    at24h: nullable(Counts),
    at7d: nullable(Counts),
    latest: nullable(Counts),
  }),
);

const counted = { views: 1200, likes: 80, comments: 12, shares: 4 };

export const listPostAges = operation({
  id: 'listPostAges',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/numbers/ages' },
  tag: 'Numbers',
  summary: 'What posts counted after 24 hours and after 7 days',
  description:
    'From what is stored: nothing is read at a network. `at24h` and `at7d` are null for a post that is younger, or that was not counted by then; `latest` is what it counts now. The newest 2,000 posts.',
  query: Type.Object(
    {
      ...workspaceField,
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 730,
          default: 60,
          description: "So many calendar days of the workspace's time zone, today last.",
        }),
      ),
      ...filterFields,
    },
    closed,
  ),
  result: Type.Object({ posts: Type.Array(AgedPost) }),
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    query: { days: 60 },
    result: {
      posts: [
        {
          accountId: postExample.accountId,
          platform: 'instagram',
          networkPostId: postExample.networkPostId,
          publishedAt: postExample.publishedAt,
          at24h: counted,
          at7d: null,
          latest: counted,
        },
      ],
    },
  },
  handle: async (call) => {
    const { sql } = call.context;
    const workspace = workspaceOf(call, call.query.workspace);
    const { days = 60, platform, accountId } = call.query;
    const accounts = await accountsOf(call.context, { ...within(workspace), platform, accountId });
    if (accounts === null) throw notFound('account', accountId!);
    const { from } = lastDays(days, workspace.timezone, call.now);
    const rows = await listAgedPosts(sql, {
      ...within(workspace),
      platform: platform ?? null,
      accountId: accountId ?? null,
      from,
      now: call.now,
      limit: MAX_POSTS,
    });
    return { body: { posts: rows.map((row) => ({ ...row, publishedAt: isoOf(row.publishedAt) })) } };
  },
});
