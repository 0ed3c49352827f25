/**
 * The effects of what is done with comments: the call (`actOnComment`), the lookup of a reply or private answer whose response was lost
 * (`lookForReply`), new access (`refreshForComment`), and what is stored of it here (`storeAct`).
 */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { ActingDeps } from './acting-deps.ts';
import type { CommentOutcome } from '../../../adapters/port/comments.ts';
import type { SendOutcome } from '../../../adapters/port/messages.ts';
import type { ActWork, CommentActEvent } from '../../../machines/comment-act.ts';
import { accountLoader, type LoadedAccount } from '../accounts/index.ts';
import type { Run } from '../../engine/effect-run.ts';
import { prefixed } from '../../engine/prefixed.ts';
import { statusOf } from '../../engine/kind.ts';
import type { CommentActHandlers } from '../../kinds/comment-act.ts';
import { saveRecipient } from '../../../store/comments.ts';
import { findReplyState } from '../../../store/private-replies.ts';
import { readSnapshot } from '../../../store/actors.ts';
import { redact, secretsOf, withoutSecrets } from '../../base/seal.ts';
import { wordsOf } from './as-account.ts';
import { ANSWERED_BEFORE, claimPrivateAnswer } from './claim.ts';
import { judgeSecondAnswer } from './first-answer.ts';
import { findUnrecordedAnswer, lookForAnswer } from './look-for-answer.ts';
import { commentOf } from './first-comment.ts';
import { lookForReply } from './look.ts';
import { actStore } from './store-act.ts';

type ActedEvent = Extract<CommentActEvent, { type: `acted.${string}` }>;

export function commentActHandlers(deps: ActingDeps): CommentActHandlers {
  return {
    actOnComment: (work, run) => act(deps, work, run),
    lookForReply: (work, run) =>
      work.action === 'private_reply' ? lookForAnswer(deps, work, run) : lookForReply(deps, work, run),
    refreshForComment: async ({ accountId, refusedCredentials }, { signal, recorder }) =>
      prefixed('refresh', await deps.refresher.refresh(accountId, refusedCredentials, signal, recorder)),
    storeAct: actStore(deps),
  };
}

async function act(deps: ActingDeps, work: ActWork, run: Run): Promise<ActedEvent> {
  const loaded = await accountLoader(deps)(work.accountId);
  if (!loaded) return { type: 'acted.rejected', reason: 'the account was disconnected' };
  const { credentialsVersion, status, access } = loaded;
  const adapter = deps.adapters[access.platform];
  if (status === 'needs_reconnect') {
    const reason = loaded.reason ?? 'connect the account again: its access has ended';
    return { type: 'acted.reauthorize', reason, credentialsVersion };
  }
  if (work.action === 'private_reply' && work.reportTo === null) {
    // a rule claims the answer before it asks for the call
    const { platform, remoteId } = access;
    const comment = { platform, remoteId, commentId: work.commentId };
    if (!(await claimPrivateAnswer(deps, comment, work.actId)))
      return { type: 'acted.rejected', reason: ANSWERED_BEFORE };
  }
  if (await isPostRemoved(deps, work)) return { type: 'acted.rejected', reason: REMOVED };
  if (await isUnwanted(deps, work)) return { type: 'acted.unknown', reason: UNWANTED };
  const { effect } = run;
  if (work.action === 'reply' || work.action === 'first_comment') {
    if (effect.started) {
      return { type: 'acted.interrupted', reason: 'the service stopped while the response was awaited' };
    }
    const ours = await run.markStarted();
    if (!ours) throw new Error('the effect was taken over by another node');
    effect.started = true; // if this very node has to run it again, after a fault
  }
  try {
    const isRepeated = effect.tries > 1;
    const mayBeDone = work.mayBeDone || isRepeated;
    const outcome = await call(deps, { ...work, mayBeDone }, { loaded, adapter, run });
    if (outcome.kind === 'sent' && outcome.personId !== null)
      await saveRecipient(deps.sql, { ...work, personId: outcome.personId });
    const result = eventOf(
      outcome,
      { ...work, mayBeDone, isRepeated },
      { credentialsVersion, code: run.recorder.code },
    );
    const event =
      outcome.kind === 'rejected' && 'afterUnknown' in outcome
        ? await judgeAnswered(deps, { ...work, mayBeDone }, run, result)
        : result;
    return withoutSecrets(event, secretsOf(access.credentials));
  } catch (fault) {
    // a bug in an adapter, after who knows which call: nobody may say that nothing was sent
    const sentence = redact(String(fault), secretsOf(access.credentials));
    deps.log.error({ platform: access.platform, act: work.actId, fault: sentence }, 'adapter threw');
    return { type: 'acted.unknown', reason: 'an internal error while sending' };
  }
}

/** What a refusal shows that may mean that the comment has its private answer. @param event what the refusal says by itself */
async function judgeAnswered(
  deps: ActingDeps,
  work: ActWork,
  run: Run,
  event: ActedEvent,
): Promise<ActedEvent> {
  if (work.mayBeDone && 'reason' in event) return judgeSecondAnswer(deps, work, run, event.reason);
  if (work.action !== 'private_reply' || work.reportTo === null) return event;
  const id = await findUnrecordedAnswer(deps, work, run);
  return id === null ? event : { type: 'acted.done', id };
}

