/**
 * What the answers of Reddit mean. A submission is refused with 200 and `json.errors`, triples of code, words and field;
 * all other trouble comes as a status.
 */
import type { AccountAccess } from '../port/account.ts';
import { at, brief, retryAfterMs, textAt, type Answer, type Lost } from '../lib/http.ts';
import type { Json, Outcome } from '../../machines/outcome.ts';

/** A refusal after which nothing is live. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'expired' | 'reauthorize' }>;

const SECOND = 1000;
const HOUR = 3_600_000;
/** "QUOTA_FILLED" ends within hours; nobody says when. */
const QUOTA_AFTER_MS = 4 * HOUR;
/** Reddit rounds the wait it tells down. */
const ROUNDING_MS = 5 * SECOND;

/** Reads an answer that is not the one hoped for, of a call that makes nothing public. */
export function readTrouble(answer: Answer | Lost, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: answer.reason };
  const { status, headers } = answer;
  const reason = wordsOf(answer);
  if (status === 429) return { kind: 'retry', reason, ...waitOf(answer, now) };
  if (isServerTrouble(answer)) {
    const afterMs = retryAfterMs(headers, now);
    return { kind: 'retry', reason, ...(afterMs !== undefined && { afterMs }) };
  }
  // A subreddit that does not exist leads to the search for one
  if (status >= 300 && status < 400) return { kind: 'rejected', reason: 'Reddit has no such subreddit' };
  if (status < 300) return { kind: 'retry', reason: `an answer (${reason}) without what was asked for` };
  if (status === 401) return { kind: 'expired', reason };
  if (status === 403 && (headers.get('www-authenticate') ?? '').includes('insufficient_scope')) {
    return { kind: 'reauthorize', reason };
  }
  return { kind: 'rejected', reason };
}

/** Trouble on Reddit's side: it proves nothing about what the call did. */
export function isServerTrouble({ status }: Answer): boolean {
  return status >= 500 || status === 408;
}

/** Why a submission was refused, by the list in its answer. Null where it was not. */
export function refusalIn(answer: Answer): (Trouble & { code: string }) | null {
  const errors = at(answer.json, 'json', 'errors');
  const first = Array.isArray(errors) ? errors[0] : undefined;
  if (first === undefined) return null;
  const code = textAt(first, 0) ?? textAt(first) ?? 'UNKNOWN';
  const words = textAt(first, 1) ?? 'Reddit refused the post';
  const hint = code === 'SUBMIT_VALIDATION_FLAIR_REQUIRED' ? ' Name one in redditFlairText.' : '';
  const reason = brief(`${words} (${code})${hint}`);
  switch (code) {
    case 'RATELIMIT':
      return { kind: 'retry', code, reason, ...pauseOf(at(answer.json, 'json', 'ratelimit'), words) };
    case 'QUOTA_FILLED':
      return { kind: 'retry', code, reason, afterMs: QUOTA_AFTER_MS };
    default:
      return { kind: 'rejected', code, reason };
  }
}

/** Seconds from the field, else from the words ("Take a break for 2 minutes"). */
function pauseOf(seconds: Json | undefined, words: string): { afterMs?: number } {
  if (typeof seconds === 'number') return { afterMs: Math.ceil(seconds * SECOND) + ROUNDING_MS };
  const [, count = '', unit = ''] = /(\d+) (millisecond|second|minute|hour)s?/i.exec(words) ?? [];
  const unitMs = { millisecond: 1, second: SECOND, minute: 60 * SECOND, hour: HOUR }[unit.toLowerCase()];
  return unitMs === undefined ? {} : { afterMs: Number(count) * unitMs + ROUNDING_MS };
}

/** The end of the window comes in seconds from now, with every answer; only a 429 makes it a time to wait for. */
function waitOf({ headers }: Answer, now: number): { afterMs?: number } {
  const after = retryAfterMs(headers, now);
  if (after !== undefined) return { afterMs: after };
  const reset = headers.get('x-ratelimit-reset');
  const seconds = reset === null ? Number.NaN : Number(reset);
  return Number.isFinite(seconds) ? { afterMs: Math.max(0, seconds * SECOND) } : {};
}

/** Reddit's own words with its reason and status. A blocked client gets a page in HTML: then the status says it. */
export function wordsOf({ json, status }: Answer): string {
  const words =
    textAt(json, 'explanation') ??
    textAt(json, 'error_description') ??
    textAt(json, 'message') ??
    'Reddit answered';
  const reason = textAt(json, 'reason');
  return brief(`${words} (${reason === null ? '' : `${reason}, `}HTTP ${status})`);
}

/**
 * Reddit wants a name that is this installation's own: a generic one is blocked. The app's id makes it so.
 * @param username null before an account is known
 */
export function userAgent(clientId: string, username: string | null): string {
  const app = clientId.replaceAll(/[^A-Za-z0-9_-]/g, '') || 'app';
  return `web:troupe.${app}:v1.0${username === null ? '' : ` (by /u/${username})`}`;
}

export function headersOf({ credentials, username }: AccountAccess): { [name: string]: string } {
  return {
    authorization: `Bearer ${credentials['accessToken'] ?? ''}`,
    'user-agent': userAgent(credentials['clientId'] ?? '', username),
  };
}

/** A reading call. `raw_json`: without it `&`, `<` and `>` come escaped. */
export function getRequest(
  account: AccountAccess,
  path: string,
  query: { [name: string]: string } = {},
): Request {
  const search = new URLSearchParams({ ...query, raw_json: '1' });
  return new Request(`${account.endpoints['oauth']}${path}?${search.toString()}`, {
    headers: headersOf(account),
    redirect: 'manual',
  });
}
