/**
 * The list of posts as the dashboard shows it: all of them, however many, by status, account and time. `GET /v1/posts` lists
 * the newest hundred at most, by the contract.
 */
import { Type } from 'typebox';
import { countPostsUpTo, findPosts, listPosts, type PostRow, searchPosts } from '../../store/posts.ts';
import type { Db } from '../../store/connect.ts';
import { workspaceOf } from '../api/access.ts';
import { type Operation, operation } from '../api/operation.ts';
import { postExample } from './fields.ts';
import { publicPost } from './view.ts';
import { invalid } from '../api/problem.ts';
import { Post, WorkspaceSlug } from '../api/schemas.ts';

const STATUSES = ['all', 'draft', 'scheduled', 'publishing', 'published', 'failed'] as const;
/** More than these are not counted: nobody reads them one by one. */
const MOST_COUNTED = 10_000;

const instant = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const browsePosts = operation({
  id: 'browsePosts',
  method: 'get',
  path: '/app/api/posts',
  tag: 'Posts',
  summary: 'Posts, page by page',
  description:
    'Newest first. With an account, a time or the status `failed` it looks through 20,000 posts a call, and says where to go on. `failed` lists those too that failed on some of their accounts only.',
  query: Type.Object(
    {
      workspace: Type.Optional(WorkspaceSlug),
      status: Type.Optional(Type.Enum([...STATUSES], { type: 'string', default: 'all' })),
      accountId: Type.Optional(Type.String({ maxLength: 64 })),
      from: instant('Published, else scheduled, else written at this instant or later.'),
      to: instant('… and before this one.'),
      before: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the page before.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({
    posts: Type.Array(Post),
    next: Type.Union([Type.String({ description: 'What `before` takes for the next page.' }), Type.Null()]),
    total: Type.Union([
      Type.Integer({ description: 'How many there are in all.' }),
      Type.Null({ description: 'Not counted: on later pages, with an account or a time, above 10,000.' }),
    ]),
  }),
  example: {
    query: { status: 'published', limit: 50 },
    result: { posts: [postExample], next: null, total: 1 },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const { status: wanted = 'all', accountId = null, before = null, limit = 50 } = call.query;
    const status = wanted === 'all' ? null : wanted;
    const from = epochOf(call.query.from);
    const to = epochOf(call.query.to);
    if (from !== null && to !== null && to <= from) throw invalid('/to', 'to must be after from');
    const list = { workspaceId: workspace.id, status, before, limit };
    // who looks for failures looks for those on some of the accounts too, which no index tells apart
    const orPartial = status === 'failed';
    const isSearch = orPartial || accountId !== null || from !== null || to !== null;
    if (isSearch) {
      const { ids, next } = await searchPosts(sql, { ...list, orPartial, accountId, from, to });
      return { body: { posts: (await inOrder(sql, ids)).map(publicPost), next, total: null } };
    }
    const [posts, counted] = await Promise.all([
      listPosts(sql, list),
      before === null ? countPostsUpTo(sql, { ...list, most: MOST_COUNTED + 1 }) : null,
    ]);
    return {
      body: {
        posts: posts.map(publicPost),
        next: posts.length === limit ? posts.at(-1)!.id : null,
        total: counted === null || counted > MOST_COUNTED ? null : counted,
      },
    };
  },
}) as unknown as Operation;

/** Most events of a burst are about few posts. */
const MOST_AT_ONCE = 100;

export const readPostsById = operation({
  id: 'readPostsById',
  method: 'get',
  path: '/app/api/posts-by-id',
  tag: 'Posts',
  summary: 'Posts by their ids',
  description: 'What the live feed told of, anew. Those that are gone are left out.',
  query: Type.Object(
    {
      workspace: Type.Optional(WorkspaceSlug),
      ids: Type.String({ minLength: 1, maxLength: 64 * MOST_AT_ONCE, description: 'With commas between.' }),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ posts: Type.Array(Post) }),
  example: { query: { ids: postExample.id }, result: { posts: [postExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const ids = [...new Set(call.query.ids.split(','))];
    if (ids.length > MOST_AT_ONCE) throw invalid('/ids', `ids takes up to ${MOST_AT_ONCE} ids at once`);
    const posts = await inOrder(call.context.sql, ids);
    return {
      body: { posts: posts.filter(({ workspaceId }) => workspaceId === workspace.id).map(publicPost) },
    };
  },
}) as unknown as Operation;

/** Newest first. */
async function inOrder(db: Db, ids: string[]): Promise<PostRow[]> {
  if (ids.length === 0) return [];
  return (await findPosts(db, ids)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

const epochOf = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));
