/** Changes one post, in the transaction of the request: its content, its time, or both. */
import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
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
import { type PostRow, updateLabels, updatePostContent } from '../../../store/posts.ts';
import { leavePattern } from '../../../store/series.ts';
import type { Call } from '../../api/operation.ts';
import type { Membership } from '../../api/principal.ts';
import { notFound, Problem } from '../../api/problem.ts';
import { lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { withArticle } from '../../base/grammar.ts';
import { insistOnUpdate } from './allowed.ts';
import { keepApproved } from './approval/approved-plan.ts';
import type { Hosted } from './approval/foreign-files.ts';
import { insistOnHosted, isRequested, needsHosting } from './approval/hosted-change.ts';
import { type Changing, dueAtOf, eventOf, goesOut, readsPages } from './change-event.ts';
import type { Content } from './content.ts';
import type { PostsContext } from './context.ts';
import type { Timing } from './draft.ts';
import { findPostsOfTextIn, timedWarnings } from './duplicates.ts';
import { liveAccounts } from './refused.ts';
import {
  CALL_FIELDS,
  contentAfter,
  linksToPages,
  type patchBody,
  planFor,
  targetsOf,
  TIMING_FIELDS,
} from './request.ts';
import { deliveryView } from '../../kinds/views/delivery.ts';
import { postToChange } from './limited.ts';
import { storedWords } from '../../kinds/views/post-words.ts';
import { labelsOf } from '../../api/labels.ts';
import { accountsOfPost } from '../../kinds/views/limited-post.ts';

type ChangeCall = Pick<Call<PostsContext>, 'context' | 'principal' | 'now' | 'agreed'>;

interface Change {
  id: string;
  workspace: Membership;
  /** null if the change gives none. */
  timing: Timing | null;
  body: Static<typeof patchBody>;
  /** What `hostBefore` returned. */
  hosted: Hosted;
}

/**
 * Changes a post under its lock, as PATCH /v1/posts/{id} does.
 * @returns the id of the post, and the events that tell watchers
 * @throws Problem where the caller may not, or the post cannot be changed like this
 */
export async function changePost(call: ChangeCall, inTurn: { tx: Tx; turn: Turn }, change: Change) {
  const { tx, turn } = inTurn;
  const { id, workspace } = change;
  const actor = await lockInto(tx, turn, id);
  const before = await postToChange(tx, { id, workspace });
  if (!actor) throw notFound('post', id);
  return changeLocked(call, inTurn, { ...change, actor, before });
}

/** The same for a post that is locked in the turn. */
export async function changeLocked(
  call: ChangeCall,
  { tx, turn }: { tx: Tx; turn: Turn },
  { actor, before, workspace, timing, body, hosted }: Omit<Change, 'id'> & { actor: Actor; before: PostRow },
) {
  const { principal, now } = call;
  insistOnUpdate({ principal, workspace }, before.status, timing);
  if (isAboutLabels(body)) {
    await call.agreed?.(tx);
    return relabel(tx, { before, labels: labelsOf(body.labels!) }, now);
  }

  const edits = editsIn(body);
  if (edits) refuseWhilePartlyOut(before, body);
  if (edits || timing?.kind !== 'draft') refuseWhileOut(before);
  await call.agreed?.(tx);
  const changing = { principal, workspace, timing, before, now };
  const planned = await plan(tx, call, { changing, body, actor });
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
    edits ||
    body.labels !== undefined ||
    ((timing || body.skipRefused) && differs(before, { content, warnings }));
  if (isWritten) {
    const platforms = targets.map((target) => target.platform);
    const words = storedWords({ ...content, workspaceId: before.workspaceId });
    await updatePostContent(tx, { id: before.id, ...content, platforms, warnings, words }, now);
  }
  await keepApproved(tx, { event, before, content }, now);
  if (before.seriesId !== null) await leavePattern(tx, before.id);
  turn.deliver(actor, event);
  const isSeen = edits || body.labels !== undefined;
  return { result: before.id, feed: isSeen ? [editedEvent(before, now)] : [] };
}

/** Whether a body changes the labels and nothing else: a post of any state takes that. */
export const isAboutLabels = (body: object): boolean =>
  'labels' in body && Object.keys(body).every((field) => field === 'labels' || CALL_FIELDS.has(field));

/** Changes the labels of a post that is locked. @returns as `changeLocked` */
export async function relabel(
  tx: Tx,
  { before, labels }: { before: PostRow; labels: string[] },
  now: number,
) {
  await updateLabels(tx, { id: before.id, labels, words: storedWords({ ...before, labels }) }, now);
  return { result: before.id, feed: [editedEvent(before, now)] };
}

/** Whether a body changes what accounts get. */
const editsIn = (body: object) =>
  Object.keys(body).some(
    (field) => field !== 'labels' && !TIMING_FIELDS.has(field) && !CALL_FIELDS.has(field),
  );

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
  call: ChangeCall,
  { changing, body, actor }: { changing: Omit<Changing, 'content'>; body: Change['body']; actor: Actor },
): Promise<Planned> {
  const { before, timing, workspace } = changing;
  const read = (ids: string[]) => readAccounts(tx, ids);
  const stays: Timing = { kind: 'draft', at: null };
  // what waits for an approval is to go out as it is
  const isDraft = before.status === 'draft' && !isRequested(before);
  const { content, plans, warnings } = await planFor(call, read, workspace, {
    content: await contentAfter(body, before, read),
    timing: timing ?? (isDraft ? stays : { kind: 'now' }),
    skipRefused: body.skipRefused ?? false,
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
const UNWRITTEN = new Set(['accountIds', 'labels', 'workspace']);

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
