/** Edit, schedule, retry a post, or make it a draft (docs/contract.md, Posts). */
import { Type } from 'typebox';
import { findPost } from '../../../store/posts.ts';
import { requirePlan } from '../../api/plan.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { idParams } from '../../api/schemas.ts';
import { recorded } from '../../api/recorded.ts';
import { hostBefore } from './approval/hosted-change.ts';
import { changePost } from './change.ts';
import { operation } from './context.ts';
import { readTiming } from './draft.ts';
import { patchBody, timingOf } from './request.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { postExample } from '../../kinds/views/post.ts';
import { within } from '../../api/held.ts';
import { limitedView } from './limited.ts';

export const updatePost = operation({
  id: 'updatePost',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/posts/{id}' },
  tool: { name: 'update_post' },
  scope: ['draft', 'publish'],
  tag: 'Posts',
  summary: 'Edit, schedule, retry a post, or make it a draft',
  description:
    'Edits a draft, scheduled or failed post. A timing schedules a draft or retries a failed post, sending only to the accounts that failed. `{"draft": true}` moves a post of any state back to drafts: what was sent stays sent and listed.',
  params: idParams('post'),
  body: patchBody,
  result: Type.Object({ post: Post }),
  errors: {
    404: 'There is no such post in the workspace; or useNextSlot was asked and there is no posting schedule',
    409: 'The post is publishing or published, or a part of its thread is out, and it cannot be changed like this',
  },
  example: {
    params: { id: postExample.id },
    body: { scheduledAt: '2026-05-04T10:00:00Z' },
    result: { post: { ...postExample, status: 'scheduled' } },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const timing = readTiming(timingOf(call.body), workspace.timezone);
    if (timing && timing.kind !== 'draft') requirePlan(workspace, 'publishing', call.now);
    const change = { id: call.params.id, workspace, timing, body: call.body };
    const hosted = await hostBefore(call, workspace, timing);
    const id = await recorded(call, (tx, turn) => changePost(call, { tx, turn }, { ...change, hosted }));
    const after = await findPost(call.context.sql, { id, ...within(workspace) });
    if (!after) throw notFound('post', id);
    return { body: { post: limitedView(after, workspace.heldTo) } };
  },
});
