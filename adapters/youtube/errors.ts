/**
 * Meanings of YouTube's errors. A known `error.errors[0].reason` decides, otherwise the status; both mean the same
 * for every call here (error pages of the Data API; quota by project).
 */
import { each, errorReader } from '../lib/error-rules.ts';
import { type NetworkResponse, at, textAt } from '../lib/http.ts';

const DAY_MS = 24 * 3_600_000;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'YouTube',
  message: (response) => {
    const { json } = response;
    const words = textAt(json, 'error', 'message') ?? textAt(json, 'error_description');
    const reason = reasonIn(response);
    return words === null || words.trim() === '' || reason === '' ? words : `${words} (${reason})`;
  },
  code: reasonIn,
  codes: {
    ...each(['quotaExceeded', 'dailyLimitExceeded'], { kind: 'retry', afterMs: untilMidnightPacificMs }),
    uploadLimitExceeded: { kind: 'retry', afterMs: DAY_MS },
    ...each(['rateLimitExceeded', 'userRateLimitExceeded'], 'limited'),
    youtubeSignupRequired: {
      kind: 'rejected',
      advice: 'The Google account has no channel: make one on YouTube',
    },
    ...each(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'], 'reauthorize'),
    ...each(['accountDelegationForbidden', 'authenticatedUserAccountClosed'], 'reauthorize'),
  },
  statuses: { 409: 'retry', 412: 'retry' },
});

/** For missing scopes the reason is in the details; `errors` only says that the call is forbidden. */
function reasonIn({ json }: NetworkResponse): string {
  const details = at(json, 'error', 'details');
  const reasons = Array.isArray(details) ? details.map((detail) => textAt(detail, 'reason')) : [];
  const scope = reasons.find((reason) => reason === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT');
  return scope ?? textAt(json, 'error', 'errors', 0, 'reason') ?? textAt(json, 'error', 'status') ?? '';
}

const PACIFIC = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The quota resets at midnight Pacific time. On the two days a year when clocks change this is an hour off. */
export function untilMidnightPacificMs(now: number): number {
  const parts = new Map(PACIFIC.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  const passedS =
    (parts.get('hour') ?? 0) * 3600 + (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0);
  return DAY_MS - passedS * 1000;
}
