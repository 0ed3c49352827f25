/** The inbox: conversations of all accounts, and what is done with one (docs/contract.md, Comments and messages). */
import { Type } from 'typebox';
import type { Tx } from '../../store/connect.ts';
import { findConversation, listConversations } from '../../store/conversations.ts';
import { listMessages } from '../../store/direct-messages.ts';
import { type Workspace, workspaceOf } from '../api/principal.ts';
import { idempotent } from '../api/idempotent.ts';
import { notFound } from '../api/problem.ts';
import { closed, idParams, resourceId, workspaceField } from '../api/schemas.ts';
import { lockInto } from '../engine/take.ts';
import type { Actor, Turn } from '../engine/turn.ts';
import type { Call } from '../api/operation.ts';
import { type InboxContext, operation } from './context.ts';
import { saveDecisions } from './conversations.ts';
import {
  Conversation,
  conversationExample,
  InboxMessage,
  messageExample,
  publicConversation,
  publicMessage,
} from './schemas.ts';

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 }));
const DEFAULT_LIMIT = 25;
const yesOrNo = (description: string) => Type.Optional(Type.Boolean({ description }));

export const listInbox = operation({
  id: 'listConversations',
  rest: { method: 'get', path: '/v1/inbox' },
  tool: { name: 'list_conversations' },
  tag: 'Inbox',
  summary: 'List conversations',
  description: 'Direct messages of instagram and facebook, the conversation with the newest message first.',
  query: Type.Object(
    {
      platform: Type.Optional(Type.String({ maxLength: 32, description: 'Only of this network.' })),
      accountId: Type.Optional(resourceId('account', { description: 'Only of this account.' })),
      unread: yesOrNo('true: only with unread messages; false: only without.'),
      flagged: yesOrNo('true: only those that an automation handed over.'),
      done: yesOrNo('true: only those that are done; false: only those that are not.'),
      limit,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ conversations: Type.Array(Conversation) }),
  example: { query: { unread: true }, result: { conversations: [conversationExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { workspace: _, limit: most = DEFAULT_LIMIT, ...filter } = call.query;
    const rows = await listConversations(call.context.sql, {
      ...filter,
      workspaceId: workspace.id,
      limit: most,
    });
    return { body: { conversations: rows.map(publicConversation) } };
  },
});

export const listInboxMessages = operation({
  id: 'getConversationMessages',
  rest: { method: 'get', path: '/v1/inbox/{id}/messages' },
  tool: { name: 'get_conversation_messages' },
  tag: 'Inbox',
  summary: 'Read the messages of a conversation',
  description:
    "The newest messages first, by the network's own time. Reading them here does not mark them as read.",
  params: idParams('conversation'),
  query: Type.Object({ limit, ...workspaceField }, closed),
  result: Type.Object({ messages: Type.Array(InboxMessage) }),
  errors: { 404: 'There is no such conversation in the workspace' },
  example: { params: { id: conversationExample.id }, result: { messages: [messageExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const found = await findConversation(sql, { id: call.params.id, workspaceId: workspace.id });
    if (!found) throw notFound('conversation', call.params.id);
    const rows = await listMessages(sql, {
      conversationId: found.id,
      limit: call.query.limit ?? DEFAULT_LIMIT,
    });
    return { body: { messages: rows.map(publicMessage) } };
  },
});

const KEYED_ERRORS = {
  404: 'There is no such conversation in the workspace',
  409: 'The first request with this Idempotency-Key is still running',
  422: 'The Idempotency-Key was used with another request',
};
const oneConversation = Type.Object({ conversation: Conversation });
const oneExample = {
  params: { id: conversationExample.id },
  body: {},
  result: { conversation: conversationExample },
};

export const markDone = operation({
  id: 'markConversationDone',
  rest: { method: 'post', path: '/v1/inbox/{id}/done' },
  tag: 'Inbox',
  summary: 'Mark a conversation as done, or open it again',
  description:
    'Done clears the flag of an automation, so that automations work again. The 12 hours after an answer go on. A new message opens the conversation again.',
  params: idParams('conversation'),
  body: Type.Object({ done: Type.Optional(Type.Boolean({ default: true })), ...workspaceField }, closed),
  result: oneConversation,
  errors: KEYED_ERRORS,
  example: oneExample,
  handle: (call) => change(call, (call.body.done ?? true) ? 'done' : 'reopen'),
});

export const markUnread = operation({
  id: 'markConversationUnread',
  rest: { method: 'post', path: '/v1/inbox/{id}/unread' },
  tag: 'Inbox',
  summary: 'Mark a conversation as unread',
  params: idParams('conversation'),
  body: Type.Object({ ...workspaceField }, closed),
  result: oneConversation,
  errors: KEYED_ERRORS,
  example: oneExample,
  handle: (call) => change(call, 'unread'),
});

export const markRead = operation({
  id: 'markConversationRead',
  rest: { method: 'post', path: '/v1/inbox/{id}/read' },
  tag: 'Inbox',
  summary: 'Mark a conversation as read',
  params: idParams('conversation'),
  body: Type.Object({ ...workspaceField }, closed),
  result: oneConversation,
  errors: KEYED_ERRORS,
  example: oneExample,
  handle: (call) => change(call, 'read'),
});

type ChangeCall = Call<InboxContext, { id: string }, unknown, { workspace?: string }>;

/** Gives a conversation an event and answers with what became of it. */
async function change(call: ChangeCall, type: 'done' | 'reopen' | 'unread' | 'read') {
  const workspace = workspaceOf(call, call.body.workspace);
  const { id } = call.params;
  return idempotent(call, async (tx, turn: Turn) => {
    const actor = await conversationIn(tx, turn, { id, workspace });
    turn.deliver(actor, { type });
    await saveDecisions(tx, turn);
    const row = await findConversation(tx, { id, workspaceId: workspace.id });
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
  { id, workspace }: { id: string; workspace: Workspace },
): Promise<Actor> {
  const found = await findConversation(tx, { id, workspaceId: workspace.id });
  const actor = found && (await lockInto(tx, turn, id));
  if (!actor) throw notFound('conversation', id);
  return actor;
}
