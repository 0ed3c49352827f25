/** Meanings of a server's errors. The words in `{error}` may be translated, so the status decides. */
import { errorReader } from '../lib/error-rules.ts';
import { retryAfterMs, textAt, type NetworkResponse } from '../lib/http.ts';

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Mastodon',
  message: errorIn,
  special: (response) => (isOutsideScopes(response) ? 'reauthorize' : null),
  statuses: {
    // tokens do not expire and cannot be renewed: a refused one was revoked
    401: 'reauthorize',
    // the server is gone, temporarily or for good
    410: 'retry',
  },
  limitedMs,
});

/** The server's own words; null if it has none (a proxy's HTML page). */
function errorIn({ json, status }: NetworkResponse): string | null {
  const error = textAt(json, 'error_description') ?? textAt(json, 'error');
  if (error === null || error.includes(' ')) return error;
  return `${error} (HTTP ${status})`;
}

/** A 403 about the token's scopes, not about the account. The header is never translated, the sentence may be. */
function isOutsideScopes(response: NetworkResponse): boolean {
  if (response.status !== 403) return false;
  const challenge = response.headers.get('www-authenticate') ?? '';
  const words = errorIn(response) ?? '';
  return challenge.includes('insufficient_scope') || words.includes('outside the authorized scopes');
}

/** X-RateLimit-Reset is an ISO time. It comes with every response, so only a 429 makes it a time to wait for. */
function limitedMs({ headers }: NetworkResponse, now: number): number | undefined {
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '');
  return Number.isNaN(reset) ? retryAfterMs(headers, now) : Math.max(0, reset - now);
}
