/** What the page of posts shows above its list: how many posts there are of each status, what needs a decision, and what goes out next. */
import { type Static, Type } from 'typebox';
import { countPostsUpTo } from '../../../store/post-lists.ts';
import { searchPosts } from '../../../store/post-search.ts';
import { listCalendar } from '../../../store/posts.ts';
import { within } from '../../api/held.ts';
import type { Call } from '../../api/operation.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { nullable, workspaceQuery } from '../../api/schemas.ts';
import { DAY_MS } from '../../base/durations.ts';
import { postExample } from '../../kinds/views/post.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { operation, type PostsContext } from './context.ts';
import { limitedView } from './limited.ts';

/** More are not counted, and shown as "999+". */
const MAX_COUNTED = 1_000;
/** Posts of a section. */
const MAX_SHOWN = 20;
/** What failed longer ago is found by its status. */
const FAILED_MS = 7 * DAY_MS;
/** As far ahead as the calendar reads. */
const AHEAD_MS = 45 * DAY_MS;

const COUNTED = ['draft', 'awaiting_approval', 'scheduled', 'publishing', 'published', 'failed'] as const;
type Counts = { [status in (typeof COUNTED)[number]]: number };

const Counts = Type.Object(
  Object.fromEntries(COUNTED.map((status) => [status, Type.Integer()])) as {
    [status in keyof Counts]: ReturnType<typeof Type.Integer>;
  },
);

export const readPostOverview = operation({
  id: 'readPostOverview',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/post-overview' },
  tag: 'Posts',
  summary: 'Posts that need a decision, and those that go out next',
  query: workspaceQuery,
  result: Type.Object({
    counts: nullable(Counts),
    undecided: Type.Array(Post, { description: 'Failed in the last week, or waiting for an approval.' }),
    publishing: Type.Array(Post),
    next: Type.Array(Post, { description: 'Scheduled, the next one first.' }),
  }),
  example: {
    result: {
      counts: { draft: 3, awaiting_approval: 0, scheduled: 1, publishing: 0, published: 12, failed: 0 },
      undecided: [],
      publishing: [],
      next: [postExample],
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const [counts, failed, awaited, publishing, next] = await Promise.all([
      countsOf(call, workspace),
      newest(call, workspace, 'failed'),
      newest(call, workspace, 'awaiting_approval'),
      newest(call, workspace, 'publishing'),
      scheduledNext(call, workspace),
    ]);
    const isRecent = ({ updatedAt }: PublicPost) => Date.parse(updatedAt) > call.now - FAILED_MS;
    const undecided = [...failed.filter(isRecent), ...awaited].slice(0, MAX_SHOWN);
    return { body: { counts, undecided, publishing, next } };
  },
});

type OverviewCall = Pick<Call<PostsContext>, 'context' | 'now'>;
type PublicPost = Static<typeof Post>;

/** @returns null for people who are held to some accounts: how many others there are is nothing they see */
async function countsOf({ context, now }: OverviewCall, workspace: Membership): Promise<Counts | null> {
  if (workspace.heldTo !== null) return null;
  const counted = await Promise.all(
    COUNTED.map((status) =>
      countPostsUpTo(context.sql, {
        workspaceId: workspace.id,
        status,
        orPartial: status === 'failed',
        now,
        most: MAX_COUNTED,
      }),
    ),
  );
  return Object.fromEntries(COUNTED.map((status, index) => [status, counted[index]!])) as Counts;
}

/** The newest posts of a status, as far as the caller sees them. */
async function newest(
  { context, now }: OverviewCall,
  workspace: Membership,
  status: (typeof COUNTED)[number],
): Promise<PublicPost[]> {
  const list = {
    ...within(workspace),
    status,
    orPartial: status === 'failed',
    before: null,
    limit: MAX_SHOWN,
  };
  if (workspace.heldTo === null) return (await context.posts.listPosts({ ...list, now })).posts;
  const { ids } = await searchPosts(context.sql, list);
  return context.posts.findPosts({ ids, ...within(workspace) });
}

/** Scheduled posts, the next one first. */
async function scheduledNext({ context, now }: OverviewCall, workspace: Membership): Promise<PublicPost[]> {
  const list = { ...within(workspace), from: now, to: now + AHEAD_MS, limit: 5 * MAX_SHOWN };
  const posts = await listCalendar(context.sql, list);
  return posts
    .filter(({ status }) => status === 'scheduled')
    .slice(0, MAX_SHOWN)
    .map((post) => limitedView(post, workspace.heldTo));
}
