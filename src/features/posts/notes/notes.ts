/** Notes about a post, for the people who work on it: what callers see of them, and writing one (docs/people.md, Approval). */
import { Type } from 'typebox';
import type { Tx } from '../../../../store/connect.ts';
import { insertNote, listNotes, type NoteRow } from '../../../../store/post-notes.ts';
import type { PostRow } from '../../../../store/posts.ts';
import { insistOnRoomForNote } from '../../../api/notes.ts';
import { instant, model, nullable, text } from '../../../api/schemas.ts';
import { newId } from '../../../base/ids.ts';
import { isoOf } from '../../../base/time.ts';
import { accountsOfPost } from '../../../kinds/views/limited-post.ts';

export const PostNote = model(
  'PostNote',
  Type.Object({
    id: Type.String(),
    text: text('As it was written.'),
    author: Type.Object({
      userId: nullable(text('null for a client, who has no account here.')),
      name: text('At that time; of a client, as it was given on the page of the link.'),
    }),
    createdAt: instant('When it was written.'),
  }),
);

export const noteExample = {
  id: 'note_01JD0000000000000000000001',
  text: 'The second picture is last year’s menu.',
  author: { userId: 'usr_01JD0000000000000000000001', name: 'Maya' },
  createdAt: '2026-05-04T08:00:00.000Z',
};

export const publicNote = ({ id, text: written, authorId, authorName, byLink, createdAt }: NoteRow) => ({
  id,
  text: written,
  author: { userId: byLink ? null : authorId, name: authorName },
  createdAt: createdAt.toISOString(),
});

interface NewNote {
  text: string;
  author: Pick<NoteRow, 'authorId' | 'authorName' | 'byLink'>;
}

/**
 * Writes a note. The post has to be locked, so that it has no more notes than it may have, and none after it is deleted.
 * @param now epoch ms
 * @throws Problem 403 note_limit
 */
export async function writeNote(
  tx: Tx,
  post: Pick<PostRow, 'id' | 'workspaceId'>,
  { text: written, author }: NewNote,
  now: number,
): Promise<NoteRow> {
  const of = { postId: post.id, workspaceId: post.workspaceId };
  insistOnRoomForNote('post', await listNotes(tx, of));
  const note = { id: newId('note', now), text: written.trim(), ...author };
  await insertNote(tx, { ...of, note }, now);
  return { ...note, createdAt: new Date(now) };
}

/** Tells watchers that the notes of a post changed. @param now epoch ms */
export const notesEvent = (post: PostRow, type: 'post.note_created' | 'post.note_deleted', now: number) => ({
  workspaceId: post.workspaceId,
  type,
  resource: { type: 'post', id: post.id },
  postId: post.id,
  accountIds: accountsOfPost(post),
  at: isoOf(now),
  data: { id: post.id },
});
