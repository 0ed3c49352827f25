/**
 * What the answers of X mean. Errors are problem documents (`title`, `detail`, `type`, `status`), some with a list
 * `errors`; the older form `{errors: [{code, message}]}` still occurs.
 */
import type { AccountAccess } from '../port/account.ts';
import { at, brief, retryAfterMs, textAt, type Answer, type Lost } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';

/** A refusal after which nothing is live. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'expired' | 'reauthorize' }>;

const HOUR = 3_600_000;
/** The operator's credits are used up: only a person ends that, so it is not worth asking often. */
const NO_CREDITS_AFTER_MS = HOUR;
/** The month's cap is reached. */
const CAPPED_AFTER_MS = 6 * HOUR;

/** Reads an answer that is not the one hoped for, of a call that makes nothing public. */
export function readTrouble(answer: Answer | Lost, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: answer.reason };
  const { status } = answer;
  const reason = wordsOf(answer);
  if (status === 402) return { kind: 'retry', reason, afterMs: NO_CREDITS_AFTER_MS };
  if (status === 429 || oldCode(answer) === 88) {
    const afterMs = isCapped(answer) ? CAPPED_AFTER_MS : waitOf(answer, now);
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  if (isServerTrouble(answer)) return { kind: 'retry', reason, ...waitIn(answer, now) };
  if (status < 400) return { kind: 'retry', reason: `an answer (${reason}) without what was asked for` };
  if (status === 401) return { kind: 'expired', reason };
  // 403 of the token: it is of the app alone, or lacks the scope
  if (status === 403 && textAt(answer.json, 'title') === 'Unsupported Authentication') {
    return { kind: 'reauthorize', reason };
  }
  return { kind: 'rejected', reason };
}

/** Trouble on X's side: it proves nothing about what the call did. */
export function isServerTrouble({ status }: Answer): boolean {
  return status >= 500 || status === 408;
}

/** "You are not allowed to create a Tweet with duplicate content." (403), or the older code 187. */
export function isDuplicate(answer: Answer): boolean {
  return answer.status === 403 && (oldCode(answer) === 187 || /duplicate content/i.test(wordsOf(answer)));
}

/** X's own words, with the status that its pages go by. */
export function wordsOf({ json, status }: Answer): string {
  const first = textAt(json, 'errors', 0, 'message') ?? textAt(json, 'errors', 0, 'detail');
  const detail = textAt(json, 'detail') ?? textAt(json, 'error_description');
  // "One or more parameters to your request was invalid." says less than what is in the list
  const vague = detail === null || /one or more (?:parameters|errors)/i.test(detail);
  const words =
    (vague ? first : null) ?? detail ?? textAt(json, 'title') ?? textAt(json, 'error') ?? 'X answered';
  return brief(`${words} (HTTP ${status})`);
}

function isCapped({ json }: Answer): boolean {
  const type = textAt(json, 'type') ?? '';
  return textAt(json, 'title') === 'UsageCapExceeded' || type.endsWith('/usage-capped');
}

function oldCode({ json }: Answer): number | undefined {
  const code = at(json, 'errors', 0, 'code');
  return typeof code === 'number' ? code : undefined;
}

function waitIn(answer: Answer, now: number): { afterMs?: number } {
  const afterMs = retryAfterMs(answer.headers, now);
  return afterMs === undefined ? {} : { afterMs };
}

/** The end of the window as epoch seconds. It comes with every answer, so only a 429 makes it a time to wait for. */
function waitOf(answer: Answer, now: number): number | undefined {
  const after = retryAfterMs(answer.headers, now);
  const reset = Number(answer.headers.get('x-rate-limit-reset') ?? Number.NaN) * 1000;
  return after ?? (Number.isFinite(reset) ? Math.max(0, reset - now) : undefined);
}

export function addressOf(account: Pick<AccountAccess, 'endpoints'>, path: string): string {
  return `${account.endpoints['api']}${path}`;
}

export function authorization(account: AccountAccess): { authorization: string } {
  return { authorization: `Bearer ${account.credentials['accessToken'] ?? ''}` };
}

/** A call with a JSON body, or without one. */
export function postRequest(account: AccountAccess, path: string, body?: object): Request {
  return new Request(addressOf(account, path), {
    method: 'POST',
    headers: { ...authorization(account), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
