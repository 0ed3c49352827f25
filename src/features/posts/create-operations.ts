/** Create a post, and say beforehand what would happen (docs/contract.md, Posts). */
import { Type } from 'typebox';
import type { Tx } from '../../../store/connect.ts';
import { idempotent } from '../../api/idempotent.ts';
import type { Call } from '../../api/operation.ts';
import { requirePlan } from '../../api/plan.ts';
import { type Workspace, workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { nullable } from '../../api/schemas.ts';
import { newActorId } from '../../base/ids.ts';
import { post as postKind } from '../../kinds/post.ts';
import { expiryWarnings } from '../media/index.ts';
import { isoOrNull, localTime } from '../../base/time.ts';
import { takeNextSlot } from '../workspaces/index.ts';
import { insistOnCreate } from './allowed.ts';
import { operation, type PostsContext } from './context.ts';
import { createPostIn, type NewPost } from './create.ts';
import { planPost, type Timing } from './draft.ts';
import type { Content } from './content.ts';
import { postExample } from '../../kinds/views/post.ts';
import { allMediaOf } from './overrides.ts';
import { contentOf, createBody, planFor, targetsOf, timingRequired } from './request.ts';
import { Post } from '../../kinds/views/post-schemas.ts';

export const createPost = operation({
  id: 'createPost',
  rest: { method: 'post', path: '/v1/posts' },
  tool: { name: 'create_post' },
  scope: ['draft', 'publish'],
  tag: 'Posts',
  summary: 'Create a post',
  description:
    'Publishes, schedules or saves the same post on one or several accounts. Give exactly one of `scheduledAt`, `useNextSlot`, `publishNow` or `draft` (a draft may carry a `scheduledAt` to place it on the calendar). The answer comes as soon as the post is saved; `deliveries` tells how each account fares.',
  body: createBody,
  result: Type.Object({ post: Post }),
  errors: {
    404: 'useNextSlot was asked and there is no posting schedule',
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: {
      content: 'Hello from all of us',
      accountIds: ['acc_01JD0000000000000000000001'],
      publishNow: true,
    },
    result: { post: postExample },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const timing = timingRequired(call.body, workspace);
    insistOnCreate(call.principal, timing);
    const content = contentOf(call.body, {});
    const post = await attempt(() => draftOf(call, workspace, content, timing));
    if (timing.kind !== 'slot' && !call.agreed) return call.context.posts.createPost({ call, post });
    return idempotent(call, async (tx, turn) => {
      if (post instanceof Problem) throw post;
      await call.agreed?.(tx);
      const dueAt = timing.kind === 'slot' ? await takeNextSlot(tx, workspace, call.now, true) : post.dueAt;
      const warnings = [...post.warnings, ...expiryWarnings(allMediaOf(post.content), dueAt)];
      return { result: { post: await createPostIn(tx, turn, { ...post, dueAt, warnings }) } };
    });
  },
});

const finding = Type.Object({ code: Type.String(), param: Type.String(), message: Type.String() });

export const validatePost = operation({
  id: 'validatePost',
  rest: { method: 'post', path: '/v1/posts/validate' },
  scope: 'draft',
  isHarmless: true,
  tool: { name: 'validate_post', onRequest: true },
  tag: 'Posts',
  summary: 'What would happen',
  description:
    'Takes the body of a create and answers what each network would be sent (the exact text after cutting, the title, the media), with warnings and refusals. Nothing is saved or sent.',
  body: createBody,
  result: Type.Object({
    valid: Type.Boolean({ description: 'Whether create would take this.' }),
    scheduledAt: nullable(Type.String()),
    scheduledLocal: nullable(Type.String()),
    timezone: Type.String(),
    warnings: Type.Array(Type.String()),
    accounts: Type.Array(
      Type.Object({
        accountId: Type.String(),
        platform: Type.String(),
        text: Type.String(),
        title: nullable(Type.String()),
        media: Type.Array(Type.String()),
        warnings: Type.Array(Type.String()),
        warningDetails: Type.Array(finding, {
          description: 'Those of the warnings that are about a field a program may set.',
        }),
        refusals: Type.Array(finding),
      }),
    ),
  }),
  errors: { 404: 'useNextSlot was asked and there is no posting schedule' },
  example: {
    body: { content: 'Hello', accountIds: ['acc_01JD0000000000000000000001'], publishNow: true },
    result: {
      valid: true,
      scheduledAt: '2026-05-04T10:00:00.000Z',
      scheduledLocal: '2026-05-04T12:00:00',
      timezone: 'Europe/Berlin',
      warnings: [],
      accounts: [
        {
          accountId: 'acc_01JD0000000000000000000001',
          platform: 'bluesky',
          text: 'Hello',
          title: null,
          media: [],
          warnings: [],
          warningDetails: [],
          refusals: [],
        },
      ],
    },
  },
  handle: (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const timing = timingRequired(call.body, workspace);
    return idempotent(call, async (tx) => {
      const content = contentOf(call.body, {});
      const { plans, warnings } = await planPost(
        call.context.posts.readAccounts,
        call.context,
        workspace,
        content,
      );
      const dueAt = await dueAtOf(tx, workspace, timing, call.now);
      const refused = plans.some((plan) => plan.refusals.length > 0);
      return {
        result: {
          valid: timing.kind === 'draft' || !refused,
          scheduledAt: isoOrNull(dueAt),
          scheduledLocal: dueAt === null ? null : localTime(dueAt, workspace.timezone),
          timezone: workspace.timezone,
          warnings: [...warnings, ...expiryWarnings(allMediaOf(content), dueAt)],
          accounts: plans.map((plan) => ({
            accountId: plan.account.id,
            platform: plan.account.platform,
            text: plan.text,
            title: plan.title,
            media: plan.media.map((item) => item.url),
            warnings: plan.warnings,
            warningDetails: plan.warningDetails ?? [],
            refusals: plan.refusals,
          })),
        },
      };
    });
  },
});

/** A new post, checked. A slot of the schedule is taken later, in the transaction that makes the post. */
async function draftOf(
  call: Call<PostsContext>,
  workspace: Workspace,
  content: Content,
  timing: Timing,
): Promise<NewPost> {
  if (timing.kind !== 'draft') requirePlan(workspace, 'publishing', call.now);
  const planned = await planFor(call, call.context.posts.readAccounts, workspace, content, timing);
  const id = newActorId(postKind, call.now);
  const dueAt = timing.kind === 'draft' || timing.kind === 'at' ? timing.at : call.now;
  const targets = targetsOf(id, planned.plans);
  // the time of a slot is not known yet
  const expiring = timing.kind === 'slot' ? [] : expiryWarnings(allMediaOf(content), dueAt);
  const warnings = [...planned.warnings, ...expiring];
  return { id, workspace, content, targets, warnings, dueAt, draft: timing.kind === 'draft' };
}

/** What the work answers, or the problem it throws. */
async function attempt<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown;
    throw thrown;
  }
}

async function dueAtOf(tx: Tx, workspace: Workspace, timing: Timing, now: number): Promise<number | null> {
  switch (timing.kind) {
    case 'draft':
    case 'at':
      return timing.at;
    case 'now':
      return now;
    case 'slot':
      return takeNextSlot(tx, workspace, now, true);
    default:
      return timing satisfies never;
  }
}
