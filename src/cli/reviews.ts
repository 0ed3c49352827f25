/** `troupe notes` and `troupe approval-links`: what people write about a post, and links by which clients decide on one (docs/people.md). */
import { type Arguments, type Command, print, takesNo, UsageError } from './command.ts';
import { atService, remote } from './remote.ts';

const POST = /^post_\w+$/;

/**
 * The words after the name of a command.
 * @throws UsageError for a first word that is no post, and for too few or too many words
 */
function wordsOf(args: Arguments, usage: string, count: number): string[] {
  const words = args.rest.slice(0, count);
  if (words.length < count || words.some((word) => word === '') || !POST.test(words[0] ?? ''))
    throw new UsageError(`say which: troupe ${usage}`);
  takesNo(args.rest.slice(count));
  return words;
}

export const noteCommands: { [name: string]: Command } = {
  'notes list': remote({
    help: (options) => `troupe notes list POST [--json]

Lists the notes about a post, oldest first: id, when, who, text. No network gets them.

${options}
  --json             as GET /v1/posts/{id}/notes responds
`,
    prepare(args) {
      const [id] = wordsOf(args, 'notes list POST', 1);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listPostNotes({ id: id!, ...where });
          if (args.values.json) return print(listed);
          for (const { id: noteId, createdAt, author, text } of listed.notes)
            process.stdout.write(`${noteId}  ${createdAt}  ${author.name}: ${text}\n`);
        });
    },
  }),
  'notes add': remote({
    help: (options) => `troupe notes add POST TEXT [--json]

Writes a note about a post, for the people who work on it, and prints its id.

${options}
  --json             as POST /v1/posts/{id}/notes responds
`,
    prepare(args) {
      const [id, text] = wordsOf(args, 'notes add POST TEXT', 2);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const made = await troupe.createPostNote({ id: id!, text: text!, ...where });
          if (args.values.json) print(made);
          else process.stdout.write(`${made.note.id}\n`);
        });
    },
  }),
  'notes delete': remote({
    help: (options) => `troupe notes delete POST NOTE [--json]

Deletes a note about a post: your own, or any if you are an owner of the workspace.

${options}
  --json             as DELETE /v1/posts/{id}/notes/{noteId} responds
`,
    prepare(args) {
      const [id, noteId] = wordsOf(args, 'notes delete POST NOTE', 2);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const deleted = await troupe.deletePostNote({ id: id!, noteId: noteId!, ...where });
          if (args.values.json) print(deleted);
          else process.stderr.write(`The note ${noteId} is deleted.\n`);
        });
    },
  }),
};

export const approvalLinkCommands: { [name: string]: Command } = {
  'approval-links list': remote({
    help: (options) => `troupe approval-links list POST [--json]

Lists the links by which clients decide on a post: id, status, until when, and the name that the client gave. Their addresses
are shown when they are made, and never again.

${options}
  --json             as GET /v1/posts/{id}/approval-links responds
`,
    prepare(args) {
      const [id] = wordsOf(args, 'approval-links list POST', 1);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listApprovalLinks({ id: id!, ...where });
          if (args.values.json) return print(listed);
          for (const { id: linkId, status, expiresAt, clientName } of listed.approvalLinks)
            process.stdout.write(
              `${linkId}  ${status.padEnd(8)}  until ${expiresAt}  ${clientName ?? ''}`.trimEnd() + '\n',
            );
        });
    },
  }),
  'approval-links create': remote({
    help: (options) => `troupe approval-links create POST [--json]

Makes a link by which a client without an account decides on a post that waits for an approval, and prints it once. It
can be opened for 7 days, and decides on the post as it is now.

${options}
  --json             as POST /v1/posts/{id}/approval-links responds
`,
    prepare(args) {
      const [id] = wordsOf(args, 'approval-links create POST', 1);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const made = await troupe.createApprovalLink({ id: id!, ...where });
          if (args.values.json) return print(made);
          process.stderr.write(`Link ${made.approvalLink.id}. It is shown this once:\n`);
          process.stdout.write(`${made.approvalLink.url}\n`);
        });
    },
  }),
  'approval-links revoke': remote({
    help: (options) => `troupe approval-links revoke POST LINK [--json]

Ends a link, so that nobody decides by it any more.

${options}
  --json             as DELETE /v1/posts/{id}/approval-links/{linkId} responds
`,
    prepare(args) {
      const [id, linkId] = wordsOf(args, 'approval-links revoke POST LINK', 2);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const revoked = await troupe.revokeApprovalLink({ id: id!, linkId: linkId!, ...where });
          if (args.values.json) print(revoked);
          else process.stderr.write(`The link ${linkId} is revoked.\n`);
        });
    },
  }),
};
