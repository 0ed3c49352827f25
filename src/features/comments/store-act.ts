/** Stores an action on a comment as if the network had reported it, so that the network's own event changes nothing. */
import type { ActWork, CommentActEvent } from '../../../machines/comment-act.ts';
import type { ReplyQueueEvent } from '../../../machines/reply-queue.ts';
import { type AccountRow, readAccounts } from '../../../store/accounts.ts';
import { releaseMessages } from '../../../store/answering.ts';
import type { Tx } from '../../../store/connect.ts';
import { hasQueue, queueIdOf, seatOf } from '../../../store/reply-queue.ts';
import { INSTALLATION } from '../../engine/installation.ts';
import type { Turn } from '../../engine/turn.ts';
import type { ActingDeps } from './acting-deps.ts';
import { batchesByKey } from '../../base/batches.ts';
import type { CommentFact } from './merge.ts';
import { takeFacts } from './take.ts';

type Deps = Pick<ActingDeps, 'node' | 'sql' | 'clock' | 'adapters'>;
type Stored = Extract<CommentActEvent, { type: 'act.stored' }>;

/**
 * Stores what was done for an account. What comes while a commit is under way waits for the next one, with everything
 * else that waits by then: each commit locks the comments of the workspace, so hundreds of single ones would wait for
 * each other, and hold the connections that others need.
 */
export function actStore(deps: Deps): (work: ActWork) => Promise<Stored> {
  const batches = batchesByKey<ActWork>(MAX_AT_ONCE, (accountId, works) => storeActs(deps, accountId, works));
  return async (work) => {
    await batches(work.accountId, work);
    return { type: 'act.stored' };
  };
}
/** Acts in one commit. */
const MAX_AT_ONCE = 200;

async function storeActs(
  { node, sql, clock, adapters }: Deps,
  accountId: string,
  works: readonly ActWork[],
): Promise<void> {
  const [account] = await readAccounts(sql, [accountId]);
  const now = clock();
  // a network whose comments are not read takes first comments too: nothing is stored of them
  const isRead = account !== undefined && adapters[account.platform]?.comments !== undefined;
  const facts = isRead ? works.flatMap((work) => factsOf(work, account.username, now)) : [];
  const hasAnswered = works.some(({ action }) => action === 'private_reply');
  if (facts.length === 0 && !hasAnswered) return;
  await node().command(async (tx, turn) => {
    const { feed } = await takeFacts(tx, turn, { id: accountId, receivingSince: null }, { facts });
    // the account can send, so replies that were held because of it continue
    if (account && hasAnswered) await release(tx, turn, account);
    return { result: undefined, feed };
  });
}

async function release(tx: Tx, turn: Turn, account: AccountRow): Promise<void> {
  const wasHeld = await releaseMessages(tx, account.id);
  const queueId = queueIdOf(account);
  if (!wasHeld || !(await hasQueue(tx, queueId))) return;
  const event: ReplyQueueEvent = { type: 'account.works', seat: seatOf(queueId, account.workspaceId) };
  turn.tell(INSTALLATION, { to: queueId, event });
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
    case 'reply':
    case 'first_comment': {
      if (resultId === null) return [];
      const comment = {
        networkPostId: place?.networkPostId ?? null,
        parentId: action === 'reply' ? commentId : null,
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
