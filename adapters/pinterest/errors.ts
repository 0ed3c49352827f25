/**
 * What Pinterest's refusals mean: `{code, message}`. The status decides, for one code means different things in
 * different calls; the code is only told along.
 */
import { type Answer, brief, type Lost, retryAfterMs, textAt, withoutSecrets } from '../lib/http.ts';
import type { AccountAccess } from '../port/account.ts';

/** A refusal after which nothing is live. */
export type Trouble =
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'rejected' | 'expired'; reason: string }
  /** Pinterest could not fetch the picture's address: worth another try or two. */
  | { kind: 'unfetched'; reason: string };

/** Where a 429 does not say how long. */
const THROTTLED_AFTER_MS = 60_000;

/** Judges an answer that is not the one hoped for, of a call that publishes nothing or certainly did not. */
export function troubleOf(answer: Answer | Lost, account: AccountAccess, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Pinterest: ${answer.reason}` };
  const reason = wordsOf(answer, account.credentials);
  const { status, headers } = answer;
  if (status === 429) {
    const afterMs = retryAfterMs(headers, now) ?? resetMs(headers) ?? THROTTLED_AFTER_MS;
    return { kind: 'retry', reason, afterMs };
  }
  if (isServerTrouble(answer)) {
    const afterMs = retryAfterMs(headers, now);
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  if (status === 401) return { kind: 'expired', reason };
  if (status === 409 && /exclusive/i.test(reason)) return { kind: 'retry', reason };
  if (status === 400 && UNFETCHED.test(reason)) return { kind: 'unfetched', reason };
  if (status < 400)
    return { kind: 'retry', reason: `Pinterest answered ${status} without what was asked for` };
  return { kind: 'rejected', reason };
}

/**
 * Of a 400: they could not get at the picture. Their wording is not documented; "not reachable" and the like of an
 * image, its URL or link is taken for it.
 */
const UNFETCHED =
  /(?:fetch|reach|download|retriev|access)\w*\b.{0,60}\b(?:image|picture|media|url|link)|(?:image|picture|media|url|link)\b.{0,60}\b(?:fetch|reach|download|retriev|access)/i;

/** Trouble on their side: it proves nothing about what the call did. */
export function isServerTrouble({ status }: Answer): boolean {
  return status >= 500 || status === 408;
}

/** Their own words with the code, or the status where there are none (an HTML page). */
export function wordsOf(answer: Answer, secrets: { [name: string]: string } = {}): string {
  const words = textAt(answer.json, 'message');
  if (words === null || words.trim() === '') return `Pinterest answered ${answer.status} without a message`;
  const code = textAt(answer.json, 'code');
  const safe = withoutSecrets(words, secrets, ['accessToken', 'refreshToken', 'clientSecret']);
  return `Pinterest: ${brief(code === null ? safe : `${safe} (${code})`)}`;
}

/** Seconds until the window is over. Reported, not documented: used where it is there. */
function resetMs(headers: Headers): number | undefined {
  const seconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
