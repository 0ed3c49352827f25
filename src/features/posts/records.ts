/** What is written about a post besides the post: the approved plan, links of clients, notes, the working copy, the words of searches. */
import { deleteApprovalLinks } from '../../../store/approval-links.ts';
import { deleteApprovedPlan } from '../../../store/approved-plans.ts';
import type { Sql, Tx } from '../../../store/connect.ts';
import { deleteNotes } from '../../../store/post-notes.ts';
import { forgetWords } from '../../../store/post-words.ts';
import { readPosts } from '../../../store/posts.ts';
import { deleteWorkingCopy } from '../../../store/working-copies.ts';
import type { PostHandlers } from '../../kinds/post.ts';

/** Deletes it, in the transaction that removes the post or after that. */
export async function deleteRecords(tx: Tx, of: { postId: string; workspaceId: string }): Promise<void> {
  await deleteApprovedPlan(tx, of);
  await deleteApprovalLinks(tx, of);
  await deleteNotes(tx, of);
  await forgetWords(tx, of.postId);
  await deleteWorkingCopy(tx, { workspaceId: of.workspaceId, about: of.postId, revision: null });
}

/** The handler of the effect `deleteRecords`. It may run twice. */
export function recordsHandlers({ sql }: { sql: Sql }): Pick<PostHandlers, 'deleteRecords'> {
  return {
    deleteRecords: async ({ postId }) => {
      const [post] = await readPosts(sql, [postId]);
      if (post) await sql.begin((tx) => deleteRecords(tx, { postId, workspaceId: post.workspaceId }));
      return { type: 'records.deleted' };
    },
  };
}
