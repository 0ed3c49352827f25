/** Posts by words of their text, for the search of the dashboard. */
import { Type } from 'typebox';
import { findPostsByText } from '../../../store/actors.ts';
import { within } from '../../api/held.ts';
import { workspaceOf } from '../../api/principal.ts';
import { closed, workspaceField } from '../../api/schemas.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { postExample } from '../../kinds/views/post.ts';
import { operation } from './context.ts';

const MAX_FOUND = 20;

export const findPostsOperation = operation({
  id: 'findPosts',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/posts/found' },
  tag: 'Posts',
  summary: 'Posts by a part of their text',
  description: 'Newest first, among the newest 20,000 of the accounts that the caller reaches.',
  query: Type.Object(
    {
      ...workspaceField,
      q: Type.String({ minLength: 1, maxLength: 200, description: 'In upper or lower case.' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FOUND, default: MAX_FOUND })),
    },
    closed,
  ),
  result: Type.Object({ posts: Type.Array(Post) }),
  example: { query: { q: 'rye' }, result: { posts: [postExample] } },
  handle: async (call) => {
    const reached = within(workspaceOf(call, call.query.workspace));
    const { q, limit = MAX_FOUND } = call.query;
    const { sql, posts } = call.context;
    const ids = await findPostsByText(sql, { ...reached, text: q.trim(), upTo: null, limit });
    return { body: { posts: await posts.findPosts({ ids, ...reached }) } };
  },
});
