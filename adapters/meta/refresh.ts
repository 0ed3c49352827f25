/**
 * Renews a long-lived token for another 60 days (Instagram Login and Threads API, "refresh a long-lived token"). The
 * token must be at least a day old and not expired. After it has expired, a person has to sign in.
 */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { type NetworkResponse, ask } from '../lib/http.ts';
import { readToken } from './token.ts';

/** A refusal for another reason than expiry (the token is too young, for example) is not worth a new call today. */
const REFUSED_AFTER_MS = 24 * 3_600_000;

interface LongLived {
  name: string;
  grantType: string;
  /** The API's address, without a version: the call has none. */
  baseOf: (endpoints: { [name: string]: string }) => string;
  readError(
    answer: NetworkResponse,
    now: number,
  ): { verdict: string; reason: string; afterMs: number | undefined };
}

export async function refreshLongLived(network: LongLived, step: RefreshStep): Promise<RefreshAnswer> {
  const { account, now } = step;
  const answer = await ask(step.fetch, refreshRequest(network, step), step.signal);
  if (answer.kind === 'lost') return { kind: 'retry', reason: `${network.name}: ${answer.reason}` };
  const renewed = readToken(answer);
  if (renewed) {
    const { accessToken, lifeMs } = renewed;
    const credentials = { ...account.credentials, accessToken };
    return { kind: 'refreshed', credentials, expiresAt: lifeMs === null ? null : now + lifeMs };
  }
  const { verdict, reason, afterMs } = network.readError(answer, now);
  if (verdict === 'reauthorize') return { kind: 'reauthorize', reason };
  const waitMs = verdict === 'permanent' ? REFUSED_AFTER_MS : afterMs;
  return { kind: 'retry', reason, ...(waitMs === undefined ? {} : { afterMs: waitMs }) };
}

/** The call accepts the token only in the query. */
function refreshRequest({ grantType, baseOf }: LongLived, { account }: RefreshStep): Request {
  const query = new URLSearchParams({
    grant_type: grantType,
    access_token: account.credentials['accessToken'] ?? '',
  });
  const url = `${baseOf(account.endpoints)}/refresh_access_token?${query.toString()}`;
  return new Request(url, { redirect: 'manual' });
}
