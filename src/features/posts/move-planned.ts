/** Moves the planned posts of a workspace to the same wall-clock time in another time zone (docs/people.md, Settings of a workspace). */
import { accepts } from '../../../machines/durable.ts';
import type { Decision } from '../../../machines/approval.ts';
import { post as postMachine, approvalOf, type PostContext, type PostEvent } from '../../../machines/post.ts';
import type { Tx } from '../../../store/connect.ts';
import { findPosts, listPlannedPosts, type PostRow } from '../../../store/posts.ts';
import { Problem } from '../../api/problem.ts';
import { sameWallTime } from '../../base/time.ts';
import { lockAllInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { approvalByApprover, beforeOf } from './approval/after-change.ts';
import { keepApproved } from './approval/approved-plan.ts';

/** One turn moves them, so that a crash loses none and moves none twice. */
const MAX_MOVED_POSTS = 1_000;

interface PlannedMove {
  /** `approval`: whether posts of others need one. */
  workspace: { id: string; approval?: boolean };
  /** Of somebody who may approve: the new time of an approved post is their yes. */
  decision: Decision;
  /** How many posts may be moved. Default `MAX_MOVED_POSTS`. */
  max?: number;
}

/** Posts of a workspace that are locked for a turn. */
interface PlannedPosts {
  /** @returns how many were moved, and how many keep their instant, because the other one has passed or they are going out */
  move: (zones: { from: string; to: string }) => Promise<{ moved: number; kept: number }>;
}

/**
 * Locks the planned posts of a workspace: scheduled ones, drafts with a time, and what waits for an approval.
 * @throws Problem 409 when there are more than one turn moves
 */
export async function lockPlannedPosts(
  tx: Tx,
  turn: Turn,
  { workspace, decision, max = MAX_MOVED_POSTS }: PlannedMove,
): Promise<PlannedPosts> {
  const limit = max + 1;
  const ids = await listPlannedPosts(tx, { workspaceId: workspace.id, after: turn.now, limit });
  if (ids.length === limit)
    throw new Problem(
      'conflict',
      `more than ${max} posts are planned, and no more are moved at once: change the time zone without moveScheduled`,
      { values: { reason: 'too_many_to_move', limit: max } },
    );
  const actors = await lockAllInto(tx, turn, ids);
  return {
    move: async (zones) => {
      const rows = await findPosts(tx, ids, null);
      let moved = 0;
      for (const row of rows) {
        const actor = actors.get(row.id);
        const event = actor && eventOf({ actor, row, now: turn.now }, { workspace, decision }, zones);
        if (!actor || !event) continue;
        await keepApproved(tx, { event, before: row, content: beforeOf(row) }, turn.now);
        turn.deliver(actor, event);
        moved += 1;
      }
      return { moved, kept: ids.length - moved };
    },
  };
}

interface Planned {
  actor: Actor;
  row: PostRow;
  /** Epoch ms. */
  now: number;
}

/** @returns null for a post that keeps its instant */
function eventOf(
  { actor, row, now }: Planned,
  { workspace, decision }: PlannedMove,
  zones: { from: string; to: string },
): PostEvent | null {
  const { dueAt } = actor.snapshot.context as PostContext;
  if (dueAt === null || dueAt <= now) return null;
  const at = sameWallTime(dueAt, zones);
  if (at === dueAt || at <= now) return null;
  const event = row.status === 'scheduled' ? scheduling(row, at) : placing(actor, at);
  return accepts(postMachine, actor.snapshot as never, event, now) ? event : null;

  function scheduling(before: PostRow, at: number): PostEvent {
    const change = { isOn: workspace.approval === true, time: at, decision };
    const approval = approvalByApprover(beforeOf(before), beforeOf(before), change);
    return { type: 'schedule', at, ...(approval !== undefined && { approval }) };
  }
}

/** A draft gets another place in the calendar; what waits for an approval waits with another time. */
function placing({ snapshot }: Actor, at: number): PostEvent {
  const approval = approvalOf(snapshot as never);
  if (approval?.state !== 'requested') return { type: 'edit', dueAt: at };
  const request = { ...approval.request, wanted: { kind: 'at' as const, at } };
  return { type: 'edit', dueAt: at, approval: { ...approval, request } };
}
