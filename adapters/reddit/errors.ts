/**
 * Meanings of Reddit's errors. A submission is refused with 200 and `json.errors`, which has a code, a message and a
 * field for each; all other errors have a status.
 */
import { errorReader, quote } from '../lib/error-rules.ts';
import { at, retryAfterMs, textAt, type NetworkResponse } from '../lib/http.ts';
import { type Failure, retry } from '../lib/outcome.ts';
import type { Json } from '../../machines/outcome.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
/** "QUOTA_FILLED" ends within hours; Reddit does not say when. */
const QUOTA_AFTER_MS = 4 * HOUR;
/** Added because Reddit rounds down the wait it names. */
const ROUNDING_MS = 5 * SECOND;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Reddit',
  message,
  special: ({ status, headers }) =>
    status === 403 && (headers.get('www-authenticate') ?? '').includes('insufficient_scope')
      ? 'reauthorize'
      : null,
  // a subreddit that does not exist redirects to the search
  statuses: { '3xx': { kind: 'rejected', reason: 'Reddit has no such subreddit' } },
  limitedMs,
});

/** The refusal in the response's list of errors; null if there is none. */
export function refusalIn(response: NetworkResponse): { code: string; failure: Failure } | null {
  const errors = at(response.json, 'json', 'errors');
  const first = Array.isArray(errors) ? errors[0] : undefined;
  if (first === undefined) return null;
  const code = textAt(first, 0) ?? textAt(first) ?? 'UNKNOWN';
  const words = textAt(first, 1) ?? 'it refused the post';
  const advice = code === 'SUBMIT_VALIDATION_FLAIR_REQUIRED' ? ' Name one in redditFlairText.' : '';
  const reason = quote('Reddit', `${words} (${code})${advice}`, {});
  switch (code) {
    case 'RATELIMIT':
      return { code, failure: retry(reason, pauseMs(at(response.json, 'json', 'ratelimit'), words)) };
    case 'QUOTA_FILLED':
      return { code, failure: retry(reason, QUOTA_AFTER_MS) };
    default:
      return { code, failure: { kind: 'rejected', reason } };
  }
}

/** Seconds from the field, else from the message ("Take a break for 2 minutes"). */
function pauseMs(seconds: Json | undefined, words: string): number | undefined {
  if (typeof seconds === 'number') return Math.ceil(seconds * SECOND) + ROUNDING_MS;
  const [, count = '', unit = ''] = /(\d+) (millisecond|second|minute|hour)s?/i.exec(words) ?? [];
  const unitMs = { millisecond: 1, second: SECOND, minute: 60 * SECOND, hour: HOUR }[unit.toLowerCase()];
  return unitMs === undefined ? undefined : Number(count) * unitMs + ROUNDING_MS;
}

/** Every response names the seconds until the window ends; only after a 429 is this a time to wait for. */
function limitedMs({ headers }: NetworkResponse, now: number): number | undefined {
  const seconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return retryAfterMs(headers, now) ?? (Number.isFinite(seconds) ? Math.max(0, seconds * SECOND) : undefined);
}

/** Reddit's own words with its reason and status. A blocked client gets an HTML page without them. */
function message({ json, status }: NetworkResponse): string {
  const words = textAt(json, 'explanation') ?? textAt(json, 'error_description') ?? textAt(json, 'message');
  const reason = textAt(json, 'reason');
  if (words === null && reason === null) return '';
  return `${words ?? 'refused'} (${reason === null ? '' : `${reason}, `}HTTP ${status})`;
}
