/**
 * Looks for a private answer whose response was lost, in the conversation with the writer of the comment. An answer to another
 * comment of the same person does not count.
 */
import type { ActWork, CommentActEvent } from '../../../machines/comment-act.ts';
import { readComments, saveRecipient } from '../../../store/comments.ts';
import { findOtherAnswers } from '../../../store/private-replies.ts';
import type { Run } from '../../engine/effect-run.ts';
import { type Looked, lookForMessage } from '../inbox/index.ts';
import type { ActingDeps } from './acting-deps.ts';
import { readAs, type Reading, wordsOf } from './as-account.ts';

type LookedEvent = Extract<CommentActEvent, { type: `looked.${string}` }>;

/**
 * The message of a rule to a comment of which the network says that it has its private answer, where no earlier try is known: a
 * failover may have lost the commits of one. It is looked for since the comment was written.
 * @returns the network's id of the message; null if no lookup shows one with these words
 */
export async function findUnrecordedAnswer(
  deps: ActingDeps,
  work: ActWork,
  run: Run,
): Promise<string | null> {
  const { accountId, commentId } = work;
  const [comment] = await readComments(deps.sql, { accountId, ids: [commentId] });
  const writtenAt = comment?.createdAt ?? null;
  if (writtenAt === null) return null;
  const looked = await lookForAnswer(deps, { ...work, askedAt: writtenAt }, run);
  return looked.type === 'looked.found' ? looked.id : null;
}

export async function lookForAnswer(
  deps: ActingDeps,
  { actId, accountId, commentId, text, askedAt, reportTo }: ActWork,
  { signal, recorder }: Run,
): Promise<LookedEvent> {
  const [comment] = await readComments(deps.sql, { accountId, ids: [commentId] });
  const personId = comment?.fromId ?? null;
  if (personId === null)
    return { type: 'looked.cannot_tell', reason: 'the network does not say who wrote the comment' };
  const fetchWith: Reading['fetchWith'] = (credentials) =>
    recorder.watch({ fetch: deps.guard.fetch, clock: deps.clock, credentials });
  const reading: Reading = { accountId, signal, fetchWith, isLookup: true };
  const answer = { personId, text, hasButton: false, hasFile: false, askedAt };
  const findClaimed = (ids: readonly string[]) =>
    findOtherAnswers(deps.sql, { accountId, personId, ids, holders: [actId, reportTo ?? actId] });
  const looked = await readAs<Looked>(deps, reading, async ({ account, ...step }) => {
    const port = deps.adapters[account.platform]?.messages;
    if (!port) return { kind: 'cannot_tell', reason: 'the network shows no direct messages' };
    return lookForMessage({ ...step, account, port }, { ...answer, findClaimed });
  });
  switch (looked.kind) {
    case 'found':
      await saveRecipient(deps.sql, { accountId, commentId, personId });
      return { type: 'looked.found', id: looked.id };
    case 'absent':
      return { type: 'looked.absent' };
    case 'cannot_tell':
      return { type: 'looked.cannot_tell', reason: looked.reason };
    case 'retry': {
      const { reason, afterMs } = looked;
      return { type: 'looked.retry', reason, ...(afterMs !== undefined && { afterMs }) };
    }
    case 'expired':
    case 'reauthorize':
    case 'missing_scope':
      return { type: 'looked.retry', reason: wordsOf(looked) };
    default:
      return looked satisfies never;
  }
}
