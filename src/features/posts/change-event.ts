/** The event of a post's machine that a change stands for, and what the change means for its approval. */
import type { Approval, Decision, RequestedTime } from '../../../machines/approval.ts';
import type { PostContext, PostEvent, Target } from '../../../machines/post.ts';
import type { Tx } from '../../../store/connect.ts';
import type { PostRow } from '../../../store/posts.ts';
import type { Membership, Principal } from '../../api/principal.ts';
import { needsApproval } from '../../api/roles.ts';
import { takeNextSlot } from '../workspaces/index.ts';
import { approvalByApprover, beforeOf, changeByWriter } from './approval/after-change.ts';
import type { Content } from './content.ts';
import type { Timing } from './draft.ts';

export interface Changing {
  principal: Principal;
  workspace: Membership;
  /** null if the change gives none. */
  timing: Timing | null;
  before: PostRow;
  /** As the post will be. */
  content: Content;
  /** Epoch ms. */
  now: number;
}

type Edit = { targets: Target[]; linksToPages?: boolean };

/** @throws Problem when there is no slot */
export async function eventOf(tx: Tx, changing: Changing, edit: Edit): Promise<PostEvent> {
  const { principal, workspace, timing, before, content, now } = changing;
  if (!needsApproval(principal, workspace)) {
    const event = await plainEvent(tx, changing, edit);
    return { ...event, ...approvalField(changing, event) };
  }
  const change = changeByWriter(beforeOf(before), content, { timing, now });
  switch (change.kind) {
    case 'ask':
      return { type: 'ask', request: { wanted: change.wanted, by: principal.userId, at: now }, ...edit };
    case 'shelve':
      return { type: 'shelve', approval: null, ...edit };
    case 'plain':
      return {
        ...(await plainEvent(tx, changing, edit)),
        ...(change.approval === null && { approval: null }),
      };
    default:
      return change satisfies never;
  }
}

/** Events without approvals. */
type PlainEvent = Extract<PostEvent, { type: 'edit' | 'schedule' | 'publish' | 'shelve' }>;

async function plainEvent(
  tx: Tx,
  { workspace, timing, now }: Pick<Changing, 'workspace' | 'timing' | 'now'>,
  edit: Edit,
): Promise<PlainEvent> {
  if (!timing) return { type: 'edit', ...edit };
  switch (timing.kind) {
    case 'draft':
      return { type: 'shelve', ...edit, ...(timing.at === null ? {} : { dueAt: timing.at }) };
    case 'at':
      return { type: 'schedule', at: timing.at, ...edit };
    case 'now':
      return { type: 'publish', ...edit };
    case 'slot': {
      const accountIds = edit.targets.map(({ accountId }) => accountId);
      return { type: 'schedule', at: await takeNextSlot(tx, { workspace, accountIds }, now, true), ...edit };
    }
    default:
      return timing satisfies never;
  }
}

/** What counts of the approval after a change by somebody who is not asked. Absent means the same as before. */
function approvalField(changing: Changing, event: PlainEvent): { approval?: Approval | null } {
  const { before, content, principal, workspace, now } = changing;
  const decision: Decision = { by: principal.userId, at: now };
  const time = goesOut(event, before) ? dueAtOf(event, before, now) : null;
  const isOn = workspace.approval === true;
  const approval = approvalByApprover(beforeOf(before), content, { isOn, time, decision });
  return approval === undefined ? {} : { approval };
}

/** What an event says of pages: nothing, where the post knows it. */
export function readsPages(before: PostContext, wanted: boolean): { linksToPages?: boolean } {
  return wanted === before.linksToPages ? {} : { linksToPages: wanted };
}

/** When the post will go out; null means at no time that is known. */
export function dueAtOf(event: PostEvent, before: PostRow, now: number): number | null {
  if (event.type === 'publish') return now;
  if (event.type === 'schedule') return event.at;
  if (event.type === 'ask') return dueAtIfApproved(event.request.wanted, now);
  if (event.type === 'shelve' && event.dueAt !== undefined) return event.dueAt;
  return before.scheduledAt === null ? null : Date.parse(before.scheduledAt);
}

const dueAtIfApproved = (timing: RequestedTime, now: number): number | null =>
  timing.kind === 'at' ? timing.at : timing.kind === 'now' ? now : null;

/** Whether the post is to go out after the event, at once or once it is approved. */
export const goesOut = ({ type }: PostEvent, { status }: PostRow): boolean =>
  type === 'publish' || type === 'schedule' || type === 'ask' || (type === 'edit' && status === 'scheduled');
