/**
 * Acts on a comment for a request: starts an actor, and waits for its result. A repeated request with the same Idempotency-Key
 * finds the actor. While it runs: 409. Done: the stored result. Outcome unknown: the same error again; nothing is sent twice.
 */
import type { CommentActContext, CommentActInput, CommentAction } from '../../../machines/comment-act.ts';
import type { AccountRow } from '../../../store/accounts.ts';
import { readSnapshot } from '../../../store/actors.ts';
import { findReplyAfter, readComments } from '../../../store/comments.ts';
import type { Db, Tx } from '../../../store/connect.ts';
import { inProgress } from '../../api/idempotent.ts';
import type { Call, Reply } from '../../api/operation.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import { requirePlan } from '../../api/plan.ts';
import type { Workspace } from '../../api/principal.ts';
import { freeKey, startOnce, WAIT_MS, waitFor } from '../../api/start-once.ts';
import { statusOf } from '../../engine/kind.ts';
import type { Turn } from '../../engine/turn.ts';
import { newActorId } from '../../base/ids.ts';
import { commentAct } from '../../kinds/comment-act.ts';
import { ANSWERED_BEFORE, isAnsweredPrivately } from './claim.ts';
import type { CommentsContext } from './context.ts';
import { isSupported } from './permitted.ts';

/** A first comment belongs to its post, which starts it. */
type RequestedAction = Exclude<CommentAction, 'first_comment'>;

interface ActRequest {
  workspace: Workspace;
  account: AccountRow;
  commentId: string;
  action: RequestedAction;
  /** Of a reply or a private answer. */
  text?: string;
  /** The newest of the account's replies below the comment that was seen; null if none was. Absent means it is not checked. */
  after?: string | null | undefined;
}

/** What was done. */
interface Performed {
  /** The network's id of the reply or message; null if none. */
  resultId: string | null;
  /** It was done for an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

type Acting = Pick<
  Call<CommentsContext>,
  'context' | 'idempotency' | 'principal' | 'now' | 'entry' | 'agreed'
>;

/**
 * @throws Problem `plan_required` without a plan; `answered_meanwhile` when the account replied after `after`; `already_answered` when the comment has a private answer; `not_supported` where the network has no call for it; `not_found`, `network_refused` or `network_busy`
 *   with the network's words; `outcome_unknown` when there is no result in time, or nobody knows it
 */
export async function perform(call: Acting, request: ActRequest): Promise<Performed> {
  insistOnSupport(call.context, request);
  const { sql } = call.context;
  const { body, replayed = false } = await begin(call, request);
  const act = await waitFor(() => readEnded(sql, body.actId), replayed ? 0 : WAIT_MS);
  if (act === null && replayed) throw inProgress();
  if (act === null) throw unknown(request, 'the network has not responded yet; it goes on');
  const { resultId, error } = act.context;
  if (act.status === 'done') return { resultId, replayed };
  if (act.status === 'unknown') throw unknown(request, error ?? 'the response was lost');
  await freeKey(sql, call, body);
  throw failureOf(request, act.context);
}

/** Starts the actor, or finds that of an earlier request with the same key. */
async function begin(call: Acting, request: ActRequest): Promise<Reply<{ actId: string }>> {
  return startOnce(call, {
    hasFailed: async (tx, { actId }: { actId: string }) => (await readAct(tx, actId))?.status === 'failed',
    start: async (tx, turn: Turn) => {
      requirePlan(request.workspace, 'comments', call.now);
      await call.agreed?.(tx);
      await insistOnUpToDate(tx, request);
      await insistOnUnanswered(call.context, request);
      const actId = newActorId(commentAct, call.now);
      const { account, commentId, action, text = '' } = request;
      const [stored] = await readComments(tx, { accountId: account.id, ids: [commentId] });
      const place =
        stored && stored.createdAt !== null
          ? { networkPostId: stored.networkPostId, parentId: stored.parentId }
          : null;
      const { platform, onUnknown, workspaceId } = account;
      const facts = { actId, accountId: account.id, platform, commentId, action, text, place };
      const input: CommentActInput = { ...facts, onUnknown, askedAt: call.now };
      turn.start({ kind: commentAct.name, id: actId, workspaceId, input });
      return { actId };
    },
  });
}

/** @throws Problem when the account has replied to the comment since the newest reply that the caller saw */
async function insistOnUpToDate(tx: Tx, { account, commentId, after }: ActRequest): Promise<void> {
  if (after === undefined) return;
  const found = await findReplyAfter(tx, { accountId: account.id, commentId, after });
  if (!found) throw notFound('comment', after ?? commentId);
  if (found.replyId !== null)
    throw new Problem(
      'answered_meanwhile',
      `the comment was answered after what you saw (${found.replyId}): read it, then send yours with its id as \`after\`, or without \`after\``,
      { param: '/after' },
    );
}

/** @throws Problem when a rule or a person has answered the comment privately, or does so now */
async function insistOnUnanswered(
  { sql, directory }: CommentsContext,
  { account, commentId, action }: ActRequest,
): Promise<void> {
  if (action !== 'private_reply') return;
  const { platform, remoteId } = account;
  if (await isAnsweredPrivately({ sql, directory }, { platform, remoteId, commentId }))
    throw answered(account);
}

const answered = ({ id: accountId }: AccountRow) =>
  new Problem('already_answered', ANSWERED_BEFORE, { accountId });

interface Act {
  status: string;
  context: CommentActContext;
}

async function readAct(db: Db, actId: string): Promise<Act | null> {
  const row = await readSnapshot(db, actId);
  return row ? { status: statusOf(row.snapshot), context: row.snapshot.context as CommentActContext } : null;
}

/** The actor; null if it has not ended. */
async function readEnded(db: Db, actId: string): Promise<Act | null> {
  const act = await readAct(db, actId);
  return act && ['done', 'failed', 'unknown'].includes(act.status) ? act : null;
}

/** With the verb that agrees. */
export const ACTIONS: { [action in RequestedAction]: `${string} ${'is' | 'are'}` } = {
  reply: 'replies to comments are',
  hide: 'hiding comments is',
  unhide: 'hiding comments is',
  delete: 'deleting comments is',
  private_reply: 'private answers to comments are',
};

function insistOnSupport({ adapters }: CommentsContext, { account, action }: ActRequest): void {
  const { platform, id: accountId } = account;
  const adapter = adapters[platform];
  if (isSupported(action === 'private_reply' ? 'privateReply' : action, adapter)) return;
  const message = `${ACTIONS[action]} not supported on ${adapter?.name ?? platform}`;
  throw invalid('/accountId', message, { code: 'not_supported', accountId });
}

function unknown({ account }: ActRequest, why: string): Problem {
  const message = `it may be done or not: ${why}. Look at the network before you send it again`;
  return new Problem('outcome_unknown', message, { accountId: account.id });
}

function failureOf(
  { account, action, commentId }: ActRequest,
  { failure, error, networkCode = null }: CommentActContext,
): Problem {
  const reason = error ?? 'it was not done';
  const details = { accountId: account.id, ...(networkCode !== null && { networkCode }) };
  if (reason === ANSWERED_BEFORE) return answered(account);
  // a reply is refused with whatever the network says, also where the comment is gone
  if (failure === 'missing' && action !== 'reply') return notFound('comment', commentId);
  return failure === 'busy' || failure === 'lost'
    ? new Problem('network_busy', reason, { ...details, retryAfterSeconds: 60 })
    : new Problem('network_refused', reason, details);
}
