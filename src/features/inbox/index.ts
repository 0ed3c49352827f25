/** The inbox: what other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import { getPerson } from './about-person.ts';
import type { InboxContext } from './context.ts';
import { markDone, markRead, markUnread, setOptedOut } from './change.ts';
import { createNote, deleteNote, listNotes } from './notes.ts';
import { exportPerson, forget } from './person.ts';
import { getInboxSettings, setInboxSettings } from './settings.ts';
import { listConversationLabels, listInbox, listInboxMessages } from './operations.ts';
import { createReply, deleteReply, listReplies, updateReply } from './saved-replies.ts';
import { sendInboxMessage } from './send.ts';
import { updateConversation } from './update.ts';

export type { InboxContext } from './context.ts';
export { unassignAll } from './assign.ts';
export { moveCopies, removeDeletedCopies } from './copies.ts';
export type { SavePerson } from './handlers.ts';
export { type Looked, lookForMessage } from './look-up.ts';
export { inboxReads } from './reads.ts';
export { Conversation, conversationExample, publicConversation } from './schemas.ts';
export { saveDecisions } from './conversations.ts';
export type { Automations, PersonAct, ReadAutomations, Started } from './automations.ts';
export { CLOCKS_APART_MS } from './seen.ts';
export { lineOf } from './message-rows.ts';
export { MESSAGE_KINDS, noticeMessages, takeMessages } from './take-messages.ts';

export const inboxOperations: readonly Operation<InboxContext>[] = [
  listInbox,
  listInboxMessages,
  sendInboxMessage,
  markDone,
  markUnread,
  markRead,
  updateConversation,
  listConversationLabels,
  listNotes,
  createNote,
  deleteNote,
  setOptedOut,
  listReplies,
  createReply,
  updateReply,
  deleteReply,
  getPerson,
  exportPerson,
  forget,
  getInboxSettings,
  setInboxSettings,
];

/** The groups its operations are listed in. */
export const inboxTags = {
  Inbox: 'Direct messages of all accounts: read and answer them.',
};
