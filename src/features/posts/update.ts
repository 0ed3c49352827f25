/** Edit, schedule, retry or shelve a post (docs/contract.md, Posts). */
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { accepts } from '../../../machines/durable.ts';
import {
  isWhole,
  post as postMachine,
  type PostContext,
  type PostEvent,
  type Target,
} from '../../../machines/post.ts';
import { readAccounts } from '../../../store/accounts.ts';
import type { Tx } from '../../../store/connect.ts';
import { findPost, type PostRow, updatePostContent } from '../../../store/posts.ts';
import { requirePlan } from '../../api/plan.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { notFound, Problem } from '../../api/problem.ts';
import { idParams } from '../../api/schemas.ts';
import { recorded } from '../../api/recorded.ts';
import { lockInto } from '../../engine/take.ts';
import { withArticle } from '../../base/grammar.ts';
import { takeNextSlot } from '../workspaces/index.ts';
import { insistOnUpdate } from './allowed.ts';
import { operation } from './context.ts';
import { readTiming, type Timing } from './draft.ts';
import { findPostsOfTextIn, timedWarnings } from './duplicates.ts';
import { liveAccounts } from './refused.ts';
import {
  CALL_FIELDS,
  contentAfter,
  linksToPages,
  patchBody,
  planFor,
  targetsOf,
  TIMING_FIELDS,
  timingOf,
} from './request.ts';
import { Post } from '../../kinds/views/post-schemas.ts';
import { deliveryView } from '../../kinds/views/delivery.ts';
import { postExample } from '../../kinds/views/post.ts';
import { within } from '../../api/held.ts';
import { limitedView, postToChange } from './limited.ts';
import { accountsOfPost } from '../../kinds/views/limited-post.ts';

export const updatePost = operation({
  id: 'updatePost',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/posts/{id}' },
  tool: { name: 'update_post' },
  scope: ['draft', 'publish'],
  tag: 'Posts',
  summary: 'Edit, schedule, retry or shelve a post',
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
    const result = await recorded(call, async (tx, turn) => {
      const actor = await lockInto(tx, turn, call.params.id);
      const before = await postToChange(tx, { id: call.params.id, workspace });
      if (!actor) throw notFound('post', call.params.id);
      insistOnUpdate(call.principal, before.status, timing);

      const edits = Object.keys(call.body).some(
        (field) => !TIMING_FIELDS.has(field) && !CALL_FIELDS.has(field),
      );
      if (edits) refuseWhilePartlyOut(before, call.body);
      if (edits || timing?.kind !== 'draft') refuseWhileOut(before);
      await call.agreed?.(tx);
      const stays: Timing = { kind: 'draft', at: null };
      const { content, ...planned } = await planFor(call, (ids) => readAccounts(tx, ids), workspace, {
        content: await contentAfter(call.body, before, (ids) => readAccounts(tx, ids)),
        timing: timing ?? (before.status === 'draft' ? stays : { kind: 'now' }),
        skipRefused: call.body.skipRefused ?? false,
        live: liveAccounts(before),
      });
      const targets = targetsOf(before.id, planned.plans);
      const context = actor.snapshot.context as PostContext;
      const edit = { targets, ...readsPages(context, linksToPages(planned.plans)) };
      const event = await eventOf(tx, workspace, timing, edit, call.now);
      refuseIfAllLive(event, context, targets);
      if (!accepts(postMachine, actor.snapshot as never, event, call.now)) throw outOfState(before.status);
      const timed = await timedWarnings(findPostsOfTextIn(tx), {
        workspaceId: workspace.id,
        content,
        accounts: planned.plans.map(({ account }) => account),
        dueAt: dueAtOf(event, before, call.now),
        isDraft: !goesOut(event, before),
        postId: before.id,
      });
      const warnings = [...planned.warnings, ...timed];
      // a new time may be after an address of the media expires, and accounts may be left out that were not before
      const differs = !isDeepStrictEqual(
        [content.accountIds, content.extras.skipped, warnings],
        [before.accountIds, before.extras.skipped, before.warnings],
      );
      if (edits || ((timing || call.body.skipRefused) && differs)) {
        const platforms = targets.map((target) => target.platform);
        await updatePostContent(tx, { id: before.id, ...content, platforms, warnings }, call.now);
      }
      turn.deliver(actor, event);
      return { result: before.id, feed: edits ? [editedEvent(before, call.now)] : [] };
    });
    const after = await findPost(call.context.sql, { id: result, ...within(workspace) });
    if (!after) throw notFound('post', result);
    return { body: { post: limitedView(after, workspace.heldTo) } };
  },
});

