/**
 * Renews the long-lived token for another 60 days (Threads API, "refresh a long-lived token"). It must be at least a day
 * old and not over; one that is over is dead for good, and a person has to sign in.
 */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { ask } from '../lib/http.ts';
import { troubleOf, troubleOfLoss } from './errors.ts';
import { readToken } from '../meta/token.ts';
import { endpoints } from './version.ts';

/** A refusal that is not about the token's end (too young, for one) is not worth asking about again today. */
const REFUSED_AFTER_MS = 24 * 3_600_000;

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  const { account, now } = step;
  const answer = await ask(step.fetch, refreshRequest(step), step.signal);
  if (answer.kind === 'lost') return { kind: 'retry', reason: troubleOfLoss(answer).reason };
  const renewed = readToken(answer);
  if (renewed) {
    const { accessToken, lifeMs } = renewed;
    const credentials = { ...account.credentials, accessToken };
    return { kind: 'refreshed', credentials, expiresAt: lifeMs === null ? null : now + lifeMs };
  }
  const { verdict, reason, afterMs } = troubleOf(answer, now);
  if (verdict === 'reauthorize') return { kind: 'reauthorize', reason };
  const waitMs = verdict === 'permanent' ? REFUSED_AFTER_MS : afterMs;
  return { kind: 'retry', reason, ...(waitMs === undefined ? {} : { afterMs: waitMs }) };
}

/** A call without a version; it takes the token in the query only. */
function refreshRequest({ account }: RefreshStep): Request {
  const query = new URLSearchParams({
    grant_type: 'th_refresh_token',
    access_token: account.credentials['accessToken'] ?? '',
  });
  const graph = account.endpoints['graph'] ?? endpoints.graph;
  return new Request(`${graph}/refresh_access_token?${query.toString()}`, { redirect: 'manual' });
}
