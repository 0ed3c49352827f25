/** Changes the assignee of a conversation, its labels, and until when it is snoozed. */
import { Type } from 'typebox';
import { findConversation, saveLabels } from '../../../store/conversations.ts';
import type { Tx } from '../../../store/connect.ts';
import type { MemberRow } from '../../../store/members.ts';
import { within } from '../../api/held.ts';
import { LabelsField, labelsOf } from '../../api/labels.ts';
import type { Call } from '../../api/operation.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { recorded } from '../../api/recorded.ts';
import { closed, idParams, nullable, resourceId, workspaceField } from '../../api/schemas.ts';
import { DAY_MS } from '../../base/durations.ts';
import { isoOf, parseInstant } from '../../base/time.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import { statusOf } from '../../engine/kind.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { assignTo, whileAssignable } from './assign.ts';
import { conversationIn } from './change.ts';
import { type InboxContext, operation } from './context.ts';
import { saveDecisions } from './conversations.ts';
import { Conversation, conversationExample, publicConversation } from './schemas.ts';

/** How far ahead a conversation may be snoozed, ms. */
const MAX_SNOOZE_MS = 366 * DAY_MS;

interface Changes {
  assigneeId?: string | null;
  labels?: string[];
  snoozedUntil?: string | null;
}

export const updateConversation = operation({
  id: 'updateConversation',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/inbox/{id}' },
  scope: 'answer',
  tag: 'Inbox',
  summary: 'Assign, label or snooze a conversation',
  description:
    'What is absent stays. Everybody in the workspace sees who answers it; it keeps nobody else from answering. A snoozed conversation is put aside until a time; then it is open and unread again, and earlier if the person writes.',
  params: idParams('conversation'),
  body: Type.Object(
    {
      assigneeId: Type.Optional(
        nullable(
          resourceId('member', { description: '`userId` of GET /v1/members; null leaves it to nobody.' }),
        ),
      ),
      labels: Type.Optional(LabelsField),
      snoozedUntil: Type.Optional(
        nullable(
          Type.String({
            maxLength: 64,
            description:
              'Until when it is put aside, at most a year from now; without an offset in the time zone of the workspace. null opens it again.',
            examples: ['2026-05-05T09:00:00'],
          }),
        ),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ conversation: Conversation }),
  errors: {
    400: 'Nothing is given to change; the member may not answer, or does not reach the account of the conversation; or the time of the snooze has passed',
    404: 'There is no such conversation or member in the workspace',
  },
  example: {
    params: { id: conversationExample.id },
    body: { assigneeId: 'usr_01JD0000000000000000000001', labels: ['wholesale'] },
    result: {
      conversation: {
        ...conversationExample,
        assigneeId: 'usr_01JD0000000000000000000001',
        labels: ['wholesale'],
      },
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { assigneeId: userId, labels, snoozedUntil } = call.body;
    if (userId === undefined && labels === undefined && snoozedUntil === undefined)
      throw invalid(
        '',
        'give at least one of assigneeId, labels and snoozedUntil: there is nothing to change',
      );
    const row = await whileAssignable(call.context, { workspace, userId }, (member) =>
      recorded(call, (tx, turn) => change(tx, turn, call, { workspace, member })),
    );
    return { body: { conversation: publicConversation(row) } };
  },
});

type UpdateCall = Pick<Call<InboxContext, { id: string }, unknown, Changes>, 'params' | 'body'>;

async function change(
  tx: Tx,
  turn: Turn,
  { params: { id }, body: { assigneeId, labels, snoozedUntil } }: UpdateCall,
  { workspace, member }: { workspace: Membership; member: MemberRow | null },
) {
  const actor = await conversationIn(tx, turn, { id, workspace });
  const find = { id, ...within(workspace) };
  const row = (await findConversation(tx, find))!;
  const of = { workspaceId: workspace.id, now: turn.now };
  const feed: FeedEvent[] = [];
  if (assigneeId !== undefined) feed.push(await assignTo(tx, row, { ...of, userId: assigneeId, member }));
  if (labels !== undefined) {
    const save = { id, workspaceId: workspace.id, labels: labelsOf(labels) };
    await saveLabels(tx, save);
    feed.push(labelledEvent(row, { ...of, labels: save.labels }));
  }
  if (snoozedUntil !== undefined) snooze(turn, actor, snoozedUntil, workspace.timezone);
  await saveDecisions(tx, turn);
  return { result: (await findConversation(tx, find))!, feed };
}

/** @throws Problem 400 for a value that is no time, for a time in the past, and for one more than a year ahead */
function snooze(turn: Turn, actor: Actor, snoozedUntil: string | null, timeZone: string): void {
  if (snoozedUntil === null) {
    if (statusOf(actor.snapshot) === 'snoozed') turn.deliver(actor, { type: 'reopen' });
    return;
  }
  const until = parseInstant(snoozedUntil, timeZone);
  const text = snoozedUntil.slice(0, 40);
  if (until === null)
    throw invalid(
      '/snoozedUntil',
      `snoozedUntil "${text}" is not a date and time; write it like 2026-05-04T10:00:00 (in ${timeZone}) or 2026-05-04T10:00:00Z`,
      { values: { reason: 'no_time' } },
    );
  if (until <= turn.now)
    throw invalid('/snoozedUntil', `snoozedUntil "${text}" has passed; give a time in the future`, {
      values: { reason: 'time_passed' },
    });
  if (until > turn.now + MAX_SNOOZE_MS)
    throw invalid('/snoozedUntil', `snoozedUntil "${text}" is more than a year ahead; give an earlier time`, {
      values: { reason: 'too_late' },
    });
  turn.deliver(actor, { type: 'snooze', until } as { type: string });
}

const labelledEvent = (
  { id, accountId }: { id: string; accountId: string },
  { workspaceId, labels, now }: { workspaceId: string; labels: string[]; now: number },
): FeedEvent => ({
  workspaceId,
  type: 'conversation.labelled',
  resource: { type: 'conversation', id },
  accountIds: [accountId],
  at: isoOf(now),
  data: { id, accountId, labels },
});
