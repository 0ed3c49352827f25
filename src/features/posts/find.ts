/** Posts by words of their text, for the search of the dashboard. */
import { Type } from 'typebox';
import { within } from '../../api/held.ts';
import { workspaceOf } from '../../api/principal.ts';
import { closed, workspaceField } from '../../api/schemas.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { postExample } from '../../kinds/views/post.ts';
import { qField, searchPage } from './browse.ts';
import { operation } from './context.ts';

const MAX_FOUND = 20;

export const findPostsOperation = operation({
  id: 'findPosts',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/posts/found' },
  tag: 'Posts',
  summary: 'Posts by their words',
  description: 'Newest first, of the accounts that the caller reaches.',
  query: Type.Object(
    {
      ...workspaceField,
      q: qField,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FOUND, default: MAX_FOUND })),
    },
    closed,
  ),
  result: Type.Object({ posts: Type.Array(Post) }),
  example: { query: { q: 'rye' }, result: { posts: [postExample] } },
  handle: async (call) => {
    const reached = within(workspaceOf(call, call.query.workspace));
    const { q, limit = MAX_FOUND } = call.query;
    const search = { ...reached, status: null, orPartial: false, q, before: null, limit };
    const { posts } = await searchPage(call.context, search);
    return { body: { posts } };
  },
});
