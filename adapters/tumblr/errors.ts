/** Meanings of Tumblr's errors: `meta` has the status; `errors` has the code, which decides about a 403. */
import { each, errorReader } from '../lib/error-rules.ts';
import { at, retryAfterMs, textAt, type NetworkResponse } from '../lib/http.ts';

const MINUTE = 60_000;

/** Tumblr is still processing another video of the account. */
export const VIDEO_IN_WORK = 8010;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Tumblr',
  message,
  code: (response) => (response.status === 403 ? (codeOf(response)?.toString() ?? null) : null),
  codes: {
    // the day's uploads, videos or posts are used up: three retries of eight hours span the day
    ...each([8004, 8011, 8022, 8023], { kind: 'retry', afterMs: 8 * 60 * MINUTE }),
    [VIDEO_IN_WORK]: { kind: 'retry', afterMs: 3 * MINUTE },
  },
  statuses: { '3xx': 'retry' },
  limitedMs,
});

export function codeOf({ json }: NetworkResponse): number | null {
  const code = at(json, 'errors', 0, 'code');
  return typeof code === 'number' ? code : null;
}

/** Tumblr's own words, with its code and the status. */
function message(response: NetworkResponse): string {
  const { json, status } = response;
  const title = textAt(json, 'errors', 0, 'title');
  const detail = textAt(json, 'errors', 0, 'detail');
  const parts = [title, detail === title ? null : detail].filter((words) => words !== null && words !== '');
  const words =
    parts.length > 0
      ? parts.join(': ')
      : (textAt(json, 'error_description') ?? textAt(json, 'error') ?? textAt(json, 'meta', 'msg'));
  const code = codeOf(response);
  return words === null ? '' : `${words} (${code === null ? '' : `${code}, `}HTTP ${status})`;
}

/**
 * The headers give the seconds until the hour's and the day's window end. The wait is that of the window that is used
 * up.
 */
function limitedMs({ headers }: NetworkResponse, now: number): number | undefined {
  const after = retryAfterMs(headers, now);
  if (after !== undefined) return after;
  for (const window of ['perday', 'perhour']) {
    const seconds = headers.get(`x-ratelimit-${window}-reset`);
    const isUsedUp = headers.get(`x-ratelimit-${window}-remaining`) === '0';
    if (isUsedUp && seconds !== null && Number(seconds) >= 0) return Number(seconds) * 1000;
  }
  return undefined;
}
