/** What a batch does with one post, in the transaction of that post. */
import { isDeepStrictEqual } from 'node:util';
import type { PostEvent } from '../../../../machines/post.ts';
import { accepts } from '../../../../machines/durable.ts';
import { post as postMachine } from '../../../../machines/post.ts';
import type { RequestedTime } from '../../../../machines/approval.ts';
import type { Tx } from '../../../../store/connect.ts';
import type { PostRow } from '../../../../store/posts.ts';
import type { Call } from '../../../api/operation.ts';
import { changedLabels, labelsOf } from '../../../api/labels.ts';
import { requirePlan } from '../../../api/plan.ts';
import type { Membership } from '../../../api/principal.ts';
import { notFound, Problem } from '../../../api/problem.ts';
import { isoOf } from '../../../base/time.ts';
import { lockInto } from '../../../engine/take.ts';
import type { FeedEvent } from '../../../engine/feed-event.ts';
import type { Actor, Turn } from '../../../engine/turn.ts';
import { insistOnUpdate } from '../allowed.ts';
import { beforeOf } from '../approval/after-change.ts';
import type { Hosted } from '../approval/foreign-files.ts';
import { insistOnHosted } from '../approval/hosted-change.ts';
import { changeLocked, refuseWhileOut, relabel } from '../change.ts';
import type { PostsContext } from '../context.ts';
import type { Timing } from '../draft.ts';
import { postToChange } from '../limited.ts';
import { discardPost, restorePost } from '../remove.ts';
import { holdBack } from '../waiting/hold-back.ts';
import type { Before, TimedBefore } from './request.ts';

/** Where a post is moved to: a time (epoch ms), as much later (ms), or the next free slot. */
type Goal = { kind: 'at'; at: number } | { kind: 'by'; ms: number } | { kind: 'slot' };

export type Act =
  | { action: 'move'; to: Goal }
  | { action: 'label'; add: string[]; remove: string[] }
  | { action: 'draft' }
  | { action: 'publish' }
  | { action: 'delete' }
  | { action: 'hold_back'; accountId: string }
  /** null takes a removal back. */
  | { action: 'restore'; to: Before | null };

/** What undoes it: what the post was, null where it is being removed. Absent means that it cannot be undone. */
export interface Done {
  undo?: Before | null;
  /** Live events of what no step of a machine changed. Absent means none. */
  feed?: FeedEvent[];
}

type ActCall = Pick<Call<PostsContext>, 'context' | 'principal' | 'now'>;
type InTurn = { tx: Tx; turn: Turn };

interface Which {
  id: string;
  workspace: Membership;
  /** What `hostBefore` returned. */
  hosted: Hosted;
}

/** @throws Problem where nothing is done with it */
export async function act(call: ActCall, inTurn: InTurn, which: Which, what: Act): Promise<Done> {
  switch (what.action) {
    case 'move':
      return move(call, inTurn, which, what.to);
    case 'draft': {
      const locked = await lockPost(inTurn, which);
      const { before } = locked;
      refuseWhileOut(before);
      await change(call, inTurn, { ...which, ...locked }, { kind: 'draft', at: null });
      return before.status === 'draft' && stateOf(before) === 'draft' ? {} : undoTo(before);
    }
    case 'label':
      return label(call, inTurn, which, what);
    case 'publish':
      await change(call, inTurn, { ...which, ...(await lockPost(inTurn, which)) }, { kind: 'now' });
      return {};
    case 'delete':
      await discardPost(call, inTurn, which);
      return { undo: null };
    case 'hold_back':
      await holdBack(call, inTurn, which, what.accountId);
      return {};
    case 'restore':
      return restore(call, inTurn, which, what.to);
    default:
      return what satisfies never;
  }
}

/** Moves a post. One that waits for an approval waits on, with the new time; a draft stays a draft, but takes a slot as a scheduled post. */
async function move(call: ActCall, inTurn: InTurn, which: Which, to: Goal): Promise<Done> {
  const { actor, before } = await lockPost(inTurn, which);
  refuseWhileOut(before);
  const goal = goalOf(before, to);
  if (goal.kind === 'at') insistOnFuture(goal.at, call.now);
  const { approval } = beforeOf(before);
  if (approval?.state === 'requested') await askFor(call, { actor, before }, inTurn.turn, which, goal);
  else if (before.status === 'draft' && goal.kind === 'at')
    await change(call, inTurn, { ...which, actor, before }, { kind: 'draft', at: goal.at });
  else await change(call, inTurn, { ...which, actor, before }, goal);
  return before.status === 'failed' ? {} : undoTo(before);
}

/** @throws Problem for a post without a time, which cannot be moved by an interval */
function goalOf({ scheduledAt }: PostRow, to: Goal): Exclude<Goal, { kind: 'by' }> {
  if (to.kind !== 'by') return to;
  if (scheduledAt === null) throw new Problem('time_missing', 'the post has no time that could be moved');
  return { kind: 'at', at: Date.parse(scheduledAt) + to.ms };
}