async function eventOf(
  tx: Tx,
  workspace: Membership,
  timing: Timing | null,
  edit: { targets: Target[]; linksToPages?: boolean },
  now: number,
): Promise<PostEvent> {
  if (!timing) return { type: 'edit', ...edit };
  switch (timing.kind) {
    case 'draft':
      return { type: 'shelve', ...edit, ...(timing.at === null ? {} : { dueAt: timing.at }) };
    case 'at':
      return { type: 'schedule', at: timing.at, ...edit };
    case 'now':
      return { type: 'publish', ...edit };
    case 'slot':
      return { type: 'schedule', at: await takeNextSlot(tx, workspace, now, true), ...edit };
    default:
      return timing satisfies never;
  }
}

const editedEvent = (post: PostRow, now: number) => ({
  workspaceId: post.workspaceId,
  type: 'post.edited',
  resource: { type: 'post', id: post.id },
  postId: post.id,
  accountIds: accountsOfPost(post),
  at: new Date(now).toISOString(),
  data: { id: post.id },
});

/** What an event says of pages: nothing, where the post knows it. */
function readsPages(before: PostContext, wanted: boolean): { linksToPages?: boolean } {
  return wanted === before.linksToPages ? {} : { linksToPages: wanted };
}

/** When the post will go out; null means at no time that is known. */
function dueAtOf(event: PostEvent, before: PostRow, now: number): number | null {
  if (event.type === 'publish') return now;
  if (event.type === 'schedule') return event.at;
  if (event.type === 'shelve' && event.dueAt !== undefined) return event.dueAt;
  return before.scheduledAt === null ? null : Date.parse(before.scheduledAt);
}

/** Whether the post is to go out after the event. */
const goesOut = ({ type }: PostEvent, { status }: PostRow): boolean =>
  type === 'publish' || type === 'schedule' || (type === 'edit' && status === 'scheduled');

/** @throws Problem for a post that is out, or is going out */
export function refuseWhileOut({ status }: PostRow): void {
  if (status === 'published' || status === 'publishing') throw outOfState(status);
}

/**
 * A thread of which some parts are out is finished as it was written: its parts would contradict each other.
 * @throws Problem that names the parts that are out
 */
export function refuseWhilePartlyOut({ deliveries }: PostRow, body: object): void {
  if (Object.keys(body).every((field) => TIMING_FIELDS.has(field) || UNWRITTEN.has(field))) return;
  const out = deliveries.map(deliveryView).flatMap(({ accountId, platform, networkPostId, thread = [] }) => {
    const live = thread.filter(({ status }) => status === 'published').length;
    if (networkPostId === null || thread.length === 0 || live === thread.length) return [];
    return [
      `${platform} (${accountId}) has ${live === 0 ? 'part 1' : `parts 1 to ${live + 1}`} of ${thread.length + 1}`,
    ];
  });
  if (out.length === 0) return;
  throw new Problem(
    'thread_partly_published',
    `the thread is partly out and cannot be changed: ${out.join('; ')}. Send the rest with POST /v1/posts/{id}/retry, or create a new post`,
  );
}

/** Fields that change nothing of what the accounts get. */
const UNWRITTEN = new Set(['accountIds', 'workspace']);

function outOfState(status: string): Problem {
  const hint =
    status === 'published'
      ? 'it is live, and the networks keep what they have; {"draft": true} moves it back to drafts'
      : 'wait until it has ended, or move it back to drafts with {"draft": true}';
  const code = status === 'published' ? 'post_published' : 'post_publishing';
  return new Problem(code, `${withArticle(`${status} post`)} cannot be changed: ${hint}`);
}

function refuseIfAllLive(event: PostEvent, { results }: PostContext, targets: Target[]): void {
  if (event.type !== 'publish' && event.type !== 'schedule') return;
  if (targets.every(({ accountId }) => isWhole(results[accountId]))) {
    throw new Problem(
      'already_published',
      'this post is live on every one of its accounts; create a new post to send it again',
    );
  }
}
