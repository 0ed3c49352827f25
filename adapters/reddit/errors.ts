/**
 * What the errors of Reddit mean. A submission is refused with 200 and `json.errors`, triples of code, words and field;
 * all other errors come as a status.
 */
import { errorReader, quote } from '../lib/error-rules.ts';
import { at, retryAfterMs, textAt, type Answer } from '../lib/http.ts';
import { type Failure, retry } from '../lib/outcome.ts';
import type { Json } from '../../machines/outcome.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
/** "QUOTA_FILLED" ends within hours; Reddit does not say when. */
const QUOTA_AFTER_MS = 4 * HOUR;
/** Reddit rounds down the wait that it names. */
const ROUNDING_MS = 5 * SECOND;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Reddit',
  message,
  special: ({ status, headers }) =>
    status === 403 && (headers.get('www-authenticate') ?? '').includes('insufficient_scope')
      ? 'reauthorize'
      : null,
  // a subreddit that does not exist redirects to the search for one
  statuses: { '3xx': { kind: 'rejected', reason: 'Reddit has no such subreddit' } },
  limitedMs,
});

/** Why a submission was refused, by the list in its response. Null where it was not. */
export function refusalIn(response: Answer): { code: string; failure: Failure } | null {
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

/** Seconds from the field, else from the words ("Take a break for 2 minutes"). */
function pauseMs(seconds: Json | undefined, words: string): number | undefined {
  if (typeof seconds === 'number') return Math.ceil(seconds * SECOND) + ROUNDING_MS;
  const [, count = '', unit = ''] = /(\d+) (millisecond|second|minute|hour)s?/i.exec(words) ?? [];
  const unitMs = { millisecond: 1, second: SECOND, minute: 60 * SECOND, hour: HOUR }[unit.toLowerCase()];
  return unitMs === undefined ? undefined : Number(count) * unitMs + ROUNDING_MS;
}

/** The window's end comes in seconds from now with every response; only a 429 makes it a time to wait for. */
function limitedMs({ headers }: Answer, now: number): number | undefined {
  const seconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return retryAfterMs(headers, now) ?? (Number.isFinite(seconds) ? Math.max(0, seconds * SECOND) : undefined);
}

/** Reddit's own words with its reason and status. A blocked client gets a page in HTML, which has none. */
function message({ json, status }: Answer): string {
  const words = textAt(json, 'explanation') ?? textAt(json, 'error_description') ?? textAt(json, 'message');
  const reason = textAt(json, 'reason');
  if (words === null && reason === null) return '';
  return `${words ?? 'refused'} (${reason === null ? '' : `${reason}, `}HTTP ${status})`;
}