async function label(
  { principal, now }: ActCall,
  inTurn: InTurn,
  which: Which,
  change: { add: string[]; remove: string[] },
): Promise<Done> {
  const { before } = await lockPost(inTurn, which);
  insistOnUpdate({ principal, workspace: which.workspace }, before.status, null);
  const labels = changedLabels(before.labels, change);
  if (isDeepStrictEqual(labels, before.labels)) return {};
  const { feed } = await relabel(inTurn.tx, { before, labels }, now);
  return { feed, undo: { labels: before.labels } };
}

async function restore(call: ActCall, inTurn: InTurn, which: Which, to: Before | null): Promise<Done> {
  if (to === null) await restorePost(call, inTurn, which);
  else if ('status' in to) await restoreTo(call, inTurn, which, to);
  else {
    const { before } = await lockPost(inTurn, which);
    insistOnUpdate({ principal: call.principal, workspace: which.workspace }, before.status, null);
    const { feed } = await relabel(inTurn.tx, { before, labels: labelsOf(to.labels) }, call.now);
    return { feed };
  }
  return {};
}

/** Makes a post what it was. @throws Problem where it went out meanwhile, or its time has passed */
async function restoreTo(call: ActCall, inTurn: InTurn, which: Which, to: TimedBefore): Promise<void> {
  const at = to.scheduledAt === null ? null : Date.parse(to.scheduledAt);
  const { actor, before } = await lockPost(inTurn, which);
  refuseWhileOut(before);
  if (to.status === 'draft') return shelve(call, { actor, before }, inTurn.turn, which, at);
  if (at === null) throw new Problem('time_missing', 'the post had no time to which it could return');
  insistOnFuture(at, call.now);
  const goal = { kind: 'at', at } as const;
  if (to.status === 'scheduled') return change(call, inTurn, { ...which, actor, before }, goal);
  return askFor(call, { actor, before }, inTurn.turn, which, goal);
}

type Locked = { actor: Actor; before: PostRow };

/** It is a draft again, on this day of the calendar. @param at epoch ms; null means on no day */
function shelve(
  { principal }: ActCall,
  { actor, before }: Locked,
  turn: Turn,
  { workspace }: Which,
  at: number | null,
): void {
  insistOnUpdate({ principal, workspace }, before.status, { kind: 'draft', at });
  deliver(turn, actor, { type: 'shelve', dueAt: at }, before);
}

/** It waits for an approval, asked for by who asked before. */
async function askFor(
  call: ActCall,
  { actor, before }: Locked,
  turn: Turn,
  { workspace, hosted }: Which,
  wanted: RequestedTime,
): Promise<void> {
  const { principal, now } = call;
  // it stays a draft
  insistOnUpdate({ principal, workspace }, before.status, { kind: 'draft', at: null });
  requirePlan(workspace, 'publishing', now);
  insistOnHosted(call, { ...beforeOf(before) }, hosted);
  const by = beforeOf(before).approval?.request.by ?? principal.userId;
  deliver(turn, actor, { type: 'ask', request: { wanted, by, at: now } }, before);
}

function deliver(turn: Turn, actor: Actor, event: PostEvent, { status }: PostRow): void {
  if (!accepts(postMachine, actor.snapshot as never, event, turn.now))
    throw new Problem('conflict', `the post is ${status} and cannot be moved`, {
      values: { reason: 'cannot_move', status },
    });
  turn.deliver(actor, event);
}

async function change(call: ActCall, inTurn: InTurn, which: Which & Locked, timing: Timing): Promise<void> {
  if (timing.kind !== 'draft') requirePlan(which.workspace, 'publishing', call.now);
  await changeLocked(call, inTurn, { ...which, timing, body: {} });
}

async function lockPost({ tx, turn }: InTurn, { id, workspace }: Which): Promise<Locked> {
  const actor = await lockInto(tx, turn, id);
  const before = await postToChange(tx, { id, workspace });
  if (!actor) throw notFound('post', id);
  return { actor, before };
}

/** @throws Problem for a time at which the post would go out at once */
function insistOnFuture(at: number, now: number): void {
  if (at <= now)
    throw new Problem('time_passed', `${isoOf(at)} has passed: the post would go out at once`, {
      values: { at: isoOf(at) },
    });
}

/** What undoes a change of a post: nothing, where it waited for an approval without a time of its own, or had failed. */
function undoTo(before: PostRow): Done {
  const status = stateOf(before);
  if (status === null || (status === 'awaiting_approval' && before.scheduledAt === null)) return {};
  return { undo: { status, scheduledAt: before.scheduledAt } };
}

function stateOf(row: PostRow): TimedBefore['status'] | null {
  if (beforeOf(row).approval?.state === 'requested') return 'awaiting_approval';
  return row.status === 'draft' || row.status === 'scheduled' ? row.status : null;
}
