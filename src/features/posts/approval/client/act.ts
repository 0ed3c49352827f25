/** What a client does by a link: approve, reject, write a note. Each is one transaction with its audit entry (docs/people.md, Approval). */
import type { Decision } from '../../../../../machines/approval.ts';
import { type ApprovalLinkRow, lockApprovalLink, markDecided } from '../../../../../store/approval-links.ts';
import type { Tx } from '../../../../../store/connect.ts';
import type { Entry } from '../../../../api/audit-entry.ts';
import type { Membership } from '../../../../api/principal.ts';
import { Problem } from '../../../../api/problem.ts';
import { recorded } from '../../../../api/recorded.ts';
import { isOpen } from '../../../../api/secret-links.ts';
import { newId } from '../../../../base/ids.ts';
import type { PostsContext } from '../../context.ts';
import { notesEvent, writeNote } from '../../notes/notes.ts';
import { lockPost } from '../../notes/operations.ts';
import { decide } from '../decide.ts';

/** The link was revoked, has expired or was deleted with its post meanwhile. */
export class LinkEnded extends Error {
  override readonly name = 'LinkEnded';
}

/** A client at the page of a link. */
export interface Client {
  link: ApprovalLinkRow;
  /** As the person reaches it who made the link. */
  workspace: Membership;
  /** As the client gave it. */
  name: string;
  /** IP address; null if it is not known. */
  address: string | null;
  requestId: string;
}

type Acting = Pick<PostsContext, 'node'>;

/**
 * Decides on the plan that the link was made for. Approved after its time, the post takes the next free slot.
 * @param message the reason of a rejection; with an approval it becomes a note. Empty if there is none
 * @param now epoch ms
 * @throws Problem 409 approval_changed, approval_not_requested; 404 where the schedule has no free slot. LinkEnded
 */
export async function decideByLink(
  context: Acting,
  client: Client,
  { isYes, message }: { isYes: boolean; message: string },
  now: number,
): Promise<void> {
  const { link, workspace, name } = client;
  const fields = message === '' ? ['decision'] : ['decision', 'reason'];
  const entry = entryOf(client, 'decideApproval', isYes ? ['decision'] : fields);
  await recorded({ context, now, entry }, async (tx, turn) => {
    const isLate = link.plannedAt !== null && link.plannedAt.getTime() <= turn.now;
    const decision: Decision = {
      by: link.id,
      client: name,
      at: turn.now,
      ...(!isYes && message !== '' && { reason: message }),
    };
    await decide(tx, turn, {
      postId: link.postId,
      workspace,
      isYes,
      decision,
      plan: link.plan,
      timing: isYes && isLate ? { kind: 'slot' } : null,
    });
    // the post is locked by now
    insistOnUndecided(await lockOpen(tx, link, turn.now));
    if (isYes && message !== '') await writeNote(tx, postOf(link), noteOf(client, message), turn.now);
    await markDecided(
      tx,
      { id: link.id, decision: isYes ? 'approved' : 'rejected', clientName: name },
      turn.now,
    );
    return { result: null };
  });
}

/** Writes a note. @throws Problem 403 note_limit. LinkEnded */
export async function writeNoteByLink(
  context: Acting,
  client: Client,
  message: string,
  now: number,
): Promise<void> {
  const { link, workspace } = client;
  const entry = entryOf(client, 'createPostNote', ['text']);
  await recorded({ context, now, entry }, async (tx, turn) => {
    const post = await lockPost(tx, turn, { id: link.postId, workspace });
    await lockOpen(tx, link, turn.now);
    await writeNote(tx, postOf(link), noteOf(client, message), turn.now);
    return { result: null, feed: [notesEvent(post, 'post.note_created', turn.now)] };
  });
}

const postOf = ({ postId: id, workspaceId }: ApprovalLinkRow) => ({ id, workspaceId });

const noteOf = ({ link, name }: Client, text: string) => ({
  text,
  author: { authorId: link.id, authorName: name, byLink: true },
});

/** Locks a link whose post is locked. @throws LinkEnded */
async function lockOpen(tx: Tx, { id }: ApprovalLinkRow, now: number): Promise<ApprovalLinkRow> {
  const locked = await lockApprovalLink(tx, id);
  if (!locked || !isOpen(locked, now)) throw new LinkEnded('the link has ended');
  return locked;
}

/** A link decides once, also where the post is asked for again as it was. */
function insistOnUndecided({ decision }: ApprovalLinkRow): void {
  if (decision !== null)
    throw new Problem('approval_not_requested', 'somebody has decided by this link already');
}

/** A client is no user: the entry names the link, and the name that the client gave. */
function entryOf({ link, name, address, requestId }: Client, operation: string, fields: string[]): Entry {
  const entry: Entry = {
    isMade: false,
    rowsOf(_, at) {
      entry.isMade = true;
      const ofWorkspaces = [
        {
          id: newId('aud', at),
          workspaceId: link.workspaceId,
          at,
          userId: link.id,
          userName: name,
          keyId: link.id,
          keyName: null,
          tool: null,
          operation,
          objectKind: 'post',
          objectId: link.postId,
          fields,
          address,
          requestId,
        },
      ];
      return { ofWorkspaces, ofInstallation: [] };
    },
  };
  return entry;
}
