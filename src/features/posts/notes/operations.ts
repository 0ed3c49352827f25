/** Read, write and delete the notes about a post (docs/people.md, Approval). */
import { Type } from 'typebox';
import type { Tx } from '../../../../store/connect.ts';
import { deleteNote, listNotes } from '../../../../store/post-notes.ts';
import type { PostRow } from '../../../../store/posts.ts';
import { idempotent } from '../../../api/idempotent.ts';
import {
  deleteNoteErrors,
  insistOnMayDeleteNote,
  NoteBody,
  noteTextOf,
  writeNoteErrors,
} from '../../../api/notes.ts';
import { type Membership, workspaceOf } from '../../../api/principal.ts';
import { recorded } from '../../../api/recorded.ts';
import { NOTE_WRITERS } from '../../../api/roles.ts';
import { Deleted, idParams, resourceId, workspaceQuery } from '../../../api/schemas.ts';
import { lockInto } from '../../../engine/take.ts';
import type { Turn } from '../../../engine/turn.ts';
import { postExample } from '../../../kinds/views/post.ts';
import { operation } from '../context.ts';
import { isWhole, postToChange } from '../limited.ts';
import { noteExample, notesEvent, PostNote, publicNote, writeNote } from './notes.ts';

export const listPostNotes = operation({
  id: 'listPostNotes',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/posts/{id}/notes' },
  tag: 'Posts',
  summary: 'List the notes about a post',
  description:
    'What people of the workspace, and clients by their links, wrote about the post, oldest first. Notes are never sent to a network. Empty for who does not reach all accounts of the post.',
  params: idParams('post'),
  query: workspaceQuery,
  result: Type.Object({ notes: Type.Array(PostNote) }),
  errors: { 404: 'There is no such post in the workspace' },
  example: { params: { id: postExample.id }, result: { notes: [noteExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    const of = { postId: id, workspaceId: workspace.id };
    const notes = (await isWhole(call.context.sql, { id, workspace }))
      ? await listNotes(call.context.sql, of)
      : [];
    return { body: { notes: notes.map(publicNote) } };
  },
});

export const createPostNote = operation({
  id: 'createPostNote',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/posts/{id}/notes' },
  scope: ['draft', 'publish'],
  roles: NOTE_WRITERS,
  isHarmless: true,
  tag: 'Posts',
  summary: 'Write a note about a post',
  description: 'For the people who work on the post. It is never sent to a network.',
  params: idParams('post'),
  body: NoteBody,
  result: Type.Object({ note: PostNote }),
  errors: writeNoteErrors('post'),
  example: {
    params: { id: postExample.id },
    body: { text: noteExample.text },
    result: { note: noteExample },
  },
  handle: (call) => {
    const { principal, params, body } = call;
    const workspace = workspaceOf(call, body.workspace);
    const { userId, userName = userId } = principal;
    const text = noteTextOf(body);
    const author = { authorId: userId, authorName: userName, byLink: false };
    return idempotent(call, async (tx, turn) => {
      const post = await lockPost(tx, turn, { id: params.id, workspace });
      const note = await writeNote(tx, post, { text, author }, turn.now);
      return { result: { note: publicNote(note) }, feed: [notesEvent(post, 'post.note_created', turn.now)] };
    });
  },
});

export const deletePostNote = operation({
  id: 'deletePostNote',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/posts/{id}/notes/{noteId}' },
  scope: ['draft', 'publish'],
  roles: NOTE_WRITERS,
  tag: 'Posts',
  summary: 'Delete a note about a post',
  description: 'By the person who wrote it, or by an owner.',
  params: Type.Object({ ...idParams('post').properties, noteId: resourceId('post_note') }),
  query: workspaceQuery,
  result: Deleted,
  errors: deleteNoteErrors('post'),
  example: {
    params: { id: postExample.id, noteId: noteExample.id },
    result: { id: noteExample.id, deleted: true },
  },
  handle: async (call) => {
    const { principal, params } = call;
    const { id: postId, noteId } = params;
    const workspace = workspaceOf(call, call.query.workspace);
    await recorded(call, async (tx, turn) => {
      const post = await lockPost(tx, turn, { id: postId, workspace });
      const of = { postId, workspaceId: workspace.id };
      insistOnMayDeleteNote(await listNotes(tx, of), noteId, { principal, workspace });
      await deleteNote(tx, { ...of, id: noteId });
      return { result: noteId, feed: [notesEvent(post, 'post.note_deleted', turn.now)] };
    });
    return { body: { id: noteId, deleted: true as const } };
  },
});

/**
 * Locks a post until the transaction ends, without stepping it.
 * @throws Problem 404 where the caller sees no such post, 403 when it is of accounts too that the caller does not reach
 */
export async function lockPost(
  tx: Tx,
  turn: Turn,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<PostRow> {
  await lockInto(tx, turn, id);
  return postToChange(tx, { id, workspace });
}
