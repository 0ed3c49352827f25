/** Sends a post again where it failed, and leaves everything else as it is. */
import { Type } from 'typebox';
import { accepts } from '../../../machines/durable.ts';
import { post as postMachine } from '../../../machines/post.ts';
import { requirePlan } from '../../api/plan.ts';
import { workspaceOf } from '../../api/principal.ts';
import { idempotent } from '../../api/idempotent.ts';
import { operation } from './context.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { closed, idParams, resourceId, workspaceField } from '../../api/schemas.ts';
import { type Family, lockFamily, publicAfter } from './family.ts';
import { withArticle } from '../../base/grammar.ts';
import { postExample } from '../../kinds/views/post.ts';
import { Post } from '../../kinds/views/post-schemas.ts';

export const retryPost = operation({
  id: 'retryPost',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts/{id}/retry' },
  scope: 'publish',
  tag: 'Posts',
  summary: 'Send a post again where it failed',
  description:
    'Sends to the accounts that have no copy, or to those of them that `accountIds` names. What is live is not sent again and keeps its time. An account whose outcome is unknown is looked up first.',
  params: idParams('post'),
  body: Type.Object(
    {
      accountIds: Type.Optional(
        Type.Array(resourceId('account'), {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description: 'Accounts of the post. Absent means every account that has no copy.',
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ post: Post }),
  errors: {
    404: 'There is no such post in the workspace',
    409: 'The post is not published or failed, or it is live on each of these accounts; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: postExample.id },
    body: { accountIds: ['acc_01JD0000000000000000000001'] },
    result: { post: postExample },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { accountIds } = call.body;
    return idempotent(call, async (tx, turn) => {
      requirePlan(workspace, 'publishing', call.now);
      const family = await lockFamily(tx, turn, { id: call.params.id, workspace });
      const stranger = accountIds?.findIndex((id) => !family.row.accountIds.includes(id)) ?? -1;
      if (stranger >= 0) {
        const message = `${accountIds![stranger]} is no account of this post; its accounts are ${family.row.accountIds.join(', ')}`;
        throw invalid(`/accountIds/${stranger}`, message);
      }
      const event = { type: 'retry' as const, ...(accountIds && { accountIds }) };
      const { status, snapshot } = family.post;
      if (status !== 'active' || !accepts(postMachine, snapshot as never, event, turn.now)) {
        throw cannotRetry(family);
      }
      turn.deliver(family.post, event);
      return { result: { post: publicAfter(family, turn) } };
    });
  },
});

function cannotRetry({ row: { status } }: Family): Problem {
  switch (status) {
    case 'publishing':
      return new Problem('post_publishing', 'the post is still being published; wait until it has ended');
    case 'draft':
    case 'scheduled':
      return new Problem(
        `post_${status}`,
        `${withArticle(`${status} post`)} was not sent yet; give it a time with PATCH /v1/posts/{id}`,
      );
    default:
      return new Problem(
        'already_published',
        'the post is live on each of these accounts; create a new post to send it again',
      );
  }
}
