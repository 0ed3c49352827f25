/** List, read and delete posts (docs/contract.md, Posts). */
import { Type } from 'typebox';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, Deleted, idParams, text, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { recorded } from '../../api/recorded.ts';
import { countPostLabels } from '../../../store/posts.ts';
import { accountsOfGroup, insistOnAccount } from '../../api/named-accounts.ts';
import { pageFields, pages } from '../../api/paging.ts';
import { filterFields, isNarrow, searchPage, postFilter } from './browse.ts';
import { operation } from './context.ts';
import { removePost } from './remove.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { postExample } from '../../kinds/views/post.ts';
import { within } from '../../api/held.ts';

const LISTED = ['draft', 'scheduled', 'publishing', 'published', 'failed', 'all'] as const;
const page = pages(25);

export const listPostsOperation = operation({
  id: 'listPosts',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts' },
  tool: { name: 'list_posts' },
  tag: 'Posts',
  summary: 'List posts',
  description:
    'Newest first; each with its status, time, metrics and the error of each network where it failed.',
  query: Type.Object(
    {
      ...workspaceField,
      status: Type.Optional(Type.Enum([...LISTED], { type: 'string', default: 'all' })),
      ...filterFields,
      ...page.fields,
    },
    closed,
  ),
  result: Type.Object({ posts: Type.Array(Post), ...pageFields }),
  errors: { 404: 'The account or the group is not in the workspace' },
  example: { query: { status: 'scheduled', limit: 25 }, result: { posts: [postExample], next: null } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { context, query, now } = call;
    await insistOnAccount(context.sql, workspace, query.accountId);
    const range = page.read(query);
    const filter = { ...postFilter(query, ''), orPartial: false };
    const accountIds = await accountsOfGroup(context.sql, workspace, query.groupId);
    const body =
      isNarrow(filter) || accountIds !== null
        ? await searchPage(context, { ...within(workspace), ...filter, accountIds, ...range })
        : await context.posts.listPosts({ ...within(workspace), status: filter.status, ...range, now });
    return { body };
  },
});

/** How many labels are counted. */
const MAX_COUNTED_LABELS = 200;

export const listPostLabels = operation({
  id: 'listPostLabels',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/labels' },
  tag: 'Posts',
  summary: 'List the labels of posts',
  description: `The ${MAX_COUNTED_LABELS} labels that most posts have, with how many have them.`,
  query: workspaceQuery,
  result: Type.Object({
    labels: Type.Array(
      Type.Object({
        label: text('The label.'),
        posts: Type.Integer({ description: 'How many posts have it.' }),
      }),
    ),
  }),
  example: { query: {}, result: { labels: [{ label: 'spring', posts: 12 }] } },
  handle: async (call) => {
    const reached = within(workspaceOf(call, call.query.workspace));
    const labels = await countPostLabels(call.context.sql, { ...reached, limit: MAX_COUNTED_LABELS });
    return { body: { labels } };
  },
});

export const getPost = operation({
  id: 'getPost',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts/{id}' },
  tag: 'Posts',
  summary: 'Read a post',
  description:
    'Returns the post with its deliveries: the status, attempts, address and error on each account.',
  params: idParams('post'),
  query: workspaceQuery,
  result: Type.Object({ post: Post }),
  errors: { 404: 'There is no such post in the workspace' },
  example: { params: { id: postExample.id }, result: { post: postExample } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const found = await call.context.posts.findPost({ id, ...within(workspace) });
    if (!found) throw notFound('post', id);
    return { body: { post: found } };
  },
});

export const deletePost = operation({
  id: 'deletePost',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/posts/{id}' },
  tool: { name: 'delete_post' },
  scope: ['draft', 'publish'],
  tag: 'Posts',
  summary: 'Remove a post',
  description: 'Cancels what is scheduled and removes the post from the service, never from the networks.',
  params: idParams('post'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: 'There is no such post in the workspace' },
  example: { params: { id: postExample.id }, result: { id: postExample.id, deleted: true } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await recorded(call, (tx, turn) => removePost(call, { tx, turn }, { id, workspace }));
    return { body: { id, deleted: true as const } };
  },
});
