/** Edit, schedule, retry or shelve a post (docs/contract.md, Posts). */
import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { accepts } from '../../../machines/durable.ts';
import {
  isWhole,
  post as postMachine,
  type PostContext,
  type PostEvent,
  type Target,
} from '../../../machines/post.ts';
import { type AccountRow, readAccounts } from '../../../store/accounts.ts';
import type { Tx } from '../../../store/connect.ts';
import { findPost, type PostRow, updatePostContent } from '../../../store/posts.ts';
import { requirePlan } from '../../api/plan.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound, Problem } from '../../api/problem.ts';
import { idParams } from '../../api/schemas.ts';
import { recorded } from '../../api/recorded.ts';
import { lockInto } from '../../engine/take.ts';
import type { Actor } from '../../engine/turn.ts';
import { withArticle } from '../../base/grammar.ts';
import { insistOnUpdate } from './allowed.ts';
import { keepApproved } from './approval/approved-plan.ts';
import { hostBefore, insistOnHosted, isRequested, needsHosting } from './approval/hosted-change.ts';
import { type Changing, dueAtOf, eventOf, goesOut, readsPages } from './change-event.ts';
import type { Content } from './content.ts';
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
    const { principal, now } = call;
    const workspace = workspaceOf(call, call.body.workspace);
    const timing = readTiming(timingOf(call.body), workspace.timezone);
    if (timing && timing.kind !== 'draft') requirePlan(workspace, 'publishing', now);
    const hosted = await hostBefore(call, workspace, timing);
    const result = await recorded(call, async (tx, turn) => {
      const actor = await lockInto(tx, turn, call.params.id);
      const before = await postToChange(tx, { id: call.params.id, workspace });
      if (!actor) throw notFound('post', call.params.id);
      insistOnUpdate({ principal, workspace }, before.status, timing);

      const edits = editsIn(call.body);
      if (edits) refuseWhilePartlyOut(before, call.body);
      if (edits || timing?.kind !== 'draft') refuseWhileOut(before);
      await call.agreed?.(tx);
      const changing = { principal, workspace, timing, before, now };
      const planned = await plan(tx, call, { changing, actor });
      const { event, targets } = planned;
      refuseIfAllLive(event, actor.snapshot.context as PostContext, targets);
      if (!accepts(postMachine, actor.snapshot as never, event, now)) throw outOfState(before.status);
      const content = needsHosting(event, before, workspace)
        ? insistOnHosted(call, planned.content, hosted)
        : planned.content;
      const after = { ...planned, content };
      const timed = await timedWarnings(findPostsOfTextIn(tx), timedPost(after, before, now));
      const warnings = [...planned.warnings, ...timed];
      // a new time may be after an address of the media expires, and accounts may be left out that were not before
      const isWritten =
        edits || ((timing || call.body.skipRefused) && differs(before, { content, warnings }));
      if (isWritten) {
        const platforms = targets.map((target) => target.platform);
        await updatePostContent(tx, { id: before.id, ...content, platforms, warnings }, now);
      }
      await keepApproved(tx, { event, before, content }, now);
      turn.deliver(actor, event);
      return { result: before.id, feed: edits ? [editedEvent(before, now)] : [] };
    });
    const after = await findPost(call.context.sql, { id: result, ...within(workspace) });
    if (!after) throw notFound('post', result);
    return { body: { post: limitedView(after, workspace.heldTo) } };
  },
});

type UpdateCall = Parameters<(typeof updatePost)['handle']>[0] & { body: Static<typeof patchBody> };

const editsIn = (body: object) =>
  Object.keys(body).some((field) => !TIMING_FIELDS.has(field) && !CALL_FIELDS.has(field));

/** What of the row of a post is written although no field of the content was sent. */
const differs = (before: PostRow, { content, warnings }: { content: Content; warnings: string[] }): boolean =>
  !isDeepStrictEqual(
    [content.accountIds, content.media, content.extras.skipped, warnings],
    [before.accountIds, before.media, before.extras.skipped, before.warnings],
  );

interface Planned {
  content: Content;
  accounts: AccountRow[];
  warnings: string[];
  targets: Target[];
  event: PostEvent;
}

/** Reads what the post will be, and the event that makes it so. */
async function plan(
  tx: Tx,
  call: UpdateCall,
  { changing, actor }: { changing: Omit<Changing, 'content'>; actor: Actor },
): Promise<Planned> {
  const { before, timing, workspace } = changing;
  const read = (ids: string[]) => readAccounts(tx, ids);
  const stays: Timing = { kind: 'draft', at: null };
  // what waits for an approval is to go out as it is
  const isDraft = before.status === 'draft' && !isRequested(before);
  const { content, plans, warnings } = await planFor(call, read, workspace, {
    content: await contentAfter(call.body, before, read),
    timing: timing ?? (isDraft ? stays : { kind: 'now' }),
    skipRefused: call.body.skipRefused ?? false,
    live: liveAccounts(before),
  });
  const targets = targetsOf(before.id, plans);
  const edit = { targets, ...readsPages(actor.snapshot.context as PostContext, linksToPages(plans)) };
  const event = await eventOf(tx, { ...changing, content }, edit);
  return { content, accounts: plans.map(({ account }) => account), warnings, targets, event };
}

const timedPost = ({ content, accounts, event }: Planned, before: PostRow, now: number) => ({
  workspaceId: before.workspaceId,
  content,
  accounts,
  dueAt: dueAtOf(event, before, now),
  isDraft: !goesOut(event, before),
  postId: before.id,
});

const editedEvent = (post: PostRow, now: number) => ({
  workspaceId: post.workspaceId,
  type: 'post.edited',
  resource: { type: 'post', id: post.id },
  postId: post.id,
  accountIds: accountsOfPost(post),
  at: new Date(now).toISOString(),
  data: { id: post.id },
});

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
