/** What an unsuccessful call for numbers means, read by a network's own rules of errors (`errors.ts`). */
import type { AccountAccess } from '../port/account.ts';
import type { InsightsProblem } from '../port/insights.ts';
import type { ErrorReader } from './error-rules.ts';
import { isCut, type Lost, type NetworkResponse } from './http.ts';

interface NumbersReading {
  readError: ErrorReader['readError'];
  /** The permission of the call: a 403 that asks for a new sign-in lacks it. Absent means signing in gives it always. */
  scope?: string;
  /** What a 404 means: the post is gone, or (the default) there are no such numbers. */
  refused?: 'gone' | 'not_available';
}

/** @param answer a response without the expected content, or none */
export function numbersProblem(
  { readError, scope, refused = 'not_available' }: NumbersReading,
  answer: NetworkResponse | Lost,
  step: { account: AccountAccess; now: number },
): InsightsProblem {
  if (answer.kind === 'response' && isCut(answer)) {
    return { kind: 'page_refused', reason: 'the response is too long to be read whole' };
  }
  const failure = readError(answer, step);
  const { reason } = failure;
  const status = answer.kind === 'response' ? answer.status : 0;
  switch (failure.kind) {
    case 'retry': {
      const kind =
        status === 402 ? 'budget' : status === 429 || isQuota(reason) ? 'rate_limited' : 'network_down';
      return { kind, reason, ...(failure.afterMs === undefined ? {} : { afterMs: failure.afterMs }) };
    }
    case 'reauthorize':
      // signing in again with the same permissions would change nothing
      if (status === 403 && scope !== undefined) return { kind: 'needs_permission', reason, scope };
      return { kind: 'reauthorize', reason };
    case 'expired':
      return { kind: 'expired', reason };
    case 'rejected':
      return { kind: status === 404 || status === 410 ? refused : 'not_available', reason };
    default:
      return failure satisfies never;
  }
}

/** YouTube's quota comes with status 403, and Reddit's at times with 200. */
function isQuota(reason: string): boolean {
  return /quota|rate.?limit|too many/i.test(reason);
}
