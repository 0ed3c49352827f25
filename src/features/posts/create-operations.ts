/** Create a post (docs/contract.md, Posts). */
import { Type } from 'typebox';
import type { Tx } from '../../../store/connect.ts';
import { plannedAt, type RequestedTime } from '../../../machines/approval.ts';
import { idempotent, idempotentAfter } from '../../api/idempotent.ts';
import type { Call, Reply } from '../../api/operation.ts';
import { requirePlan } from '../../api/plan.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { needsApproval } from '../../api/roles.ts';
import { newActorId } from '../../base/ids.ts';
import { post as postKind } from '../../kinds/post.ts';
import { takeNextSlot } from '../workspaces/index.ts';
import { insistOnCreate } from './allowed.ts';
import { hostFiles, withHosted } from './approval/foreign-files.ts';
import { operation, type PostsContext } from './context.ts';
import { createPostIn, type NewPost } from './create.ts';
import type { Timing } from './draft.ts';
import { findPostsOfTextIn, timedWarnings } from './duplicates.ts';
import type { Content } from './content.ts';
import { postExample, type PublicPost } from '../../kinds/views/post.ts';
import { contentOf, createBody, linksToPages, planFor, targetsOf, timingRequired } from './request.ts';
import { Post } from '../../kinds/views/post-schemas.ts';

export const createPost = operation({
  id: 'createPost',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts' },
  tool: { name: 'create_post' },
  scope: ['draft', 'publish'],
  audit: { kind: 'post', id: '/result/post/id' },
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
    insistOnCreate({ principal: call.principal, workspace }, timing);
    const content = contentOf(call.body, {});
    if (timing.kind !== 'draft' && needsApproval(call.principal, workspace))
      return createRequested(call, { workspace, content, timing });
    const post = await attempt(() => draftOf(call, workspace, content, timing));
    if (timing.kind !== 'slot' && !call.agreed) return call.context.posts.createPost({ call, post });
    return idempotent(call, async (tx, turn) => {
      if (post instanceof Problem) throw post;
      await call.agreed?.(tx);
      const timed = timing.kind === 'slot' ? await inNextSlot(call, tx, post) : post;
      return { result: { post: await createPostIn(tx, turn, timed) } };
    });
  },
});

/** Makes a post that waits for an approval. Its files are hosted first, so that they are still the same when it goes out. */
function createRequested(
  call: Call<PostsContext>,
  { workspace, content, timing }: { workspace: Membership; content: Content; timing: RequestedTime },
): Promise<Reply<{ post: PublicPost }>> {
  return idempotentAfter(
    call,
    () => requestedPost(call, { workspace, content, timing }),
    async (tx, post, turn) => {
      await call.agreed?.(tx);
      return { result: { post: await createPostIn(tx, turn, post) } };
    },
  );
}

/** A new post that waits for an approval, checked, with its files hosted. @throws Problem where it cannot be created */
async function requestedPost(
  call: Preparing,
  { workspace, content, timing }: { workspace: Membership; content: Content; timing: RequestedTime },
): Promise<NewPost> {
  const { principal, now } = call;
  await draftOf(call, workspace, content, timing); // refuses what cannot go out before anything is downloaded
  const hosted = await hostFiles(call, workspace.id, content);
  const post = await draftOf(call, workspace, withHosted(content, hosted), timing);
  const request = { wanted: timing, by: principal.userId, at: now };
  return { ...post, dueAt: plannedAt(request), draft: true, approval: { state: 'requested', request } };
}

/**
 * A new post that is not created by a request of its own, such as a row of an import: checked as `createPost` does it.
 * @param timing no slot of the schedule, which is taken in a transaction
 * @throws Problem where it cannot be created
 */
export async function preparePost(
  call: Preparing,
  workspace: Membership,
  { content, timing }: { content: Content; timing: Exclude<Timing, { kind: 'slot' }> },
): Promise<NewPost> {
  insistOnCreate({ principal: call.principal, workspace }, timing);
  if (timing.kind !== 'draft' && needsApproval(call.principal, workspace))
    return requestedPost(call, { workspace, content, timing });
  return draftOf(call, workspace, content, timing);
}

/**
 * `preparePost` for any timing.
 * @returns the post, and whether it still takes the next slot of the schedule, in the transaction that creates it (`inNextSlot`)
 * @throws Problem where it cannot be created
 */
export async function prepareTimedPost(
  call: Preparing,
  workspace: Membership,
  { content, timing }: { content: Content; timing: Timing },
): Promise<{ post: NewPost; takesSlot: boolean }> {
  if (timing.kind !== 'slot')
    return { post: await preparePost(call, workspace, { content, timing }), takesSlot: false };
  insistOnCreate({ principal: call.principal, workspace }, timing);
  const isRequested = needsApproval(call.principal, workspace);
  const post = isRequested
    ? await requestedPost(call, { workspace, content, timing })
    : await draftOf(call, workspace, content, timing);
  return { post, takesSlot: !isRequested };
}

/** What checking a new post takes of a call. */
type Preparing = Pick<Call, 'principal' | 'now' | 'body'> & { context: PreparingContext };
/** … and of the service. */
export type PreparingContext = Pick<PostsContext, 'adapters' | 'guard' | 'log' | 'media' | 'sql'> & {
  posts: Pick<PostsContext['posts'], 'readAccounts' | 'findPostsOfText'>;
};

/** A new post, checked. A slot of the schedule is taken later, in the transaction that makes the post. */
export async function draftOf(
  call: Pick<Preparing, 'context' | 'now' | 'body'>,
  workspace: Membership,
  written: Content,
  timing: Timing,
): Promise<NewPost> {
  if (timing.kind !== 'draft') requirePlan(workspace, 'publishing', call.now);
  const { skipRefused = false } = call.body as { skipRefused?: boolean };
  const request = { content: written, timing, skipRefused };
  const { content, ...planned } = await planFor(call, call.context.posts.readAccounts, workspace, request);
  const id = newActorId(postKind, call.now);
  const dueAt = timing.kind === 'draft' || timing.kind === 'at' ? timing.at : call.now;
  const targets = targetsOf(id, planned.plans);
  const timed = await timedWarnings(call.context.posts.findPostsOfText, {
    workspaceId: workspace.id,
    content,
    accounts: planned.plans.map(({ account }) => account),
    dueAt: timing.kind === 'slot' ? null : dueAt,
    isDraft: timing.kind === 'draft',
  });
  const warnings = [...planned.warnings, ...timed];
  return {
    id,
    workspace,
    content,
    targets,
    warnings,
    dueAt,
    draft: timing.kind === 'draft',
    linksToPages: linksToPages(planned.plans),
  };
}

const accountIdsOf = (targets: NewPost['targets']): string[] => targets.map(({ accountId }) => accountId);

/**
 * Takes the next slot of the schedule for a post, with the warnings that depend on the time.
 * @throws Problem where there is no schedule, or no free slot
 */
export async function inNextSlot(call: Pick<Call, 'now'>, tx: Tx, post: NewPost): Promise<NewPost> {
  const { workspace, content, targets } = post;
  const dueAt = await takeNextSlot(tx, { workspace, accountIds: accountIdsOf(targets) }, call.now, true);
  const timed = await timedWarnings(findPostsOfTextIn(tx), {
    workspaceId: workspace.id,
    content,
    accounts: targets.map(({ accountId, platform }) => ({ id: accountId, platform })),
    dueAt,
    isDraft: false,
  });
  return { ...post, dueAt, warnings: [...post.warnings, ...timed] };
}

/** What the work answers, or the problem it throws. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown;
    throw thrown;
  }
}
