/**
 * Meanings of X's errors. They are problem documents (`title`, `detail`, `type`, `status`), some with a list
 * `errors`; the older form `{errors: [{code, message}]}` still occurs.
 */
import { errorReader } from '../lib/error-rules.ts';
import { at, retryAfterMs, textAt, type NetworkResponse } from '../lib/http.ts';

const HOUR = 3_600_000;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'X',
  message,
  code: ({ json }) => textAt(json, 'errors', 0, 'code'),
  codes: { 88: 'limited' },
  special: ({ status, json }) =>
    // an app-only token, or one that lacks the scope
    status === 403 && textAt(json, 'title') === 'Unsupported Authentication' ? 'reauthorize' : null,
  statuses: {
    // the operator's credits are used up: only a person can add more, so the call is repeated rarely
    402: { kind: 'retry', afterMs: HOUR },
  },
  limitedMs,
});

/** "You are not allowed to create a Tweet with duplicate content." (403), or the older code 187. */
export function isDuplicate(response: NetworkResponse): boolean {
  if (response.status !== 403) return false;
  return at(response.json, 'errors', 0, 'code') === 187 || /duplicate content/i.test(message(response));
}

/** X's own words with the status, which X's documentation refers to. */
function message({ json, status }: NetworkResponse): string {
  const first = textAt(json, 'errors', 0, 'message') ?? textAt(json, 'errors', 0, 'detail');
  const detail = textAt(json, 'detail') ?? textAt(json, 'error_description');
  // "One or more parameters to your request was invalid." is less specific than the list
  const isVague = detail === null || /one or more (?:parameters|errors)/i.test(detail);
  const words = (isVague ? first : null) ?? detail ?? textAt(json, 'title') ?? textAt(json, 'error');
  return words === null ? '' : `${words} (HTTP ${status})`;
}

/** Every response names the end of the window in epoch seconds; the monthly cap has no such header. */
function limitedMs({ headers, json }: NetworkResponse, now: number): number | undefined {
  const type = textAt(json, 'type') ?? '';
  if (textAt(json, 'title') === 'UsageCapExceeded' || type.endsWith('/usage-capped')) return 6 * HOUR;
  const reset = Number(headers.get('x-rate-limit-reset') ?? Number.NaN) * 1000;
  return retryAfterMs(headers, now) ?? (Number.isFinite(reset) ? Math.max(0, reset - now) : undefined);
}
