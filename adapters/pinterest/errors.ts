/**
 * Meanings of Pinterest's errors: `{code, message}`. The status decides, because the same code means different things
 * in different calls; the code is only added to the message.
 */
import { errorReader } from '../lib/error-rules.ts';
import { type NetworkResponse, retryAfterMs, textAt } from '../lib/http.ts';

/** The wait after a 429 that names none. */
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
 * Whether Pinterest could not fetch the picture's address, which is worth one or two more tries. The wording is not
 * documented: "not reachable" and similar words about an image, its URL or a link count.
 */
export function isUnfetched({ status, json }: NetworkResponse): boolean {
  return status === 400 && UNFETCHED.test(textAt(json, 'message') ?? '');
}

const UNFETCHED =
  /(?:fetch|reach|download|retriev|access)\w*\b.{0,60}\b(?:image|picture|media|url|link)|(?:image|picture|media|url|link)\b.{0,60}\b(?:fetch|reach|download|retriev|access)/i;

/** X-RateLimit-Reset is in seconds. It is not documented, so it is used only if present. */
function limitedMs({ headers }: NetworkResponse, now: number): number {
  const seconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  const reset = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
  return retryAfterMs(headers, now) ?? reset ?? LIMITED_MS;
}