const REMOVED = 'the post was deleted before its first comment was written';

/** Whether the post of a first comment was deleted. */
async function isPostRemoved({ sql }: ActingDeps, { action, reportTo }: ActWork): Promise<boolean> {
  if (action !== 'first_comment' || reportTo === null) return false;
  const post = await readSnapshot(sql, reportTo);
  return post === undefined || statusOf(post.snapshot) === 'removed';
}

const UNWANTED = 'the person asked for no more messages; an earlier try may have arrived';

/** Whether a rule's message would be sent again to somebody who has opted out since. Its place was given before the first try. */
async function isUnwanted({ sql }: ActingDeps, { action, reportTo, mayBeDone }: ActWork): Promise<boolean> {
  if (action !== 'private_reply' || reportTo === null || !mayBeDone) return false;
  return (await findReplyState(sql, reportTo))?.hasOptedOut === true;
}

type Outcome = CommentOutcome | SendOutcome;

const ANSWERED = 'the comment was answered privately before, which networks allow once';

async function call(
  deps: ActingDeps,
  work: ActWork,
  {
    loaded: { access: account },
    adapter,
    run,
  }: { loaded: LoadedAccount; adapter: Manifest | undefined; run: Run },
): Promise<Outcome> {
  const { action, commentId, text, place } = work;
  const { signal, recorder } = run;
  const fetch = recorder.watch({
    fetch: deps.guard.fetch,
    clock: deps.clock,
    credentials: account.credentials,
  });
  const step = { account, fetch, signal, now: deps.clock() };
  const comments = adapter?.comments;
  const unsupported: Outcome = { kind: 'rejected', reason: `${account.platform} has no call for this` };
  switch (action) {
    case 'reply':
      // a network with one level of replies answers below the parent, and may be asked for it
      return (
        comments?.reply?.({ ...step, commentId, text, ...(place && { parentId: place.parentId }) }) ??
        unsupported
      );
    case 'first_comment':
      return adapter?.firstComment?.send({ ...step, ...commentOf(work) }) ?? unsupported;
    case 'private_reply':
      return adapter?.messages?.send({ ...step, to: { commentId }, message: { text } }) ?? unsupported;
    case 'hide':
    case 'unhide':
    case 'delete':
      return comments?.[action]?.({ ...step, commentId }) ?? unsupported;
    default:
      return action satisfies never;
  }
}

/**
 * @param work.mayBeDone an earlier try may have arrived: then some refusals prove that it did
 * @param work.isRepeated the effect ran before and was cut off
 * @param of.code the network's own code of its refusal; undefined: no response refused it
 */
function eventOf(
  outcome: Outcome,
  { action, mayBeDone, isRepeated }: ActWork & { isRepeated: boolean },
  { credentialsVersion, code }: { credentialsVersion: number; code: string | undefined },
): ActedEvent {
  const refused = code === undefined ? {} : { code };
  switch (outcome.kind) {
    case 'done':
      return { type: 'acted.done', id: outcome.id ?? null };
    case 'sent':
      // the network has a private answer already, and it is not one of this request
      if (outcome.id === null && !mayBeDone) return { type: 'acted.rejected', reason: ANSWERED };
      return { type: 'acted.done', id: outcome.id };
    case 'missing':
      if (action === 'delete' && mayBeDone) return { type: 'acted.done', id: null };
      return { type: 'acted.missing', reason: outcome.reason, ...refused };
    case 'rejected': {
      const { reason } = outcome;
      // the run before this one was cut off, so the outcome of its call is unknown
      if (action === 'private_reply' && isRepeated) return { type: 'acted.unknown', reason };
      if ('afterUnknown' in outcome) return { type: 'acted.closed', reason, ...refused };
      const isDuplicate = 'isDuplicate' in outcome && { isDuplicate: true as const };
      if ('isSpam' in outcome) return { type: 'acted.spam', reason, ...isDuplicate, ...refused };
      if (isDuplicate) return { type: 'acted.duplicate', reason, ...refused };
      return { type: 'acted.rejected', reason, ...refused };
    }
    case 'window_closed':
      return { type: 'acted.rejected', reason: outcome.reason, ...refused };
    case 'account_blocked':
      return { type: 'acted.blocked', reason: outcome.reason, ...refused };
    case 'missing_scope':
      return { type: 'acted.blocked', reason: wordsOf(outcome), ...refused };
    case 'expired':
    case 'reauthorize':
      return prefixed('acted', { ...outcome, credentialsVersion, ...refused });
    case 'retry': {
      const { reason, afterMs } = outcome;
      // a private answer is not looked for: the network's refusal of a second one is the evidence, later
      if (action === 'private_reply' && 'mayBeSent' in outcome) return { type: 'acted.unknown', reason };
      const undone = 'isUndone' in outcome && { isUndone: true as const };
      return {
        type: 'acted.retry',
        reason,
        ...(afterMs !== undefined && { afterMs }),
        ...undone,
        ...refused,
      };
    }
    case 'unknown':
      return prefixed('acted', outcome);
    default:
      return outcome satisfies never;
  }
}
