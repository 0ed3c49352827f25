/** Notes of the team about conversations (docs/contract.md, Comments and inbox). No network gets them. */
import type { Db, Tx } from './connect.ts';

export interface ConversationNoteRow {
  id: string;
  /** The user who wrote it. */
  authorId: string;
  /** At the time of the note. */
  authorName: string;
  text: string;
  createdAt: Date;
}

interface OfConversation {
  conversationId: string;
  workspaceId: string;
}

/** @param now epoch ms */
export async function insertConversationNote(
  tx: Tx,
  { note, ...of }: OfConversation & { note: Omit<ConversationNoteRow, 'createdAt'> },
  now: number,
) {
  return tx`
    insert into conversation_notes (id, workspace_id, conversation_id, author_id, author_name, content, created_at)
    values (${note.id}, ${of.workspaceId}, ${of.conversationId}, ${note.authorId}, ${note.authorName}, ${note.text},
            to_timestamp(${now}::float8 / 1000))`;
}

/** The notes about a conversation, oldest first. */
export async function listConversationNotes(
  db: Db,
  { conversationId, workspaceId }: OfConversation,
): Promise<ConversationNoteRow[]> {
  return db<ConversationNoteRow[]>`
    select id, author_id as "authorId", author_name as "authorName", content as text, created_at as "createdAt"
    from conversation_notes where conversation_id = ${conversationId} and workspace_id = ${workspaceId} order by id`;
}

/** @returns false when the conversation has no such note */
export async function deleteConversationNote(
  db: Db,
  { id, conversationId, workspaceId }: OfConversation & { id: string },
): Promise<boolean> {
  const result = await db`
    delete from conversation_notes
    where id = ${id} and conversation_id = ${conversationId} and workspace_id = ${workspaceId}`;
  return result.count === 1;
}

/** Deletes the notes that were written before a time, as messages of that age are. @param old.before epoch ms */
export async function pruneConversationNotes(
  db: Db,
  { workspaceId, before, limit }: { workspaceId: string; before: number; limit: number },
) {
  return db`
    delete from conversation_notes where id = any(array(
      select id from conversation_notes
      where workspace_id = ${workspaceId} and created_at < to_timestamp(${before}::float8 / 1000)
      order by created_at limit ${limit}))`;
}
