/** Stores what was done with a comment, as if the network had told it: its own event about it changes nothing any more. */
import type { ActWork, CommentActEvent } from '../../machines/comment-act.ts';
import { readAccounts } from '../../store/accounts.ts';
import { releaseMessages } from '../../store/answering.ts';
import type { ActingDeps } from './acting.ts';
import type { CommentFact } from './merge.ts';
import { takeFacts } from './take.ts';

export async function storeAct(
  { node, sql, clock }: Pick<ActingDeps, 'node' | 'sql' | 'clock'>,
  work: ActWork,
): Promise<Extract<CommentActEvent, { type: 'act.stored' }>> {
  const [account] = await readAccounts(sql, [work.accountId]);
  const facts = account ? factsOf(work, account.username, clock()) : [];
  await node().command(async (tx, turn) => {
    const { feed } = await takeFacts(tx, turn, { id: work.accountId, receivingSince: null }, { facts });
    // the account can send: what was held by a fault of it goes on
    if (work.action === 'private_reply') await releaseMessages(tx, work.accountId);
    return { result: undefined, feed };
  });
  return { type: 'act.stored' };
}

function factsOf(
  { actId, action, commentId, resultId, place, text }: ActWork,
  username: string,
  now: number,
): CommentFact[] {
  switch (action) {
    case 'hide':
      return [{ kind: 'hidden', id: commentId, at: now, text: null }];
    case 'unhide':
      return [{ kind: 'unhidden', id: commentId, at: now, text: null }];
    case 'delete':
      // of a review the reply is deleted, which has an id of its own
      return [{ kind: 'deleted', id: resultId ?? commentId, at: now, text: null }];
    case 'private_reply':
      return [{ kind: 'answered_privately', id: commentId, at: now }];
    case 'reply': {
      if (resultId === null) return [];
      const comment = {
        networkPostId: place?.networkPostId ?? null,
        parentId: commentId,
        text,
        from: { id: null, username, name: null },
        isOwn: true,
        createdAt: now,
        likes: null,
        hidden: false,
        rating: null,
        madeBy: actId,
      };
      return [{ kind: 'seen', id: resultId, isRead: false, at: now, comment }];
    }
    default:
      return action satisfies never;
  }
}
