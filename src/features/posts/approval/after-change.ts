/**
 * What a change of a post means for its approval. Pure. A writer's change of what was approved, or went on without being asked, is asked
 * for; the change of somebody who may approve is their yes (docs/people.md, Approval).
 */
import type { Approval, Decision, RequestedTime } from '../../../../machines/approval.ts';
import { approvalOf } from '../../../../machines/post.ts';
import type { PostRow } from '../../../../store/posts.ts';
import { changedParts, planPrint, sameContent } from '../../../kinds/views/plan-print.ts';
import type { Content } from '../content.ts';
import type { Timing } from '../draft.ts';

interface PostBefore extends Content {
  status: string;
  /** Epoch ms. */
  scheduledAt: number | null;
  /** What counts of its approval. */
  approval: Approval | null;
}

export const beforeOf = (row: PostRow): PostBefore => ({
  content: row.content,
  accountIds: row.accountIds,
  media: row.media,
  options: row.options as Content['options'],
  extras: row.extras,
  labels: row.labels,
  status: row.status,
  scheduledAt: row.scheduledAt === null ? null : Date.parse(row.scheduledAt),
  approval: row.approval ? approvalOf(row.approval) : null,
});

/** @returns `ask`: it waits for an approval; `shelve`: it is a draft again, because it was changed; `plain`: as without approvals */
type WriterChange =
  | { kind: 'ask'; wanted: RequestedTime }
  | { kind: 'shelve' }
  | { kind: 'plain'; approval?: null };

/** @param change.timing null if it gives none; now: epoch ms */
export function changeByWriter(
  before: PostBefore,
  after: Content,
  { timing, now }: { timing: Timing | null; now: number },
): WriterChange {
  const { status, scheduledAt, approval } = before;
  const current = planPrint(before, scheduledAt);
  const isSame = sameContent(current, planPrint(after, scheduledAt));
  const outdates = !isSame && approval?.state === 'approved' ? { approval: null } : {};
  if (timing === null) {
    if (isSame || status === 'draft') return { kind: 'plain', ...outdates };
    return status === 'scheduled' && scheduledAt !== null
      ? { kind: 'ask', wanted: { kind: 'at', at: scheduledAt } }
      : { kind: 'shelve' };
  }
  if (timing.kind === 'draft') return { kind: 'plain', ...outdates };
  // sending again what failed changes no plan
  if (status === 'failed' && timing.kind === 'now' && isSame) return { kind: 'plain' };
  if (timing.kind === 'at') {
    const plan = planPrint(after, timing.at);
    const isApproved = approval?.state === 'approved' && approval.plan === plan && timing.at > now;
    if (isApproved || (status === 'scheduled' && plan === current)) return { kind: 'plain' };
  }
  return { kind: 'ask', wanted: timing };
}

/** A change by somebody who is not asked. `isOn`: others of the workspace are; `time`: when it goes out afterwards, epoch ms; null if it does not. */
interface FreeChange {
  isOn: boolean;
  time: number | null;
  decision: Decision;
}

/** @returns what counts of its approval afterwards; undefined means the same as before */
export function approvalByApprover(
  before: PostBefore,
  after: Content,
  { isOn, time, decision }: FreeChange,
): Approval | null | undefined {
  const { approval } = before;
  if (approval === null) return undefined;
  const plan = planPrint(after, time);
  if (time === null) {
    const isOutdated = approval.state === 'approved' && !sameContent(approval.plan, plan);
    return isOutdated ? null : undefined;
  }
  if (approval.state === 'approved' && changedParts(approval.plan, plan).length === 0) return undefined;
  return isOn ? { state: 'approved', request: approval.request, plan, decision } : null;
}
