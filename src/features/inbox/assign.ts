/** Who of the workspace answers a conversation (docs/people.md, Assigned conversations). */
import { Type } from 'typebox';
import { clearAssignee, saveAssignee } from '../../../store/assignees.ts';
import { findConversation } from '../../../store/conversations.ts';
import { isMemberOf, lockMembers, type MemberRow } from '../../../store/members.ts';
import type { Core } from '../../api/context.ts';
import { reaches, within } from '../../api/held.ts';
import { type Principal, type Workspace, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound } from '../../api/problem.ts';
import { recorded } from '../../api/recorded.ts';
import { roleAllows } from '../../api/roles.ts';
import { closed, idParams, nullable, resourceId, workspaceField } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { type InboxContext, operation } from './context.ts';
import { Conversation, conversationExample, publicConversation } from './schemas.ts';

export const assign = operation({
  id: 'assignConversation',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/inbox/{id}' },
  scope: 'answer',
  tag: 'Inbox',
  summary: 'Assign a conversation to a member',
  description:
    'Everybody in the workspace sees who answers it. It keeps nobody else from answering. null leaves it to nobody.',
  params: idParams('conversation'),
  body: Type.Object(
    {
      assigneeId: nullable(resourceId('member', { description: '`userId` of GET /v1/members.' })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ conversation: Conversation }),
  errors: {
    400: 'The member may not answer, or does not reach the account of the conversation',
    404: 'There is no such conversation or member in the workspace',
  },
  example: {
    params: { id: conversationExample.id },
    body: { assigneeId: 'usr_01JD0000000000000000000001' },
    result: { conversation: { ...conversationExample, assigneeId: 'usr_01JD0000000000000000000001' } },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { id } = call.params;
    const { assigneeId: userId } = call.body;
    const assigned = (member: MemberRow | null) =>
      recorded(call, async (tx, turn) => {
        const row = await findConversation(tx, { id, ...within(workspace) });
        if (!row) throw notFound('conversation', id);
        if (member) insistOnReach(member, row);
        await saveAssignee(tx, { id, workspaceId: workspace.id, userId });
        const change = { workspaceId: workspace.id, userId, now: turn.now };
        return { result: { ...row, assigneeId: userId }, feed: [assignedEvent(row, change)] };
      });
    const row = await (userId === null
      ? assigned(null)
      : whileMember(call.context, { workspace, userId }, assigned));
    return { body: { conversation: publicConversation(row) } };
  },
});

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
) => ({
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
