/**
 * What the protocol's errors mean. They carry `{error, message}`: `error` is a stable name and decides before the status
 * does, because an expired access token comes as 400 (https://atproto.com/specs/xrpc).
 */
import { each, errorReader } from '../lib/error-rules.ts';
import { retryAfterMs, textAt, type NetworkResponse } from '../lib/http.ts';

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Bluesky',
  message: ({ json, status }) => {
    const words = textAt(json, 'message') ?? textAt(json, 'error');
    return words === null || words.includes(' ') ? words : `${words} (HTTP ${status})`;
  },
  code: errorCode,
  codes: {
    // the token is invalid; a new one may work
    ...each(['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired'], 'expired'),
    // the account itself is closed, temporarily or for good: only its owner can act
    ...each(['AccountTakedown', 'AccountDeactivated', 'AccountSuspended'], 'reauthorize'),
    ...each(['RepoTakendown', 'RepoDeactivated', 'RepoSuspended'], 'reauthorize'),
    AccountNotFound: 'reauthorize', // deleted, while its access token is still good
  },
  limitedMs,
});

export function errorCode({ json }: NetworkResponse): string {
  return textAt(json, 'error') ?? '';
}

/** RateLimit-Reset is in unix seconds; Retry-After is not always there. */
function limitedMs({ headers }: NetworkResponse, now: number): number | undefined {
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(0, reset * 1000 - now) : retryAfterMs(headers, now);
}
