/**
 * The list of posts as the dashboard shows it: all of them, however many, by status, account and time. `GET /v1/posts` lists
 * the newest hundred at most, by the contract.
 */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { accountsOfGroup, insistOnAccount } from '../../api/named-accounts.ts';
import { countPostsUpTo } from '../../../store/post-lists.ts';
import type { PostSearch } from '../../../store/post-search.ts';
import { countedFields, pages, totalOf } from '../../api/paging.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { labelField } from '../../api/labels.ts';
import { closed, resourceId, workspaceField } from '../../api/schemas.ts';
import { operation, type PostsContext } from './context.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { postExample } from '../../kinds/views/post.ts';
import { within } from '../../api/held.ts';
import { searchOf } from '../../kinds/views/post-words.ts';
import { pageOfMatches } from './search.ts';
import type { PostPage } from './post-cache.ts';

/** What posts can be listed by; `failed`: also those that failed on some of their accounts only. */
export const POST_STATUSES = [
  'all',
  'draft',
  'awaiting_approval',
  'scheduled',
  'publishing',
  'published',
  'failed',
] as const;
const page = pages(50);

const instant = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

/** Characters of a search. */
const MAX_QUERY = 200;
export const qField = Type.String({
  minLength: 1,
  maxLength: MAX_QUERY,
  description: 'Only with these words; the last may be a beginning.',
});

/** What narrows a list of posts besides the status. */
export const filterFields = {
  accountId: Type.Optional(resourceId('account')),
  platform: Type.Optional(Type.Enum([...platforms], { type: 'string' })),
  groupId: Type.Optional(resourceId('account_group', { description: 'Only of an account of this group.' })),
  label: Type.Optional(labelField('Only with this label.')),
  q: Type.Optional(qField),
  from: instant('Published, else scheduled, else written at this instant or later.'),
  to: instant('… and before this one.'),
};

export const browsePosts = operation({
  id: 'browsePosts',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/posts' },
  tag: 'Posts',
  summary: 'Posts, page by page',
  description:
    'Newest first. With an account, a group, a label or a time it looks through 20,000 posts a call, and says where to go on. `failed` lists those too that failed on some of their accounts only.',
  query: Type.Object(
    {
      ...workspaceField,
      status: Type.Optional(Type.Enum([...POST_STATUSES], { type: 'string', default: 'all' })),
      ...filterFields,
      ...page.fields,
    },
    closed,
  ),
  result: Type.Object({
    posts: Type.Array(Post),
    ...countedFields,
  }),
  example: {
    query: { status: 'published', limit: 50 },
    result: { posts: [postExample], next: null, total: 1 },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    await insistOnAccount(call.context.sql, workspace, call.query.accountId);
    const { sql, posts: batches } = call.context;
    const range = page.read(call.query);
    const filter = postFilter(call.query, '');
    const accountIds = await accountsOfGroup(sql, workspace, call.query.groupId);
    const { status, orPartial } = filter;
    const list = { ...within(workspace), status, orPartial, ...range, now: call.now };
    if (isNarrow(filter) || accountIds !== null || workspace.heldTo !== null) {
      const found = await searchPage(call.context, {
        ...within(workspace),
        ...filter,
        accountIds,
        ...range,
      });
      return { body: { ...found, total: null } };
    }
    const [{ posts, next }, total] = await Promise.all([
      batches.listPosts(list),
      totalOf(range, (most) => countPostsUpTo(sql, { ...list, most })),
    ]);
    return { body: { posts, next, total } };
  },
});

/** A page of the posts that a filter with more than a status finds, newest first. */
export async function searchPage(
  context: PostsContext,
  { q, ...search }: Omit<PostSearch, 'words'> & { q: string | null },
): Promise<PostPage> {
  const words = searchOf(search.workspaceId, { q, label: search.label });
  return words === 'nothing' ? { posts: [], next: null } : pageOfMatches(context, { ...search, words });
}

interface FilterFields {
  status?: string;
  accountId?: string;
  platform?: string;
  label?: string;
  q?: string;
  from?: string;
  to?: string;
}

/**
 * What a filter of posts means for the search.
 * @param at where the filter is in the request, as a JSON pointer
 * @throws Problem when the time ends before it begins
 */
export function postFilter(fields: FilterFields, at: string) {
  const { status: wanted = 'all', accountId = null, platform = null, label = null, q = null } = fields;
  const status = wanted === 'all' ? null : wanted;
  const from = epochOf(fields.from);
  const to = epochOf(fields.to);
  if (from !== null && to !== null && to <= from) throw invalid(`${at}/to`, 'to must be after from');
  // who looks for failures looks for those on some of the accounts too
  return { status, orPartial: status === 'failed', accountId, platform, label, q, from, to };
}

/** Whether a filter names more than a status. */
export const isNarrow = ({
  accountId,
  platform,
  label,
  q,
  from,
  to,
}: ReturnType<typeof postFilter>): boolean =>
  [accountId, platform, label, q, from, to].some((one) => one !== null);

/** Most events of a burst are about few posts. */
export const MAX_BY_ID = 100;

export const readPostsById = operation({
  id: 'readPostsById',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/posts-by-id' },
  tag: 'Posts',
  summary: 'Posts by their ids',
  description: 'Reads again what the live feed reported. Those that are gone are left out.',
  query: Type.Object(
    {
      ...workspaceField,
      ids: resourceId('post', {
        minLength: 1,
        maxLength: 64 * MAX_BY_ID,
        description: 'Ids with commas between them.',
      }),
    },
    closed,
  ),
  result: Type.Object({ posts: Type.Array(Post) }),
  example: { query: { ids: postExample.id }, result: { posts: [postExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const ids = [...new Set(call.query.ids.split(','))];
    if (ids.length > MAX_BY_ID) throw invalid('/ids', `ids takes up to ${MAX_BY_ID} ids at once`);
    const find = { ids: newestFirst(ids), ...within(workspace) };
    return { body: { posts: await call.context.posts.findPosts(find) } };
  },
});

const newestFirst = (ids: readonly string[]) => ids.toSorted((a, b) => (a < b ? 1 : -1));

const epochOf = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));
