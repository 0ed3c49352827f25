/**
 * What the protocol's refusals mean. They carry `{error, message}`: `error` is a stable name and decides before the
 * status does, because an access token that is over comes as 400 (https://atproto.com/specs/xrpc).
 */
import { brief, retryAfterMs, textAt, type Answer, type Lost } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';

/** A refusal after which nothing is live. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'expired' | 'reauthorize' }>;

/** The token is no good; a fresh one may be. */
const BAD_TOKEN = new Set(['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired']);
/** The account itself is closed, for now or for good: only its owner can do something. */
const CLOSED_ACCOUNT = new Set([
  'AccountNotFound', // deleted, while its access token is still good
  'AccountTakedown',
  'AccountDeactivated',
  'AccountSuspended',
  'RepoDeactivated',
  'RepoTakendown',
  'RepoSuspended',
]);

/** Reads an answer that is not the one hoped for, of a call that makes nothing public. */
export function readTrouble(answer: Answer | Lost, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Bluesky: ${answer.reason}` };
  const code = errorCode(answer);
  const reason = wordsOf(answer);
  if (BAD_TOKEN.has(code)) return { kind: 'expired', reason };
  if (CLOSED_ACCOUNT.has(code)) return { kind: 'reauthorize', reason };
  if (answer.status === 429) return { kind: 'retry', reason, ...resetOf(answer.headers, now) };
  if (isServerTrouble(answer)) return { kind: 'retry', reason, ...waitOf(answer.headers, now) };
  if (answer.status < 400)
    return {
      kind: 'retry',
      reason: `Bluesky answered without the expected content (status ${answer.status})`,
    };
  if (answer.status === 401) return { kind: 'expired', reason };
  return { kind: 'rejected', reason };
}

/** Trouble on the server's side: it proves nothing about what the call did. */
export function isServerTrouble(answer: Answer): boolean {
  return answer.status >= 500 || answer.status === 408;
}

export function errorCode(answer: Answer): string {
  return textAt(answer.json, 'error') ?? '';
}

/** The network's own words; where it has none (a proxy's HTML page), the status and the name of the error. */
export function wordsOf(answer: Answer): string {
  const message = brief(textAt(answer.json, 'message') ?? '');
  if (message.includes(' ')) return message;
  const code = errorCode(answer);
  const happened = answer.status >= 500 ? 'is down or overloaded' : 'answered without a reason';
  return brief(`Bluesky ${happened} (status ${answer.status}${code === '' ? '' : `, ${code}`})`);
}

/** RateLimit-Reset is in unix seconds; Retry-After is not always there. */
function resetOf(headers: Headers, now: number): { afterMs?: number } {
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) ? { afterMs: Math.max(0, reset * 1000 - now) } : waitOf(headers, now);
}

function waitOf(headers: Headers, now: number): { afterMs?: number } {
  const afterMs = retryAfterMs(headers, now);
  return afterMs === undefined ? {} : { afterMs };
}
