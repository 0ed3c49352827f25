/** What a server's refusals mean. They carry `{error}` in words that may be translated: the status decides. */
import { brief, retryAfterMs, textAt, type Answer, type Lost } from '../lib/http.ts';
import type { AccountAccess } from '../port/account.ts';
import type { Outcome } from '../../machines/outcome.ts';

/** A refusal after which nothing is live. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'reauthorize' }>;

/** Reads an answer that is not the one hoped for, of a call that makes nothing public. */
export function readTrouble(answer: Answer | Lost, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `the server: ${answer.reason}` };
  const reason = wordsOf(answer);
  const { status, headers } = answer;
  if (status === 429) return { kind: 'retry', reason, ...resetOf(headers, now) };
  if (isServerTrouble(answer)) return { kind: 'retry', reason, ...waitOf(headers, now) };
  if (status < 400) return { kind: 'retry', reason: `an answer (${reason}) without what was asked for` };
  // Tokens do not end by themselves and cannot be renewed: one that is refused was revoked.
  if (status === 401 || isOutsideScopes(answer)) return { kind: 'reauthorize', reason };
  // 410: the server is gone, for now or for good.
  return { kind: status === 410 ? 'retry' : 'rejected', reason };
}

/** Trouble on the server's side: it proves nothing about what the call did. */
export function isServerTrouble({ status }: Answer): boolean {
  return status >= 500 || status === 408;
}

/** The server's own words, or the status where it has none (a proxy's HTML page). */
export function wordsOf(answer: Answer): string {
  const error = brief(textAt(answer.json, 'error_description') ?? textAt(answer.json, 'error') ?? '');
  if (error.includes(' ')) return error;
  const happened = answer.status >= 500 ? 'is down or overloaded' : 'answered without a reason';
  return brief(`the server ${happened} (status ${answer.status}${error === '' ? '' : `, ${error}`})`);
}

/** A 403 for the token's scopes, not for the account. The header is not translated, the sentence may be. */
function isOutsideScopes(answer: Answer): boolean {
  if (answer.status !== 403) return false;
  const challenge = answer.headers.get('www-authenticate') ?? '';
  return (
    challenge.includes('insufficient_scope') || wordsOf(answer).includes('outside the authorized scopes')
  );
}

/** X-RateLimit-Reset is an ISO timestamp. It comes with every answer, so only a 429 makes it a time to wait for. */
function resetOf(headers: Headers, now: number): { afterMs?: number } {
  const reset = Date.parse(headers.get('x-ratelimit-reset') ?? '');
  return Number.isNaN(reset) ? waitOf(headers, now) : { afterMs: Math.max(0, reset - now) };
}

function waitOf(headers: Headers, now: number): { afterMs?: number } {
  const afterMs = retryAfterMs(headers, now);
  return afterMs === undefined ? {} : { afterMs };
}

export function addressOf(account: AccountAccess, path: string): string {
  return `${account.endpoints['server']}${path}`;
}

export function authorization(account: AccountAccess): { authorization: string } {
  return { authorization: `Bearer ${account.credentials['accessToken'] ?? ''}` };
}
