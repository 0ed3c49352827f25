/**
 * Notes that people of a workspace write for each other, about a post or a conversation. No network gets them (docs/contract.md,
 * Approval and Comments and inbox).
 */
import { Type } from 'typebox';
import type { Membership, Principal } from './principal.ts';
import { invalid, notFound, Problem } from './problem.ts';
import { closed, workspaceField } from './schemas.ts';

const MAX_NOTE_CHARACTERS = 2_000;
/** About one post or conversation. */
const MAX_NOTES = 200;

/** The body of a request that writes a note. */
export const NoteBody = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: MAX_NOTE_CHARACTERS }), ...workspaceField },
  closed,
);

/** The errors of an operation that writes a note, for its documentation. */
export const writeNoteErrors = (what: 'post' | 'conversation') => ({
  403: `The ${what} has ${MAX_NOTES} notes`,
  404: `There is no such ${what} in the workspace`,
  409: 'The first request with this Idempotency-Key is still running',
  422: 'The Idempotency-Key was used with another request',
});

/** The errors of an operation that deletes a note, for its documentation. */
export const deleteNoteErrors = (what: 'post' | 'conversation') => ({
  403: 'Somebody else wrote it, and you are not an owner',
  404: `The ${what} has no such note, or there is no such ${what} in the workspace`,
});

/** @returns the text without blanks around it @throws Problem 400 when nothing is left */
export function noteTextOf({ text }: { text: string }): string {
  const written = text.trim();
  if (written === '')
    throw invalid('/text', 'text must not be empty; write the note', { values: { reason: 'empty' } });
  return written;
}

/** @throws Problem 403 note_limit when there is no room for one more */
export function insistOnRoomForNote(what: 'post' | 'conversation', notes: readonly unknown[]): void {
  if (notes.length >= MAX_NOTES)
    throw new Problem('note_limit', `the ${what} has ${MAX_NOTES} notes: delete one first`, {
      values: { limit: MAX_NOTES },
    });
}

/**
 * Checks that a caller may delete one of these notes.
 * @throws Problem 404 when there is no such note, 403 for a caller who neither wrote it nor is an owner
 */
export function insistOnMayDeleteNote(
  notes: readonly { id: string; authorId: string; authorName: string }[],
  noteId: string,
  { principal, workspace }: { principal: Pick<Principal, 'userId'>; workspace: Pick<Membership, 'role'> },
): void {
  const note = notes.find(({ id }) => id === noteId);
  if (!note) throw notFound('note', noteId);
  if (note.authorId !== principal.userId && workspace.role !== 'owner')
    throw new Problem(
      'insufficient_role',
      `${note.authorName} wrote this note: only they or an owner of the workspace delete it`,
    );
}
