/** One conversation by its id, for a link to it: the API lists them. */
import { Type } from 'typebox';
import { findConversation } from '../../../store/conversations.ts';
import type { Core } from '../../api/context.ts';
import { type Operation, operationsWith } from '../../api/operation.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { idParams, workspaceQuery } from '../../api/schemas.ts';
import { Conversation, conversationExample, publicConversation } from '../../features/inbox/index.ts';
import { within } from '../../api/held.ts';

const operation = operationsWith<Core>();

export const oneConversation: Operation<Core> = operation({
  id: 'readConversation',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/conversations/{id}' },
  tag: 'Inbox',
  summary: 'Read one conversation',
  params: idParams('conversation'),
  query: workspaceQuery,
  result: Type.Object({ conversation: Conversation }),
  errors: { 404: 'There is no such conversation in the workspace' },
  example: { params: { id: conversationExample.id }, result: { conversation: conversationExample } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const row = await findConversation(call.context.sql, { id, ...within(workspace) });
    if (!row) throw notFound('conversation', id);
    return { body: { conversation: publicConversation(row) } };
  },
});
