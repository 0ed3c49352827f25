/** DEV's errors: `{error, status}` with a sentence that names the field; or HTML from the proxy in front of it. */
import { errorReader } from '../lib/error-rules.ts';
import { retryAfterMs, textAt, type NetworkResponse } from '../lib/http.ts';

/** The wait after a 429 that names none: the rate limit of articles has the same window. */
const LIMITED_MS = 30_000;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'DEV',
  message: ({ json, status }) => {
    const error = textAt(json, 'error');
    return error === null ? null : `${error} (status ${status})`;
  },
  statuses: {
    '3xx': 'rejected',
    401: { kind: 'reauthorize', advice: 'Make a new API key and connect again' },
  },
  limitedMs,
});

/** Reads "Try again in 30 seconds", which no header repeats. */
function limitedMs({ headers, json, text }: NetworkResponse, now: number): number {
  const seconds = /in (\d+) seconds?/.exec(textAt(json, 'error') ?? text)?.[1];
  return retryAfterMs(headers, now) ?? (seconds === undefined ? LIMITED_MS : Number(seconds) * 1000);
}
