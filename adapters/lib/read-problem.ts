/** What unsuccessful calls about comments and messages mean, read by a network's own rules of errors (`errors.ts`). */
import type { AccountAccess, CallContext } from '../port/account.ts';
import type { CommentOutcome } from '../port/comments.ts';
import type { AccessProblem, Missing } from '../port/read.ts';
import type { ErrorReader } from './error-rules.ts';
import type { Lost, NetworkResponse } from './http.ts';

type Step = Pick<CallContext, 'now'> & { account: AccountAccess };

/** How a network's errors are read, and what its calls need. */
interface Reading {
  readError: ErrorReader['readError'];
  /** The permission of the call: a 403 that asks for a new sign-in lacks it. Absent means signing in gives it always. */
  scope?: string;
}

/** A read that gave nothing. */
export function readProblem(
  reading: Reading,
  answer: NetworkResponse | Lost,
  step: Step,
): Missing | AccessProblem {
  const { problem, reason } = judged(reading, answer, step);
  return problem ?? { kind: 'missing', reason };
}

/** A change that was not confirmed. An error response says that nothing was done; no response may be a success. */
export function changeProblem(
  reading: Reading,
  answer: NetworkResponse | Lost,
  step: Step,
): Exclude<CommentOutcome, { kind: 'done' }> {
  const { problem, reason } = judged(reading, answer, step);
  if (answer.kind === 'lost') return { kind: answer.sent ? 'unknown' : 'retry', reason };
  if (answer.status < 300) return { kind: 'unknown', reason };
  return problem ?? { kind: answer.status === 404 ? 'missing' : 'rejected', reason };
}

/** @returns `problem` is null where the error is about what was asked for, not about the access */
function judged(
  { readError, scope }: Reading,
  answer: NetworkResponse | Lost,
  step: Step,
): { problem: AccessProblem | null; reason: string } {
  const failure = readError(answer, step);
  const { reason } = failure;
  if (failure.kind === 'rejected') return { problem: null, reason };
  const lacksScope = failure.kind === 'reauthorize' && answer.kind === 'response' && answer.status === 403;
  if (lacksScope && scope !== undefined) {
    return { problem: { kind: 'missing_scope', reason, scope }, reason };
  }
  if (failure.kind !== 'retry') return { problem: { kind: failure.kind, reason }, reason };
  const { afterMs } = failure;
  return { problem: { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) }, reason };
}
