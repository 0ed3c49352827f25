/** Posts: create, list, read, edit, delete, and what-if (spec 4.2). */
import { Type } from 'typebox';
import { post as postMachine, type PostContext, type PostEvent, type Target } from '../../machines/post.ts';
import { accepts } from '../../machines/durable.ts';
import type { Json } from '../../machines/outcome.ts';
import { readAccounts } from '../../store/accounts.ts';
import type { Tx } from '../../store/connect.ts';
import { findPost, type PostRow, updatePostContent } from '../../store/posts.ts';
import { isoOrNull } from '../time.ts';
import { newActorId } from '../ids.ts';
import { deliveryId } from '../kinds/delivery.ts';
import { post as postKind } from '../kinds/post.ts';
import { lockInto } from '../engine/take.ts';
import { localTime } from '../time.ts';
import { requirePublishingPlan, workspaceOf } from '../api/access.ts';
import { idempotent } from '../api/idempotent.ts';
import { operation, type Call, type Workspace } from '../api/operation.ts';
import {
  type AccountPlan,
  type Content,
  insistOnPlans,
  planPost,
  type ReadAccounts,
  readTiming,
  refusalsAsWarnings,
  takeNextSlot,
  type Timing,
  type TimingFields,
} from './draft.ts';
import { createPostIn, type NewPost } from './create.ts';
import { postOptions, timingFields } from './fields.ts';
import { postExample, publicPost } from '../kinds/views/post.ts';
import { invalid, notFound, Problem } from '../api/problem.ts';
import { IdParams, Post, WorkspaceSlug } from '../api/schemas.ts';

const createBody = Type.Object(
  {
    content: Type.String({
      maxLength: 100_000,
      description: 'The text. For reddit and pinterest the first line becomes the title.',
    }),
    accountIds: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 100,
      description: 'Ids from GET /v1/accounts, all from one workspace.',
    }),
    ...timingFields,
    media: Type.Optional(
      Type.Array(Type.String({ format: 'uri', maxLength: 2048 }), {
        maxItems: 40,
        description:
          'Public URLs. The type is read from the extension; a URL without a known one is skipped.',
      }),
    ),
    ...postOptions,
    workspace: Type.Optional(WorkspaceSlug),
  },
  { additionalProperties: false },
);

const patchBody = Type.Object(
  {
    content: Type.Optional(createBody.properties.content),
    accountIds: Type.Optional(createBody.properties.accountIds),
    ...timingFields,
    media: createBody.properties.media,
    ...postOptions,
    workspace: Type.Optional(WorkspaceSlug),
  },
  { additionalProperties: false },
);

const postAnswer = Type.Object({ post: Post });
const workspaceQuery = Type.Object(
  { workspace: Type.Optional(WorkspaceSlug) },
  { additionalProperties: false },
);

export const createPost = operation({
  id: 'createPost',
  method: 'post',
  path: '/v1/posts',
  tag: 'Posts',
  summary: 'Create a post',
  description:
    'Publishes, schedules or saves the same post on one or several accounts. Give exactly one of `scheduledAt`, `useNextSlot`, `publishNow` or `draft` (a draft may carry a `scheduledAt` to place it on the calendar). The answer comes as soon as the post is saved; `deliveries` tells how each account fares.',
  body: createBody,
  result: postAnswer,
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
    const timing = readTiming(timingOf(call.body), workspace.timezone);
    if (!timing) {
      throw invalid(
        '/scheduledAt',
        'say when to publish: give one of scheduledAt, useNextSlot, publishNow or draft',
        {
          code: 'timing_required',
        },
      );
    }
    if (timing.kind !== 'draft') requirePublishingPlan(workspace);
    const content = contentOf(call.body, {});
    const post = await attempt(() => draftOf(call, workspace, content, timing));
    if (timing.kind !== 'slot') return call.context.together.createPost({ call, post });
    return idempotent(call, async (tx, turn) => {
      if (post instanceof Problem) throw post;
      const dueAt = await takeNextSlot(tx, workspace, call.now, true);
      return { result: { post: await createPostIn(tx, turn, { ...post, dueAt }) } };
    });
  },
});

