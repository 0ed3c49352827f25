/**
 * Does something with a comment for a request: starts an actor, and waits for what comes of it.
 *
 * Under an Idempotency-Key the actor is stored, not its result. A repeated request finds it: while it runs the key is busy,
 * when it is done its result is given again, when nobody knows the outcome that is said again and nothing is sent. Only
 * what has failed frees the key.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CommentActContext, CommentActInput, CommentDeed } from '../../machines/comment-act.ts';
import type { AccountRow } from '../../store/accounts.ts';
import { readSnapshot } from '../../store/actors.ts';
import { readComments } from '../../store/comments.ts';
import type { Db } from '../../store/connect.ts';
import { forgetReply, inProgress, keepReplies, readKeys } from '../api/idempotent.ts';
import type { Call } from '../api/operation.ts';
import { invalid, notFound, Problem } from '../api/problem.ts';
import { statusOf } from '../engine/kind.ts';
import { newActorId } from '../ids.ts';
import { commentAct } from '../kinds/comment-act.ts';
import type { CommentsContext } from './context.ts';
import { isSupported } from './permitted.ts';

/** How long a request waits for the result, ms. It goes on without the request. */
export const WAIT_MS = 30_000;
const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 400;

export interface Asked {
  account: AccountRow;
  commentId: string;
  deed: CommentDeed;
  /** Of a reply or a private answer. */
  text?: string;
}

/** What was done. */
export interface Performed {
  /** The network's id of the reply or message; null: none. */
  resultId: string | null;
  /** It was done for an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

type Acting = Pick<Call<CommentsContext>, 'context' | 'idempotency' | 'principal' | 'now'>;

/**
 * @throws Problem `not_supported` where the network has no call for it; `not_found`, `network_refused` or `network_busy`
 *   with the network's words; `outcome_unknown` when there is no result in time, or nobody knows it
 */
export async function perform(call: Acting, asked: Asked): Promise<Performed> {
  insistOnSupport(call.context, asked);
  const { actId, replayed } = await begin(call, asked);
  const act = await settled(call.context.sql, actId, replayed ? 0 : WAIT_MS);
  if (act === null && replayed) throw inProgress();
  if (act === null) throw unknown(asked, 'the network has not responded yet; it goes on');
  const { resultId, error } = act.context;
  if (act.status === 'done') return { resultId, replayed };
  if (act.status === 'unknown') throw unknown(asked, error ?? 'the response was lost');
  throw failureOf(asked, act.context);
}

/** Starts the actor, or finds that of an earlier request with the same key. */
async function begin(call: Acting, asked: Asked): Promise<{ actId: string; replayed: boolean }> {
  return call.context.node.command<{ actId: string; replayed: boolean }>(async (tx, turn) => {
    const [known] = await readKeys<{ actId: string }>(tx, [call]);
    if (known instanceof Problem) throw known;
    if (known) {
      const { actId } = known.body;
      const act = await readAct(tx, actId);
      if (act?.status !== 'failed') return { result: { actId, replayed: true } };
      await forgetReply(tx, call);
    }
    const actId = newActorId(commentAct, call.now);
    const { account, commentId, deed, text = '' } = asked;
    const [stored] = await readComments(tx, { accountId: account.id, ids: [commentId] });
    const place =
      stored && stored.createdAt !== null
        ? { networkPostId: stored.networkPostId, parentId: stored.parentId }
        : null;
    const { platform, onUnknown, workspaceId } = account;
    const facts = { actId, accountId: account.id, platform, commentId, deed, text, place };
    const input: CommentActInput = { ...facts, onUnknown, askedAt: call.now };
    turn.start({ kind: commentAct.name, id: actId, workspaceId, input });
    await keepReplies(tx, [{ call, result: { actId } }]);
    return { result: { actId, replayed: false } };
  });
}

interface Act {
  status: string;
  context: CommentActContext;
}

async function readAct(db: Db, actId: string): Promise<Act | null> {
  const row = await readSnapshot(db, actId);
  return row ? { status: statusOf(row.snapshot), context: row.snapshot.context as CommentActContext } : null;
}

/** The actor when it has ended; null when it has not within this time. */
async function settled(db: Db, actId: string, withinMs: number): Promise<Act | null> {
  let waitMs = FIRST_LOOK_MS;
  for (let waitedMs = 0; ; waitedMs += waitMs, waitMs = Math.min(waitMs * 1.5, LAST_LOOK_MS)) {
    const act = await readAct(db, actId);
    if (act && ['done', 'failed', 'unknown'].includes(act.status)) return act;
    if (waitedMs >= withinMs) return null;
    await pause(waitMs);
  }
}

const DEEDS: { [deed in CommentDeed]: string } = {
  reply: 'replies to comments',
  hide: 'hiding comments',
  unhide: 'hiding comments',
  delete: 'deleting comments',
  private_reply: 'private answers to comments',
};

function insistOnSupport({ adapters }: CommentsContext, { account, deed }: Asked): void {
  const { platform, id: accountId } = account;
  const adapter = adapters[platform];
  if (isSupported(deed === 'private_reply' ? 'privateReply' : deed, adapter)) return;
  const message = `${DEEDS[deed]} are not supported on ${adapter?.name ?? platform}`;
  throw invalid('/accountId', message, { code: 'not_supported', accountId });
}

function unknown({ account }: Asked, why: string): Problem {
  const message = `it may be done or not: ${why}. Look at the network before you send it again`;
  return new Problem('outcome_unknown', message, { accountId: account.id });
}

function failureOf({ account, deed, commentId }: Asked, { failure, error }: CommentActContext): Problem {
  const reason = error ?? 'the network refused';
  const details = { accountId: account.id };
  // a reply is refused with whatever the network says, also where the comment is gone
  if (failure === 'missing' && deed !== 'reply') return notFound('comment', commentId);
  return failure === 'busy'
    ? new Problem('network_busy', reason, { ...details, retryAfterSeconds: 60 })
    : new Problem('network_refused', reason, details);
}
