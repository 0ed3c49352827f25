/**
 * What YouTube's refusals mean. `error.errors[0].reason` decides where it is known, the status otherwise; both mean the
 * same for every call here (error pages of the Data API; quota by project).
 */
import type { Credentials } from '../port/account.ts';
import { type Answer, at, brief, type Lost, retryAfterMs, textAt, withoutSecrets } from '../lib/http.ts';

/** A refusal after which nothing is live. */
export type Trouble =
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'rejected' | 'expired' | 'reauthorize'; reason: string };

const DAY_MS = 24 * 3_600_000;

const REAUTHORIZE = new Set([
  'insufficientPermissions',
  'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  'accountDelegationForbidden',
  'authenticatedUserAccountClosed',
]);

/** Judges an answer that is not the one hoped for, of a call that did not make a video. */
export function troubleOf(answer: Answer | Lost, credentials: Credentials, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `YouTube: ${answer.reason}` };
  const { status, headers } = answer;
  const words = wordsOf(answer, credentials);
  const after = retryAfterMs(headers, now);
  const retry: Trouble = { kind: 'retry', reason: words, ...(after === undefined ? {} : { afterMs: after }) };
  const why = reasonIn(answer);
  switch (why) {
    case 'quotaExceeded':
    case 'dailyLimitExceeded':
      return { kind: 'retry', reason: words, afterMs: untilMidnightPacificMs(now) };
    case 'uploadLimitExceeded':
      return { kind: 'retry', reason: words, afterMs: DAY_MS };
    case 'rateLimitExceeded':
    case 'userRateLimitExceeded':
      return retry;
    case 'youtubeSignupRequired':
      return { kind: 'rejected', reason: `${words}. The Google account has no channel: make one on YouTube` };
    default:
      break;
  }
  if (REAUTHORIZE.has(why)) return { kind: 'reauthorize', reason: words };
  if (status === 401) return { kind: 'expired', reason: words };
  if (status === 429 || status === 409 || status === 412 || isServerTrouble(answer)) return retry;
  if (status < 400) {
    return { kind: 'retry', reason: `YouTube answered ${status} without what was asked for` };
  }
  return { kind: 'rejected', reason: words };
}

/** Trouble on their side: it proves nothing about what the call did. */
export function isServerTrouble({ status }: Answer): boolean {
  return status >= 500 || status === 408;
}

/** Their own words with the reason, or the status where there are none. */
export function wordsOf(answer: Answer, credentials: Credentials = {}): string {
  const words = textAt(answer.json, 'error', 'message') ?? textAt(answer.json, 'error_description');
  if (words === null || words.trim() === '') return `YouTube answered ${answer.status} without a message`;
  const safe = withoutSecrets(words, credentials, ['accessToken', 'refreshToken', 'clientSecret']);
  const why = reasonIn(answer);
  return `YouTube: ${brief(why === '' ? safe : `${safe} (${why})`)}`;
}

/** Of scopes the reason stands among the details, and `errors` only says that it is forbidden. */
function reasonIn({ json }: Answer): string {
  const details = at(json, 'error', 'details');
  const told = Array.isArray(details) ? details.map((detail) => textAt(detail, 'reason')) : [];
  const scope = told.find((reason) => reason === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT');
  return scope ?? textAt(json, 'error', 'errors', 0, 'reason') ?? textAt(json, 'error', 'status') ?? '';
}

const PACIFIC = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Quota is given anew at midnight there; on the two days of the year when clocks change this is an hour off. */
export function untilMidnightPacificMs(now: number): number {
  const parts = new Map(PACIFIC.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  const passedS =
    (parts.get('hour') ?? 0) * 3600 + (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0);
  return DAY_MS - passedS * 1000;
}
