/** Notes about a conversation, for the people who answer it (docs/contract.md, Comments and inbox). No network gets them. */
import { Type } from 'typebox';
import {
  type ConversationNoteRow,
  deleteConversationNote,
  insertConversationNote,
  listConversationNotes,
} from '../../../store/conversation-notes.ts';
import { type ConversationRow, findConversation } from '../../../store/conversations.ts';
import type { Db, Tx } from '../../../store/connect.ts';
import { within } from '../../api/held.ts';
import { idempotent } from '../../api/idempotent.ts';
import {
  deleteNoteErrors,
  insistOnMayDeleteNote,
  insistOnRoomForNote,
  NoteBody,
  noteTextOf,
  writeNoteErrors,
} from '../../api/notes.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { recorded } from '../../api/recorded.ts';
import { Deleted, idParams, instant, model, resourceId, text, workspaceQuery } from '../../api/schemas.ts';
import { newId } from '../../base/ids.ts';
import { isoOf } from '../../base/time.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import type { Turn } from '../../engine/turn.ts';
import { conversationIn } from './change.ts';
import { operation } from './context.ts';
import { conversationExample } from './schemas.ts';

export const ConversationNote = model(
  'ConversationNote',
  Type.Object({
    id: Type.String(),
    text: text('As it was written.'),
    author: Type.Object({ userId: Type.String(), name: text('At that time.') }),
    createdAt: instant('When it was written.'),
  }),
);

const noteExample = {
  id: 'note_01JD0000000000000000000001',
  text: 'She asked for the wholesale price last month, too.',
  author: { userId: 'usr_01JD0000000000000000000001', name: 'Maya' },
  createdAt: '2026-05-04T08:00:00.000Z',
};

export const publicNote = ({ id, text: written, authorId, authorName, createdAt }: ConversationNoteRow) => ({
  id,
  text: written,
  author: { userId: authorId, name: authorName },
  createdAt: createdAt.toISOString(),
});

export const listNotes = operation({
  id: 'listConversationNotes',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/inbox/{id}/notes' },
  tag: 'Inbox',
  summary: 'List the notes about a conversation',
  description:
    'What people of the workspace wrote about it for each other, oldest first. No network gets them.',
  params: idParams('conversation'),
  query: workspaceQuery,
  result: Type.Object({ notes: Type.Array(ConversationNote) }),
  errors: { 404: 'There is no such conversation in the workspace' },
  example: { params: { id: conversationExample.id }, result: { notes: [noteExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { sql } = call.context;
    const { id: conversationId } = await insistOnConversation(sql, call.params.id, workspace);
    const notes = await listConversationNotes(sql, { conversationId, workspaceId: workspace.id });
    return { body: { notes: notes.map(publicNote) } };
  },
});

export const createNote = operation({
  id: 'createConversationNote',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/inbox/{id}/notes' },
  scope: 'answer',
  isHarmless: true,
  tag: 'Inbox',
  summary: 'Write a note about a conversation',
  description: 'For the people who answer it. It is never sent to the person or to a network.',
  params: idParams('conversation'),
  body: NoteBody,
  result: Type.Object({ note: ConversationNote }),
  errors: writeNoteErrors('conversation'),
  example: {
    params: { id: conversationExample.id },
    body: { text: noteExample.text },
    result: { note: noteExample },
  },
  handle: (call) => {
    const { principal, params, body } = call;
    const workspace = workspaceOf(call, body.workspace);
    const { userId, userName = userId } = principal;
    const written = noteTextOf(body);
    return idempotent(call, async (tx, turn) => {
      const row = await lockConversation(tx, turn, { id: params.id, workspace });
      const of = { conversationId: row.id, workspaceId: workspace.id };
      insistOnRoomForNote('conversation', await listConversationNotes(tx, of));
      const note = {
        id: newId('note', turn.now),
        text: written,
        authorId: userId,
        authorName: userName,
      };
      await insertConversationNote(tx, { ...of, note }, turn.now);
      const result = { note: publicNote({ ...note, createdAt: new Date(turn.now) }) };
      return { result, feed: [noteEvent(row, 'created', { workspaceId: workspace.id, now: turn.now })] };
    });
  },
});

export const deleteNote = operation({
  id: 'deleteConversationNote',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/inbox/{id}/notes/{noteId}' },
  scope: 'answer',
  tag: 'Inbox',
  summary: 'Delete a note about a conversation',
  description: 'By the person who wrote it, or by an owner.',
  params: Type.Object({ ...idParams('conversation').properties, noteId: resourceId('conversation_note') }),
  query: workspaceQuery,
  result: Deleted,
  errors: deleteNoteErrors('conversation'),
  example: {
    params: { id: conversationExample.id, noteId: noteExample.id },
    result: { id: noteExample.id, deleted: true },
  },
  handle: async (call) => {
    const { principal, params } = call;
    const { noteId } = params;
    const workspace = workspaceOf(call, call.query.workspace);
    await recorded(call, async (tx, turn) => {
      const row = await lockConversation(tx, turn, { id: params.id, workspace });
      const of = { conversationId: row.id, workspaceId: workspace.id };
      insistOnMayDeleteNote(await listConversationNotes(tx, of), noteId, { principal, workspace });
      await deleteConversationNote(tx, { ...of, id: noteId });
      const event = noteEvent(row, 'deleted', { workspaceId: workspace.id, now: turn.now });
      return { result: noteId, feed: [event] };
    });
    return { body: { id: noteId, deleted: true as const } };
  },
});

/** @throws Problem 404 when the caller sees no such conversation */
async function insistOnConversation(db: Db, id: string, workspace: Membership): Promise<ConversationRow> {
  const row = await findConversation(db, { id, ...within(workspace) });
  if (!row) throw notFound('conversation', id);
  return row;
}

/** Locks a conversation until the transaction ends, without stepping it. @throws Problem 404 when the caller sees no such one */
async function lockConversation(
  tx: Tx,
  turn: Turn,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<ConversationRow> {
  await conversationIn(tx, turn, { id, workspace });
  return insistOnConversation(tx, id, workspace);
}

/** The event says that the notes changed, and not what they say. */
const noteEvent = (
  { id, accountId }: ConversationRow,
  what: 'created' | 'deleted',
  { workspaceId, now }: { workspaceId: string; now: number },
): FeedEvent => ({
  workspaceId,
  type: `conversation.note_${what}`,
  resource: { type: 'conversation', id },
  accountIds: [accountId],
  at: isoOf(now),
  data: { id, accountId },
});
