/** Approving and rejecting by people of the workspace (docs/contract.md, Approval). */
import { Type } from 'typebox';
import type { Hand } from '../../../../store/turns.ts';
import { idempotent } from '../../../api/idempotent.ts';
import { isSession, type Principal, workspaceOf } from '../../../api/principal.ts';
import { invalid } from '../../../api/problem.ts';
import { APPROVERS } from '../../../api/roles.ts';
import { closed, idParams, workspaceField } from '../../../api/schemas.ts';
import { Post } from '../../../kinds/views/post-schemas.ts';
import { postExample } from '../../../kinds/views/post.ts';
import { operation } from '../context.ts';
import { readTiming } from '../draft.ts';
import { timingFields } from '../fields.ts';
import { timingOf } from '../request.ts';
import { decide } from './decide.ts';

const MAX_REASON = 1_000;
const { scheduledAt, publishNow, useNextSlot } = timingFields;

export const decideApproval = operation({
  id: 'decideApproval',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts/{id}/approval' },
  scope: 'publish',
  roles: APPROVERS,
  tag: 'Posts',
  summary: 'Approve or reject a post',
  description:
    'Of a post with `approval: "requested"`. An approved post goes out at the time that was asked for, or at the one given here; one whose time has passed needs one. Send `approvalDetails.plan` of the post as you looked at it: a post that was changed since is not approved.',
  params: idParams('post'),
  body: Type.Object(
    {
      decision: Type.Enum(['approved', 'rejected'], { type: 'string' }),
      reason: Type.Optional(
        Type.String({ maxLength: MAX_REASON, description: 'Of a rejection: what is to change.' }),
      ),
      plan: Type.Optional(
        Type.String({
          maxLength: 300,
          description: '`approvalDetails.plan` as you read it. Absent means that it is not compared.',
        }),
      ),
      scheduledAt,
      publishNow,
      useNextSlot,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ post: Post }),
  errors: {
    404: 'There is no such post in the workspace; or useNextSlot was asked and there is no posting schedule',
    409: 'Nobody asks for an approval of the post, it was changed after you looked at it, or its time has passed and none is given; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: postExample.id },
    body: { decision: 'approved' },
    result: { post: { ...postExample, status: 'scheduled', approval: 'approved' } },
  },
  handle: async (call) => {
    const { principal, params, body, now } = call;
    const workspace = workspaceOf(call, body.workspace);
    const timing = readTiming(timingOf(body), workspace.timezone);
    const isYes = body.decision === 'approved';
    const reason = body.reason?.trim() ?? '';
    if (isYes && reason !== '')
      throw invalid('/reason', 'reason goes with decision "rejected"; leave it out');
    if (!isYes && timing !== null) throw invalid('/decision', 'a rejected post gets no time; leave it out');
    return idempotent(call, async (tx, turn) => {
      const post = await decide(tx, turn, {
        postId: params.id,
        workspace,
        isYes,
        decision: { by: principal.userId, at: now, ...(reason !== '' && { reason }) },
        plan: body.plan,
        timing: timing?.kind === 'draft' ? null : timing,
        hand: handOf(principal, body.decision),
      });
      return { result: { post } };
    });
  },
});

/** Who decided, for the journal: the person, and the API key where it came by one. */
const handOf = ({ userId, keyId }: Principal, decision: string): Hand => ({
  userId,
  ...(!isSession(keyId) && { keyId }),
  reason: `the post was ${decision}`,
});
