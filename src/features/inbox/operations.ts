/** Reads the inbox: conversations of all accounts, and the messages of one (docs/contract.md, Comments and inbox). */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { nextOf, pageFields, pages } from '../../api/paging.ts';
import { workspaceOf } from '../../api/principal.ts';
import { insistOnAccount } from '../../api/named-accounts.ts';
import { labelField } from '../../api/labels.ts';
import { invalid, notFound } from '../../api/problem.ts';
import { closed, idParams, resourceId, text, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { assigneeOf } from './assign.ts';
import { operation } from './context.ts';
import { countLabels } from '../../../store/conversations.ts';
import { Conversation, conversationExample, InboxMessage, messageExample, publicMessage } from './schemas.ts';
import { within } from '../../api/held.ts';

/** A place in the list: the arrival number of the newest message, and the id for conversations without one. */
const listPages = pages(25, {
  pattern: '^[0-9]{1,18}\\.conv_[0-9A-Za-z]{1,40}$',
  'x-must': 'be `next` of a page',
});
const threadPages = pages(25, { pattern: '^msg_[0-9A-Za-z]{1,40}$', 'x-must': 'be `next` of a page' });
export const beforeMessage = threadPages.fields.before;
/** How many labels are counted. */
const MAX_COUNTED_LABELS = 200;
const yesOrNo = (description: string) => Type.Optional(Type.Boolean({ description }));

export const listInbox = operation({
  id: 'listConversations',
  accountLimit: 'followed',
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
      snoozed: yesOrNo('true: only those that are put aside; false: only those that are not.'),
      label: Type.Optional(labelField('Only with this label.')),
      assigneeId: Type.Optional(
        resourceId('member', { description: 'Only of this member; `me`, or `none` for those of nobody.' }),
      ),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            "Words: only conversations in which all of them occur, in the person's name and handle or in one message. The last may be the beginning of a word.",
        }),
      ),
      ...listPages.fields,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ conversations: Type.Array(Conversation), ...pageFields }),
  errors: { 404: 'There is no such account or member in the workspace' },
  example: {
    query: { unread: true, q: 'green' },
    result: { conversations: [conversationExample], next: null },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { workspace: _, q, before: __, limit: ___, ...filter } = call.query;
    const { before, limit } = listPages.read(call.query);
    await insistOnAccount(call.context.sql, workspace, filter.accountId);
    const assigneeId = await assigneeOf(call, workspace, filter.assigneeId);
    const { platform } = filter;
    if (platform !== undefined && !platforms.some((one) => one === platform))
      throw invalid('/platform', `platform must be one of ${platforms.join(', ')}`);
    const [lastSeq, id] = before?.split('.') ?? [];
    const after = lastSeq !== undefined && id !== undefined ? { lastSeq, id } : undefined;
    const { conversations, next } = await call.context.inbox.list({
      ...filter,
      ...within(workspace),
      assigneeId,
      words: q,
      after,
      limit,
    });
    return { body: { conversations, next } };
  },
});

export const listInboxMessages = operation({
  id: 'getConversationMessages',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/inbox/{id}/messages' },
  tool: { name: 'get_conversation_messages' },
  tag: 'Inbox',
  summary: 'Read the messages of a conversation',
  description:
    "The newest messages first, by the network's own time. Reading them here does not mark them as read.",
  params: idParams('conversation'),
  query: Type.Object({ ...threadPages.fields, ...workspaceField }, closed),
  result: Type.Object({ messages: Type.Array(InboxMessage), ...pageFields }),
  errors: { 404: 'There is no such conversation in the workspace' },
  example: { params: { id: conversationExample.id }, result: { messages: [messageExample], next: null } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id: conversationId } = call.params;
    const page = threadPages.read(call.query);
    const { before, limit } = page;
    const rows = await call.context.inbox.thread({
      conversationId,
      ...within(workspace),
      limit,
      before,
    });
    if (!rows) throw notFound('conversation', conversationId);
    const reading = { now: call.now, media: call.context.media };
    return {
      body: { messages: rows.map((row) => publicMessage(row, reading)), next: nextOf(rows, page) },
    };
  },
});

export const listConversationLabels = operation({
  id: 'listConversationLabels',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/inbox/labels' },
  tag: 'Inbox',
  summary: 'List the labels of conversations',
  description: `The ${MAX_COUNTED_LABELS} labels that most conversations have, with how many have them.`,
  query: workspaceQuery,
  result: Type.Object({
    labels: Type.Array(
      Type.Object({
        label: text('The label.'),
        conversations: Type.Integer({ description: 'How many conversations have it.' }),
        open: Type.Integer({ description: 'How many of them are neither done nor snoozed.' }),
      }),
    ),
  }),
  example: { query: {}, result: { labels: [{ label: 'wholesale', conversations: 12, open: 3 }] } },
  handle: async ({ context, principal, query }) => {
    const workspace = workspaceOf({ principal }, query.workspace);
    const labels = await countLabels(context.sql, { ...within(workspace), limit: MAX_COUNTED_LABELS });
    return { body: { labels: [...labels] } };
  },
});
