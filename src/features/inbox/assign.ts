/** Who of the workspace answers a conversation (docs/people.md, Assigned conversations). */
import { clearAssignee, saveAssignee } from '../../../store/assignees.ts';
import type { Tx } from '../../../store/connect.ts';
import { isMemberOf, lockMembers, type MemberRow } from '../../../store/members.ts';
import type { Core } from '../../api/context.ts';
import { reaches } from '../../api/held.ts';
import type { Principal, Workspace } from '../../api/principal.ts';
import { invalid, notFound } from '../../api/problem.ts';
import { roleAllows } from '../../api/roles.ts';
import { isoOf } from '../../base/time.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import type { InboxContext } from './context.ts';

/**
 * Runs work while the person is a member who may answer, or at once for nobody.
 * @throws Problem 404 for somebody who is no member, 400 for one who may not answer
 */
export async function whileAssignable<Result>(
  context: Core,
  { workspace, userId }: { workspace: Workspace; userId: string | null | undefined },
  work: (member: MemberRow | null) => Promise<Result>,
): Promise<Result> {
  return typeof userId === 'string' ? whileMember(context, { workspace, userId }, work) : work(null);
}

/**
 * Assigns a conversation that is locked.
 * @param to.member the member of `userId`; null for nobody
 * @returns the live event
 * @throws Problem 400 for a member who does not reach the account of the conversation
 */
export async function assignTo(
  tx: Tx,
  row: { id: string; accountId: string },
  to: { workspaceId: string; userId: string | null; member: MemberRow | null; now: number },
): Promise<FeedEvent> {
  const { workspaceId, userId, member } = to;
  if (member) insistOnReach(member, row);
  await saveAssignee(tx, { id: row.id, workspaceId, userId });
  return assignedEvent(row, to);
}

/** @throws Problem 400 for a member who does not reach the account of the conversation */
function insistOnReach({ name, accountIds }: MemberRow, { accountId }: { accountId: string }): void {
  if (reaches(accountIds, accountId)) return;
  const message = `${name} does not reach the account of this conversation: choose somebody who does`;
  throw invalid('/assigneeId', message);
}

/**
 * Runs work while the person is a member who may answer: who removes them waits.
 * @throws Problem 404 for somebody who is no member, 400 for one who may not answer
 */
async function whileMember<Result>(
  { directory }: Core,
  { workspace, userId }: { workspace: Workspace; userId: string },
  work: (member: MemberRow) => Promise<Result>,
): Promise<Result> {
  return (await directory.begin(async (tx) => {
    const member = (await lockMembers(tx, workspace.id)).find((one) => one.userId === userId);
    if (member === undefined) throw notFound('member', userId);
    if (!roleAllows(member.role, 'answer'))
      throw invalid(
        '/assigneeId',
        `${member.name} is ${member.role} here and may not answer: choose an owner or an editor`,
        { values: { reason: 'may_not_answer', name: member.name, role: member.role } },
      );
    return work(member);
  })) as Result;
}

/**
 * Leaves the conversations of a person who may not answer them any more to nobody. To be called while the members are locked.
 * @param of.except accounts whose conversations stay with the person
 */
export async function unassignAll(
  { node }: Pick<InboxContext, 'node'>,
  { workspaceId, userId, except }: { workspaceId: string; userId: string; except: readonly string[] },
): Promise<void> {
  await node.command(async (tx, turn) => {
    const rows = await clearAssignee(tx, { workspaceId, userId, except });
    const change = { workspaceId, userId: null, now: turn.now };
    return { result: null, feed: rows.map((row) => assignedEvent(row, change)) };
  });
}

const assignedEvent = (
  { id, accountId }: { id: string; accountId: string },
  { workspaceId, userId, now }: { workspaceId: string; userId: string | null; now: number },
): FeedEvent => ({
  workspaceId,
  type: 'conversation.assigned',
  resource: { type: 'conversation', id },
  at: isoOf(now),
  data: { id, accountId, assigneeId: userId },
});

/**
 * What the filter `assigneeId` of the list means.
 * @returns an id, or null for conversations of nobody; undefined: it is not given
 * @throws Problem 404 for somebody who is no member
 */
export async function assigneeOf(
  { context, principal }: { context: Core; principal: Principal },
  workspace: Workspace,
  filter: string | undefined,
): Promise<string | null | undefined> {
  if (filter === undefined) return undefined;
  if (filter === 'none') return null;
  if (filter === 'me') return principal.userId;
  if (await isMemberOf(context.directory, { userId: filter, workspaceIds: [workspace.id] })) return filter;
  throw notFound('member', filter);
}
