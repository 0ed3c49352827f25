/** Everything that is kept of one person: given out in one file, and deleted. */
import { Type } from 'typebox';
import { lockForTurn } from '../../engine/lock-for-turn.ts';
import type { Db } from '../../../store/connect.ts';
import { type ConversationRow, findConversation } from '../../../store/conversations.ts';
import { listConversationNotes } from '../../../store/conversation-notes.ts';
import { listMessages } from '../../../store/direct-messages.ts';
import { forgetPerson, listCommentsOfPerson, type PersonOfAccount } from '../../../store/forget-person.ts';
import { lockComments } from '../../../store/comments.ts';
import { nextOf, pageFields } from '../../api/paging.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import {
  closed,
  Deleted,
  idParams,
  instant,
  nullable,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { recorded } from '../../api/recorded.ts';
import { isoOf } from '../../base/time.ts';
import { conversationIn } from './change.ts';
import { ConversationNote, publicNote } from './notes.ts';
import { operation } from './context.ts';
import {
  Conversation,
  conversationExample,
  InboxMessage,
  messageExample,
  publicConversation,
  publicMessage,
} from './schemas.ts';
import { beforeMessage } from './operations.ts';
import { removeCopies } from '../../kinds/media-copy.ts';
import { tellRun } from './runs.ts';
import { within } from '../../api/held.ts';

/** Messages of one response: a longer conversation is given in several. */
const MESSAGES = 1_000;
/** Nobody writes so many to one account. */
const MAX_COMMENTS = 10_000;

const ExportedComment = Type.Object({
  id: text("The network's own id of the comment."),
  networkPostId: nullable(text('The post it stands below.')),
  parentId: nullable(text('The comment it answers; null means the post.')),
  text: text('Its text.'),
  rating: nullable(Type.Integer({ description: 'Of a review.' })),
  createdAt: nullable(instant("When it was written, by the network's clock.")),
});

const errors = { 404: 'There is no such conversation in the workspace' };

export const exportPerson = operation({
  id: 'exportPerson',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/inbox/{id}/export' },
  tag: 'Inbox',
  summary: 'Export everything that is kept of one person',
  description: `The conversation, its messages, the newest first, ${MESSAGES} in one response, and with the first of them the person's comments below posts of this account and the notes of the team.`,
  params: idParams('conversation'),
  query: Type.Object({ before: beforeMessage, ...workspaceField }, closed),
  result: Type.Object({
    exportedAt: instant('When this was read.'),
    conversation: Conversation,
    messages: Type.Array(InboxMessage),
    comments: Type.Array(ExportedComment),
    notes: Type.Array(ConversationNote, { description: 'What the team wrote about the person.' }),
    ...pageFields,
  }),
  errors,
  example: {
    params: { id: conversationExample.id },
    result: {
      exportedAt: '2026-05-04T08:00:00.000Z',
      conversation: conversationExample,
      messages: [messageExample],
      comments: [],
      notes: [],
      next: null,
    },
  },
  handle: async (call) => {
    const { sql, media } = call.context;
    const { before } = call.query;
    const { row, person } = await personOf(sql, workspaceOf(call, call.query.workspace), call.params.id);
    const messages = await listMessages(sql, { conversationId: row.id, limit: MESSAGES, before });
    const comments = before === undefined ? await listCommentsOfPerson(sql, person, MAX_COMMENTS) : [];
    const { workspaceId } = person;
    const notes =
      before === undefined ? await listConversationNotes(sql, { conversationId: row.id, workspaceId }) : [];
    return {
      body: {
        exportedAt: isoOf(call.now),
        conversation: publicConversation(row),
        messages: messages.map((message) => publicMessage(message, { now: call.now, media })),
        comments: [...comments],
        notes: notes.map(publicNote),
        next: nextOf(messages, { before: null, limit: MESSAGES }),
      },
    };
  },
});

export const forget = operation({
  id: 'forgetPerson',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/inbox/{id}' },
  scope: 'manage',
  tag: 'Inbox',
  summary: 'Forget one person',
  description:
    'Deletes the conversation, its messages, the notes about it, the copies of files in them, and the comments that the person wrote below posts of this account. It cannot be undone. At the network everything stays, and what the person wrote up to now is not read again. What they write later is new.',
  params: idParams('conversation'),
  query: workspaceQuery,
  result: Type.Intersect([
    Deleted,
    Type.Object({
      messages: Type.Integer({ description: 'How many messages were deleted.' }),
      comments: Type.Integer({ description: 'How many comments were deleted.' }),
    }),
  ]),
  errors,
  example: {
    params: { id: conversationExample.id },
    result: { id: conversationExample.id, deleted: true, messages: 12, comments: 1 },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await call.context.node.command(async (tx, turn) => {
      await conversationIn(tx, turn, { id, workspace });
      await tellRun(tx, turn, id, { type: 'stop', reason: 'the person was forgotten' });
      return { result: null };
    });
    const counts = await recorded(call, async (tx, turn) => {
      await lockForTurn(tx, turn, [id]); // as the turns do that store messages: they wait, or this waits for them
      const { person } = await personOf(tx, workspace, id);
      await lockComments(tx, person.accountId); // the same for comments
      const { copies, ...result } = await forgetPerson(tx, person, turn.now);
      removeCopies(turn, person, copies);
      const gone = {
        workspaceId: workspace.id,
        type: 'conversation.deleted',
        resource: { type: 'conversation', id },
        accountIds: [person.accountId],
        at: isoOf(turn.now),
        data: { id },
      };
      return { result, feed: [gone] };
    });
    return { body: { id, deleted: true as const, ...counts } };
  },
});

/** A conversation and its person. @throws Problem 404 when the workspace has no such conversation */
export async function personOf(
  db: Db,
  workspace: Membership,
  id: string,
): Promise<{ row: ConversationRow; person: PersonOfAccount }> {
  const row = await findConversation(db, { id, ...within(workspace) });
  if (!row) throw notFound('conversation', id);
  const { accountId, personId, username } = row;
  const person = { conversationId: id, workspaceId: workspace.id, accountId, personId, username };
  return { row, person };
}
