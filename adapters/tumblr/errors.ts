/** What the answers of Tumblr mean: `meta` tells the status, `errors` the code that decides about a 403. */
import type { AccountAccess } from '../port/account.ts';
import { at, brief, retryAfterMs, textAt, type Answer, type Lost } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';

/** A refusal after which nothing is live. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'expired' | 'reauthorize' }>;

const MINUTE = 60_000;
/** The day's uploads, videos or posts are used up. Three retries of eight hours span the day. */
const DAILY = new Set([8004, 8011, 8022, 8023]);
const NEXT_DAY_AFTER_MS = 8 * 60 * MINUTE;
/** Another video of the account is being worked on. */
export const VIDEO_IN_WORK = 8010;
const VIDEO_AFTER_MS = 3 * MINUTE;

/** Sent with every call and never another: Tumblr may block clients without one, or with one that changes. */
export const USER_AGENT = 'Troupe/1.0';

/** Reads an answer that is not the one hoped for, of a call that makes nothing public. */
export function readTrouble(answer: Answer | Lost, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: answer.reason };
  const { status } = answer;
  const reason = wordsOf(answer);
  const code = codeOf(answer);
  if (status === 429) return { kind: 'retry', reason, ...waitOf(answer, now) };
  if (isServerTrouble(answer)) {
    const afterMs = retryAfterMs(answer.headers, now);
    return { kind: 'retry', reason, ...(afterMs !== undefined && { afterMs }) };
  }
  if (status < 400) return { kind: 'retry', reason: `an answer (${reason}) without what was asked for` };
  if (status === 401) return { kind: 'expired', reason };
  if (status === 403 && DAILY.has(code ?? 0)) return { kind: 'retry', reason, afterMs: NEXT_DAY_AFTER_MS };
  if (status === 403 && code === VIDEO_IN_WORK) return { kind: 'retry', reason, afterMs: VIDEO_AFTER_MS };
  return { kind: 'rejected', reason };
}

/** Trouble on Tumblr's side: it proves nothing about what the call did. */
export function isServerTrouble({ status }: Answer): boolean {
  return status >= 500 || status === 408;
}

export function codeOf({ json }: Answer): number | null {
  const code = at(json, 'errors', 0, 'code');
  return typeof code === 'number' ? code : null;
}

/** Tumblr's own words, with its code and the status. */
export function wordsOf(answer: Answer): string {
  const { json, status } = answer;
  const title = textAt(json, 'errors', 0, 'title');
  const detail = textAt(json, 'errors', 0, 'detail');
  const told = [title, detail === title ? null : detail].filter((words) => words !== null && words !== '');
  const words =
    told.length > 0
      ? told.join(': ')
      : (textAt(json, 'error_description') ??
        textAt(json, 'error') ??
        textAt(json, 'meta', 'msg') ??
        'Tumblr answered');
  const code = codeOf(answer);
  return brief(`${words} (${code === null ? '' : `${code}, `}HTTP ${status})`);
}

/** The windows of an hour and a day end in so many seconds; the one that is used up is the one to wait for. */
function waitOf({ headers }: Answer, now: number): { afterMs?: number } {
  const after = retryAfterMs(headers, now);
  if (after !== undefined) return { afterMs: after };
  for (const window of ['perday', 'perhour']) {
    const seconds = headers.get(`x-ratelimit-${window}-reset`);
    const isUsedUp = headers.get(`x-ratelimit-${window}-remaining`) === '0';
    if (isUsedUp && seconds !== null && Number(seconds) >= 0) return { afterMs: Number(seconds) * 1000 };
  }
  return {};
}

/** A path below the account's blog. By its uuid, which stays when the blog's name changes. */
export function blogAddress(account: AccountAccess, path: string): string {
  // `t:…`: a colon is allowed in a path
  const blog = encodeURIComponent(account.remoteId).replaceAll('%3A', ':');
  return `${account.endpoints['api']}/v2/blog/${blog}${path}`;
}

export function headersOf(account: AccountAccess): { [name: string]: string } {
  return { authorization: `Bearer ${account.credentials['accessToken'] ?? ''}`, 'user-agent': USER_AGENT };
}
