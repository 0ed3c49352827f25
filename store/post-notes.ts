/** Notes about posts (docs/people.md, Approval). */
import type { Db, Tx } from './connect.ts';

export interface NoteRow {
  id: string;
  /** The user; of a client, the link. */
  authorId: string;
  /** At the time of the note. */
  authorName: string;
  /** A client wrote it by a link. */
  byLink: boolean;
  text: string;
  createdAt: Date;
}

interface OfPost {
  postId: string;
  workspaceId: string;
}

/** @param now epoch ms */
export async function insertNote(
  tx: Tx,
  { note, ...of }: OfPost & { note: Omit<NoteRow, 'createdAt'> },
  now: number,
) {
  return tx`
    insert into post_notes (id, workspace_id, post_id, author_id, author_name, by_link, content, created_at)
    values (${note.id}, ${of.workspaceId}, ${of.postId}, ${note.authorId}, ${note.authorName}, ${note.byLink}, ${note.text},
            to_timestamp(${now}::float8 / 1000))`;
}

/** The notes of a post, oldest first. */
export async function listNotes(db: Db, { postId, workspaceId }: OfPost): Promise<NoteRow[]> {
  return db<NoteRow[]>`
    select id, author_id as "authorId", author_name as "authorName", by_link as "byLink", content as text, created_at as "createdAt"
    from post_notes where post_id = ${postId} and workspace_id = ${workspaceId} order by id`;
}

/** @returns false when the post has no such note */
export async function deleteNote(
  db: Db,
  { id, postId, workspaceId }: OfPost & { id: string },
): Promise<boolean> {
  const result = await db`
    delete from post_notes where id = ${id} and post_id = ${postId} and workspace_id = ${workspaceId}`;
  return result.count === 1;
}

export async function deleteNotes(db: Db, { postId, workspaceId }: OfPost) {
  return db`delete from post_notes where post_id = ${postId} and workspace_id = ${workspaceId}`;
}
