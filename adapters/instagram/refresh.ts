/**
 * Renews the long-lived token for another 60 days (Instagram Login, "refresh a long-lived token"). It must be at least a
 * day old and not over; one that is over is dead for good, and a person has to sign in.
 */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { type Answer, ask, at, textAt } from '../lib/http.ts';
import { baseOf } from './containers.ts';
import { troubleOf, troubleOfLoss } from './errors.ts';

/** A refusal that is not about the token's end (too young, for one) is not worth asking about again today. */
const REFUSED_AFTER_MS = 24 * 3_600_000;

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  const answer = await ask(step.fetch, refreshRequest(step), step.signal);
  if (answer.kind === 'lost') return { kind: 'retry', reason: troubleOfLoss(answer).reason };
  const renewed = readRefreshed(answer);
  if (renewed) {
    const { accessToken, expiresInS } = renewed;
    const expiresAt = expiresInS === null ? null : step.now + expiresInS * 1000;
    return { kind: 'refreshed', credentials: { ...step.account.credentials, accessToken }, expiresAt };
  }
  const { verdict, reason, afterMs } = troubleOf(answer, step.now);
  if (verdict === 'reauthorize') return { kind: 'reauthorize', reason };
  const waitMs = verdict === 'permanent' ? REFUSED_AFTER_MS : afterMs;
  return { kind: 'retry', reason, ...(waitMs === undefined ? {} : { afterMs: waitMs }) };
}

/** The one call without a version; it takes the token in the query only. */
function refreshRequest({ account }: RefreshStep): Request {
  const query = new URLSearchParams({
    grant_type: 'ig_refresh_token',
    access_token: account.credentials['accessToken'] ?? '',
  });
  return new Request(`${baseOf(account)}/refresh_access_token?${query.toString()}`);
}

function readRefreshed(answer: Answer): { accessToken: string; expiresInS: number | null } | null {
  const accessToken = textAt(answer.json, 'access_token');
  if (answer.status >= 300 || accessToken === null || accessToken === '') return null;
  const expiresInS = at(answer.json, 'expires_in');
  return { accessToken, expiresInS: typeof expiresInS === 'number' ? expiresInS : null };
}
