/** Keeps what of a post was approved, or went on without being asked, before somebody changes it: to show the difference. */
import type { PostEvent } from '../../../../machines/post.ts';
import { type ApprovedPlan, saveApprovedPlan } from '../../../../store/approved-plans.ts';
import type { Tx } from '../../../../store/connect.ts';
import type { PostRow } from '../../../../store/posts.ts';
import type { Content } from '../content.ts';

/** The part of a post's content that is stored. */
export function approvedPlanOf({ content, accountIds, media, options, extras }: ApprovedPlan): ApprovedPlan {
  const { pages: _, skipped: __, ...written } = extras;
  return { content, accountIds, media, options, extras: written };
}

/** @param change content: as the post will be. @param now epoch ms */
export async function keepApproved(
  tx: Tx,
  { event, before, content }: { event: PostEvent; before: PostRow; content: Content },
  now: number,
): Promise<void> {
  const place = { postId: before.id, workspaceId: before.workspaceId };
  if ('approval' in event && event.approval?.state === 'approved') {
    const plannedAt = event.type === 'schedule' ? event.at : now;
    await saveApprovedPlan(tx, { ...place, plan: approvedPlanOf(content), plannedAt }, now);
  } else if (wentOn(event, before)) {
    const plannedAt = before.scheduledAt === null ? null : Date.parse(before.scheduledAt);
    await saveApprovedPlan(tx, { ...place, plan: approvedPlanOf(before), plannedAt }, now);
  }
}

/** A writer changed what was to go out, or had failed, as it was. */
const wentOn = (event: PostEvent, { status }: PostRow): boolean =>
  (event.type === 'ask' && status !== 'draft') || (event.type === 'shelve' && event.approval === null);
