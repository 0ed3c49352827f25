/** Makes a draft that says the same as another post. */
import { Type } from 'typebox';
import { workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { closed, idParams, workspaceField } from '../../api/schemas.ts';
import { postExample } from '../../kinds/views/post.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import type { PostRow } from '../../../store/posts.ts';
import type { Content } from './content.ts';
import { operation, type PostsContext } from './context.ts';
import { attempt, draftOf } from './create-operations.ts';
import { postToChange } from './limited.ts';
import { extrasOf } from './overrides.ts';

export const duplicatePost = operation({
  id: 'duplicatePost',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts/{id}/duplicate' },
  scope: 'draft',
  audit: { kind: 'post', id: '/result/post/id' },
  tag: 'Posts',
  summary: 'Duplicate a post',
  description:
    'Makes a draft with the text, media, options, overrides, thread, first comment and labels of a post in any state, for the same accounts. Accounts that were disconnected since are left out; if all were, it is refused with `unknown_account`. It takes over no time, approval, note or outcome.',
  params: idParams('post'),
  body: Type.Object(workspaceField, closed),
  result: Type.Object({ post: Post }),
  errors: {
    404: 'There is no such post in the workspace',
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: postExample.id },
    body: {},
    result: { post: { ...postExample, id: 'post_01JD0000000000000000000002', status: 'draft' } },
  },
  handle: async (call) => {
    const { posts, sql } = call.context;
    const workspace = workspaceOf(call, call.body.workspace);
    const post = await attempt(async () => {
      const original = await postToChange(sql, { id: call.params.id, workspace });
      const what = { name: 'post', workspaceId: workspace.id } as const;
      const content = await copyOf(original, what, posts.readAccounts);
      return draftOf(call, workspace, content, { kind: 'draft', at: null });
    });
    return posts.createPost({ call, post });
  },
});

/**
 * @param what whether it is of a post or of a template, and the workspace of it
 * @returns what it says, for those of its accounts that are still connected
 * @throws Problem 400 if none is
 */
export async function copyOf(
  {
    content,
    accountIds,
    media,
    options,
    extras,
    labels,
  }: Pick<PostRow, 'content' | 'accountIds' | 'media' | 'options' | 'extras' | 'labels'>,
  { name, workspaceId }: { name: 'post' | 'template'; workspaceId: string },
  readAccounts: PostsContext['posts']['readAccounts'],
): Promise<Content> {
  const accounts = (await readAccounts(accountIds)).filter((account) => account.workspaceId === workspaceId);
  if (accounts.length === 0)
    throw invalid('/id', `each account of this ${name} was disconnected; create a new post`, {
      code: 'unknown_account',
    });
  const { skipped: _, ...left } = extrasOf({ media, extras }, accounts);
  const ids = new Set(accounts.map(({ id }) => id));
  const accountIdsLeft = accountIds.filter((id) => ids.has(id));
  return {
    content,
    accountIds: accountIdsLeft,
    media,
    options: options as Content['options'],
    extras: left,
    labels,
  };
}
