/** Approves or rejects a post that waits (docs/people.md, Approval). */
import { approvalOf, type PostEvent } from '../../../../machines/post.ts';
import type { Decision, RequestedTime } from '../../../../machines/approval.ts';
import { saveApprovedPlan } from '../../../../store/approved-plans.ts';
import type { Tx } from '../../../../store/connect.ts';
import type { Hand } from '../../../../store/turns.ts';
import { requirePlan } from '../../../api/plan.ts';
import type { Membership } from '../../../api/principal.ts';
import { Problem } from '../../../api/problem.ts';
import type { Turn } from '../../../engine/turn.ts';
import { changedParts, planPrint } from '../../../kinds/views/plan-print.ts';
import type { PublicPost } from '../../../kinds/views/post.ts';
import { takeNextSlot } from '../../workspaces/index.ts';
import type { Timing } from '../draft.ts';
import { type Family, lockFamily, publicAfter } from '../family.ts';
import { approvedPlanOf } from './approved-plan.ts';

interface Verdict {
  postId: string;
  workspace: Membership;
  isYes: boolean;
  decision: Decision;
  /** The fingerprint of what was looked at. Absent means that it is not compared. */
  plan?: string | undefined;
  /** When it goes out instead of the time that was asked for; null means that time. */
  timing: Exclude<Timing, { kind: 'draft' }> | null;
  /** Of a person, for the journal. */
  hand?: Hand;
}

/**
 * Decides under the lock of the post.
 * @returns the post afterwards
 * @throws Problem 404, 409 approval_not_requested where it does not wait, 409 approval_changed where something else was looked at, 409
 *   approval_late where its time has passed and nobody says which one it gets
 */
export async function decide(tx: Tx, turn: Turn, verdict: Verdict): Promise<PublicPost> {
  const { postId, workspace, isYes, decision, hand } = verdict;
  const family = await lockFamily(tx, turn, { id: postId, workspace });
  const { post, row } = family;
  const approval = approvalOf(post.snapshot);
  if (post.status !== 'active' || approval?.state !== 'requested') throw notRequested(row.status);
  const { wanted } = approval.request;
  insistOnPlan(family, wanted, verdict.plan);
  if (!isYes) {
    const no: PostEvent = { type: 'reject', decision };
    turn.deliver(post, no, hand);
    return publicAfter(family, turn);
  }
  requirePlan(workspace, 'publishing', turn.now);
  const at = await timeOf(tx, { ...verdict, accountIds: row.accountIds }, wanted, turn.now);
  const yes: PostEvent = { type: 'approve', at, plan: planPrint(row, at), decision };
  turn.deliver(post, yes, hand);
  const plan = approvedPlanOf(row);
  await saveApprovedPlan(tx, { postId, workspaceId: workspace.id, plan, plannedAt: at }, turn.now);
  return publicAfter(family, turn);
}

/** @throws Problem 409 that names what changed since somebody looked */
function insistOnPlan({ row }: Family, wanted: RequestedTime, seen: string | undefined): void {
  if (seen === undefined) return;
  const changed = changedParts(seen, planPrint(row, wanted.kind === 'at' ? wanted.at : wanted.kind));
  if (changed.length === 0) return;
  throw new Problem(
    'approval_changed',
    `the post was changed after you looked at it: its ${changed.join(', ')}. Look at it again, then decide`,
    { param: '/plan', values: { changed: changed.join(' ') } },
  );
}

/** When an approved post goes out, epoch ms. @throws Problem where its time has passed */
async function timeOf(
  tx: Tx,
  { workspace, timing, accountIds }: Verdict & { accountIds: string[] },
  wanted: RequestedTime,
  now: number,
): Promise<number> {
  if (timing === null && wanted.kind === 'at' && wanted.at <= now)
    throw new Problem(
      'approval_late',
      'the time of the post has passed: say when it goes out, by publishNow, scheduledAt or useNextSlot',
    );
  const chosen = timing ?? wanted;
  switch (chosen.kind) {
    case 'at':
      return chosen.at;
    case 'now':
      return now;
    case 'slot':
      return takeNextSlot(tx, { workspace, accountIds }, now, true);
    default:
      return chosen satisfies never;
  }
}

function notRequested(status: string): Problem {
  return new Problem(
    'approval_not_requested',
    `nobody asks for an approval of this post: it is ${status}, or somebody has decided already`,
  );
}
