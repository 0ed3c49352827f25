/** What a person says of a conversation: it is done, open again, read or unread. */
import { Type } from 'typebox';
import type { Tx } from '../../../store/connect.ts';
import { findConversation } from '../../../store/conversations.ts';
import { idempotent } from '../../api/idempotent.ts';
import type { Call } from '../../api/operation.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, idParams, workspaceField } from '../../api/schemas.ts';
import { lockInto } from '../../engine/take.ts';
import type { Actor, Turn } from '../../engine/turn.ts';
import { type InboxContext, operation } from './context.ts';
import { saveDecisions } from './conversations.ts';
import { tellRun } from './runs.ts';
import { Conversation, conversationExample, publicConversation } from './schemas.ts';
import { within } from '../../api/held.ts';

/** What the operations of this file have in common. */
const common = {
  tag: 'Inbox',
  params: idParams('conversation'),
  result: Type.Object({ conversation: Conversation }),
  errors: {
    404: 'There is no such conversation in the workspace',
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: conversationExample.id },
    body: {},
    result: { conversation: conversationExample },
  },
};

export const markDone = operation({
  ...common,
  id: 'markConversationDone',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/inbox/{id}/done' },
  scope: 'answer',
  summary: 'Mark a conversation as done, or open it again',
  description:
    'Done clears the flag of an automation, so that automations work again. The 12 hours after an answer go on. A new message opens the conversation again.',
  body: Type.Object({ done: Type.Optional(Type.Boolean({ default: true })), ...workspaceField }, closed),
  handle: (call) => change(call, (call.body.done ?? true) ? 'done' : 'reopen'),
});

export const setOptedOut = operation({
  ...common,
  id: 'setOptedOut',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/inbox/{id}/opted-out' },
  scope: 'answer',
  summary: 'Stop automatic messages to a person, or allow them again',
  description:
    'The same as when the person writes a stop word or a start word: comment-to-DM rules skip them with the reason `opted_out`. Messages that somebody of the team writes are sent as before.',
  body: Type.Object({ optedOut: Type.Optional(Type.Boolean({ default: true })), ...workspaceField }, closed),
  handle: (call) => change(call, (call.body.optedOut ?? true) ? 'person.opted_out' : 'person.opted_in'),
});

export const markUnread = marks('unread', 'markConversationUnread');
export const markRead = marks('read', 'markConversationRead');

function marks(what: 'read' | 'unread', id: string) {
  return operation({
    ...common,
    id,
    accountLimit: 'followed',
    rest: { method: 'post', path: `/v1/inbox/{id}/${what}` },
    scope: 'answer',
    summary: `Mark a conversation as ${what}`,
    description: `It counts as ${what} for everybody in the workspace. The network is not told.`,
    body: Type.Object(workspaceField, closed),
    handle: (call) => change(call, what),
  });
}

type ChangeType = 'done' | 'reopen' | 'unread' | 'read' | 'person.opted_out' | 'person.opted_in';
type ChangeCall = Call<InboxContext, { id: string }, unknown, { workspace?: string }>;

/** Gives a conversation an event and returns the outcome. */
async function change(call: ChangeCall, type: ChangeType) {
  const workspace = workspaceOf(call, call.body.workspace);
  const { id } = call.params;
  return idempotent(call, async (tx, turn: Turn) => {
    const actor = await conversationIn(tx, turn, { id, workspace });
    turn.deliver(actor, { type, at: turn.now } as { type: string });
    if (type === 'person.opted_out')
      await tellRun(tx, turn, id, { type: 'stop', reason: 'the person takes no automatic messages' });
    await saveDecisions(tx, turn);
    const row = await findConversation(tx, { id, ...within(workspace) });
    return { result: { conversation: publicConversation(row!) } };
  });
}

/**
 * Locks a conversation.
 * @throws Problem 404 where the workspace has no such conversation
 */
export async function conversationIn(
  tx: Tx,
  turn: Turn,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<Actor> {
  const found = await findConversation(tx, { id, ...within(workspace) });
  const actor = found && (await lockInto(tx, turn, id));
  if (!actor) throw notFound('conversation', id);
  return actor;
}
