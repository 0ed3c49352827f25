/**
 * What Pinterest's errors mean: `{code, message}`. The status decides, for one code means different things in different
 * calls; the code is only repeated.
 */
import { errorReader } from '../lib/error-rules.ts';
import { type Answer, retryAfterMs, textAt } from '../lib/http.ts';

/** Where a 429 does not say how long. */
const LIMITED_MS = 60_000;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Pinterest',
  message: ({ json }) => {
    const words = textAt(json, 'message');
    const code = textAt(json, 'code');
    return words === null || words.trim() === '' || code === null ? words : `${words} (${code})`;
  },
  special: ({ status, json }) =>
    status === 409 && /exclusive/i.test(textAt(json, 'message') ?? '') ? 'retry' : null,
  limitedMs,
});

/**
 * Whether Pinterest could not fetch the picture's address, which is worth another try or two. Its wording is not
 * documented; "not reachable" and the like of an image, its URL or link is taken for it.
 */
export function isUnfetched({ status, json }: Answer): boolean {
  return status === 400 && UNFETCHED.test(textAt(json, 'message') ?? '');
}

const UNFETCHED =
  /(?:fetch|reach|download|retriev|access)\w*\b.{0,60}\b(?:image|picture|media|url|link)|(?:image|picture|media|url|link)\b.{0,60}\b(?:fetch|reach|download|retriev|access)/i;

/** X-RateLimit-Reset is in seconds. Reported, not documented: used where it is there. */
function limitedMs({ headers }: Answer, now: number): number {
  const seconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  const reset = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
  return retryAfterMs(headers, now) ?? reset ?? LIMITED_MS;
}