export const validatePost = operation({
  id: 'validatePost',
  method: 'post',
  path: '/v1/posts/validate',
  tag: 'Posts',
  summary: 'What would happen',
  description:
    'Takes the body of a create and answers what each network would be sent (the exact text after cutting, the title, the media), with warnings and refusals. Nothing is saved or sent.',
  body: createBody,
  result: Type.Object({
    valid: Type.Boolean({ description: 'Whether create would take this.' }),
    scheduledAt: Type.Union([Type.String(), Type.Null()]),
    scheduledLocal: Type.Union([Type.String(), Type.Null()]),
    timezone: Type.String(),
    warnings: Type.Array(Type.String()),
    accounts: Type.Array(
      Type.Object({
        accountId: Type.String(),
        platform: Type.String(),
        text: Type.String(),
        title: Type.Union([Type.String(), Type.Null()]),
        media: Type.Array(Type.String()),
        warnings: Type.Array(Type.String()),
        refusals: Type.Array(
          Type.Object({ code: Type.String(), param: Type.String(), message: Type.String() }),
        ),
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
          refusals: [],
        },
      ],
    },
  },
  handle: (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const timing = readTiming(timingOf(call.body), workspace.timezone);
    if (!timing) {
      throw invalid(
        '/scheduledAt',
        'say when to publish: give one of scheduledAt, useNextSlot, publishNow or draft',
        {
          code: 'timing_required',
        },
      );
    }
    return idempotent(call, async (tx) => {
      const { plans, warnings } = await planPost(
        call.context.together.readAccounts,
        call.context,
        workspace,
        contentOf(call.body, {}),
      );
      const dueAt = await dueAtOf(tx, workspace, timing, call.now);
      const refused = plans.some((plan) => plan.refusals.length > 0);
      return {
        result: {
          valid: timing.kind === 'draft' || !refused,
          scheduledAt: isoOrNull(dueAt),
          scheduledLocal: dueAt === null ? null : localTime(dueAt, workspace.timezone),
          timezone: workspace.timezone,
          warnings,
          accounts: plans.map((plan) => ({
            accountId: plan.account.id,
            platform: plan.account.platform,
            text: plan.text,
            title: plan.title,
            media: plan.media.map((item) => item.url),
            warnings: plan.warnings,
            refusals: plan.refusals,
          })),
        },
      };
    });
  },
});

const LISTED = ['draft', 'scheduled', 'publishing', 'published', 'failed', 'all'] as const;

export const listPostsOperation = operation({
  id: 'listPosts',
  method: 'get',
  path: '/v1/posts',
  tag: 'Posts',
  summary: 'List posts',
  description:
    'Newest first; each with its status, time, metrics and the error of each network where it failed.',
  query: Type.Object(
    {
      workspace: Type.Optional(WorkspaceSlug),
      status: Type.Optional(Type.Enum([...LISTED], { type: 'string', default: 'all' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ posts: Type.Array(Post) }),
  example: { query: { status: 'scheduled', limit: 25 }, result: { posts: [postExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { status = 'all', limit = 25 } = call.query;
    const posts = await call.context.together.listPosts({
      workspaceId: workspace.id,
      status: status === 'all' ? null : status,
      limit,
    });
    return { body: { posts: posts.map(publicPost) } };
  },
});

export const getPost = operation({
  id: 'getPost',
  method: 'get',
  path: '/v1/posts/{id}',
  tag: 'Posts',
  summary: 'Read a post',
  params: IdParams,
  query: workspaceQuery,
  result: postAnswer,
  errors: { 404: 'There is no such post in the workspace' },
  example: { params: { id: postExample.id }, result: { post: postExample } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const found = await call.context.together.findPost({ id, workspaceId: workspace.id });
    if (!found) throw notFound('post', id);
    return { body: { post: publicPost(found) } };
  },
});

export const updatePost = operation({
  id: 'updatePost',
  method: 'patch',
  path: '/v1/posts/{id}',
  tag: 'Posts',
  summary: 'Edit, schedule, retry or shelve a post',
  description:
    'Edits a draft, scheduled or failed post. A timing schedules a draft or retries a failed post, sending only to the accounts that failed. `{"draft": true}` moves a post of any state back to drafts: what was sent stays sent and listed.',
  params: IdParams,
  body: patchBody,
  result: postAnswer,
  errors: {
    404: 'There is no such post in the workspace; or useNextSlot was asked and there is no posting schedule',
    409: 'The post is publishing or published and cannot be changed like this',
  },
  example: {
    params: { id: postExample.id },
    body: { scheduledAt: '2026-05-04T10:00:00Z' },
    result: { post: { ...postExample, status: 'scheduled' } },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const timing = readTiming(timingOf(call.body), workspace.timezone);
    if (timing && timing.kind !== 'draft') requirePublishingPlan(workspace);
    const result = await call.context.node.command(async (tx, turn) => {
      const actor = await lockInto(tx, turn, call.params.id);
      const before = await findPost(tx, { id: call.params.id, workspaceIds: [workspace.id] });
      if (!actor || !before) throw notFound('post', call.params.id);

      const edits = Object.keys(call.body).some(
        (field) => !TIMING_FIELDS.has(field) && field !== 'workspace',
      );
      if (edits || timing?.kind !== 'draft') refuseWhileOut(before);
      const content = contentOf(call.body, before);
      const stays: Timing = { kind: 'draft', at: null };
      const { plans, warnings } = await planFor(
        call,
        (ids) => readAccounts(tx, ids),
        workspace,
        content,
        timing ?? (before.status === 'draft' ? stays : { kind: 'now' }),
      );
      const targets = targetsOf(before.id, plans);
      const event = await eventOf(tx, workspace, timing, targets, call.now);
      refuseIfAllLive(event, actor.snapshot.context as PostContext, targets);
      if (!accepts(postMachine, actor.snapshot as never, event, call.now)) throw outOfState(before.status);
      if (edits) {
        const platforms = targets.map((target) => target.platform);
        await updatePostContent(tx, { id: before.id, ...content, platforms, warnings }, call.now);
      }
      turn.deliver(actor, event);
      const at = new Date(call.now).toISOString();
      const edited = {
        workspaceId: workspace.id,
        type: 'post.edited',
        resource: { type: 'post', id: before.id },
        postId: before.id,
        at,
        data: { id: before.id },
      };
      return { result: before.id, feed: edits ? [edited] : [] };
    });
    const after = await findPost(call.context.sql, { id: result, workspaceIds: [workspace.id] });
    if (!after) throw notFound('post', result);
    return { body: { post: publicPost(after) } };
  },
});

export const deletePost = operation({
  id: 'deletePost',
  method: 'delete',
  path: '/v1/posts/{id}',
  tag: 'Posts',
  summary: 'Remove a post',
  description: 'Cancels what is scheduled and removes the post from the service, never from the networks.',
  params: IdParams,
  query: workspaceQuery,
  result: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  errors: { 404: 'There is no such post in the workspace' },
  example: { params: { id: postExample.id }, result: { id: postExample.id, deleted: true } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await call.context.node.command(async (tx, turn) => {
      const actor = await lockInto(tx, turn, id);
      if (!actor || actor.workspaceId !== workspace.id || actor.kind !== 'post' || actor.status === 'done') {
        throw notFound('post', id);
      }
      turn.deliver(actor, { type: 'remove' });
      return { result: id };
    });
    return { body: { id, deleted: true as const } };
  },
});

const TIMING_FIELDS = new Set(['scheduledAt', 'publishNow', 'useNextSlot', 'draft']);

function timingOf(body: TimingFields): TimingFields {
  return Object.fromEntries(Object.entries(body).filter(([name]) => TIMING_FIELDS.has(name)));
}

/** What a body says of the content, over what the post had. A PATCH names only what changes. */
function contentOf(
  body: { content?: string; accountIds?: string[]; media?: string[] },
  before: { content?: string; accountIds?: string[]; media?: string[]; options?: object },
): Content {
  const { content, accountIds, media, ...rest } = body;
  const options = Object.entries(rest).filter(([name]) => !TIMING_FIELDS.has(name) && name !== 'workspace');
  return {
    content: content ?? before.content ?? '',
    accountIds: accountIds ?? before.accountIds ?? [],
    media: media ?? before.media ?? [],
    options: { ...before.options, ...(Object.fromEntries(options) as { [name: string]: Json }) },
  };
}

/** A new post, checked. A slot of the schedule is taken later, in the transaction that makes the post. */
async function draftOf(call: Call, workspace: Workspace, content: Content, timing: Timing): Promise<NewPost> {
  const { plans, warnings } = await planFor(
    call,
    call.context.together.readAccounts,
    workspace,
    content,
    timing,
  );
  const id = newActorId(postKind, call.now);
  const dueAt = timing.kind === 'draft' || timing.kind === 'at' ? timing.at : call.now;
  const targets = targetsOf(id, plans);
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

async function planFor(
  call: Call,
  accounts: ReadAccounts,
  workspace: Workspace,
  content: Content,
  timing: Timing,
) {
  const { plans, warnings } = await planPost(accounts, call.context, workspace, content);
  if (timing.kind === 'draft') return { plans, warnings: [...warnings, ...refusalsAsWarnings(plans)] };
  insistOnPlans(plans);
  return { plans, warnings };
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

function targetsOf(postId: string, plans: AccountPlan[]): Target[] {
  return plans.map(({ account }) => ({
    accountId: account.id,
    deliveryId: deliveryId(postId, account.id),
    platform: account.platform,
    onUnknown: account.onUnknown,
  }));
}

async function eventOf(
  tx: Tx,
  workspace: Workspace,
  timing: Timing | null,
  targets: Target[],
  now: number,
): Promise<PostEvent> {
  if (!timing) return { type: 'edit', targets };
  switch (timing.kind) {
    case 'draft':
      return { type: 'shelve', targets, ...(timing.at === null ? {} : { dueAt: timing.at }) };
    case 'at':
      return { type: 'schedule', at: timing.at, targets };
    case 'now':
      return { type: 'publish', targets };
    case 'slot':
      return { type: 'schedule', at: await takeNextSlot(tx, workspace, now, true), targets };
    default:
      return timing satisfies never;
  }
}

function refuseWhileOut({ status }: PostRow): void {
  if (status === 'published' || status === 'publishing') throw outOfState(status);
}

function outOfState(status: string): Problem {
  const hint =
    status === 'published'
      ? 'it is live, and the networks keep what they have; {"draft": true} moves it back to drafts'
      : 'wait until it has ended, or move it back to drafts with {"draft": true}';
  return new Problem(409, `post_${status}`, `a ${status} post cannot be changed: ${hint}`);
}

function refuseIfAllLive(event: PostEvent, { results }: PostContext, targets: Target[]): void {
  if (event.type !== 'publish' && event.type !== 'schedule') return;
  if (targets.every(({ accountId }) => results[accountId]?.status === 'published')) {
    throw new Problem(
      409,
      'already_published',
      'this post is live on every one of its accounts; create a new post to send it again',
    );
  }
}

/** The deliveries that this very turn started. */
