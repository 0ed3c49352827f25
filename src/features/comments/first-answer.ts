/**
 * Whether a refusal shows that an earlier private answer arrived. Meta refuses a second one with words that also mean "the
 * comment was deleted" and "it is older than 7 days", so the comment is looked at.
 */
import type { Comment } from '../../../adapters/port/comments.ts';
import type { ActWork, CommentActEvent } from '../../../machines/comment-act.ts';
import type { Run } from '../../engine/effect-run.ts';
import type { ActingDeps } from './acting-deps.ts';
import { readAs, type Reading, wordsOf } from './as-account.ts';

/** Networks take a private answer within 7 days (docs/contract.md, Limits). */
export const PRIVATE_ANSWER_WITHIN_MS = 7 * 24 * 3_600_000;

type ActResult = Extract<CommentActEvent, { type: 'acted.done' | 'acted.unknown' | 'acted.retry' }>;

/** @param refusal the network's words for it */
export async function judgeSecondAnswer(
  deps: ActingDeps,
  { accountId, commentId }: Pick<ActWork, 'accountId' | 'commentId'>,
  { signal, recorder }: Pick<Run, 'signal' | 'recorder'>,
  refusal: string,
): Promise<ActResult> {
  const fetchWith: Reading['fetchWith'] = (credentials) =>
    recorder.watch({ fetch: deps.guard.fetch, clock: deps.clock, credentials });
  const found = await readAs<Comment | { kind: 'missing' } | { kind: 'unreadable' }>(
    deps,
    { accountId, signal, isLookup: true, fetchWith },
    async ({ port, ...step }) => (port.read ? port.read({ ...step, commentId }) : { kind: 'unreadable' }),
  );
  if (!('kind' in found)) {
    const isFresh = deps.clock() - found.createdAt <= PRIVATE_ANSWER_WITHIN_MS;
    return isFresh ? { type: 'acted.done', id: null } : { type: 'acted.unknown', reason: refusal };
  }
  if (found.kind === 'unreadable') return { type: 'acted.done', id: null };
  if (found.kind === 'missing') return { type: 'acted.unknown', reason: refusal };
  return { type: 'acted.retry', reason: wordsOf(found) };
}
