/** What LinkedIn's refusals mean: by the status, for its codes are not always there. */
import type { Outcome } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import { type Answer, at, brief, type Lost, retryAfterMs, textAt, withoutSecrets } from '../lib/http.ts';
import { version } from './version.ts';

/** A refusal after which nothing is live. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'expired' | 'reauthorize' }>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Judges an answer that is not the one hoped for, of a call that makes nothing public. */
export function troubleOf(answer: Answer | Lost, account: AccountAccess, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `LinkedIn: ${answer.reason}` };
  const { status } = answer;
  const reason = wordsOf(answer, account);
  if (status === 401)
    return { kind: account.credentials['refreshToken'] ? 'expired' : 'reauthorize', reason };
  if (status === 429)
    return { kind: 'retry', reason, afterMs: retryAfterMs(answer.headers, now) ?? untilReset(now) };
  if (status === 426) {
    return {
      kind: 'rejected',
      reason: `${reason}. Version ${version.version} of its API has ended: update this service`,
    };
  }
  // 409: two writes at the same time
  if (status >= 500 || status === 409 || status === 408 || status < 400) {
    const afterMs = retryAfterMs(answer.headers, now);
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  return { kind: 'rejected', reason };
}

/** The same for the call that publishes: what proves nothing may have been done. */
export function troubleOfPost(answer: Answer | Lost, account: AccountAccess, now: number): Outcome {
  const trouble = troubleOf(answer, account, now);
  const isOpen =
    answer.kind === 'lost'
      ? answer.sent
      : answer.status >= 500 || answer.status === 408 || answer.status < 400;
  return isOpen ? { kind: 'unknown', reason: trouble.reason } : trouble;
}

/** Quotas are by the day and end at midnight UTC; no header says so. An hour is enough where it was a burst. */
function untilReset(now: number): number {
  return Math.min(HOUR, DAY - (now % DAY));
}

/** LinkedIn's words with the fields at fault. Class names of its servers are no words. */
export function wordsOf({ status, json }: Answer, { credentials }: AccountAccess): string {
  const inputs = at(json, 'errorDetails', 'inputErrors');
  const faults = (Array.isArray(inputs) ? inputs : []).flatMap((fault) => {
    const field = textAt(fault, 'input', 'inputPath', 'fieldPath');
    const words = textAt(fault, 'description') ?? textAt(fault, 'code');
    return words === null ? [] : [field === null ? words : `${field}: ${words}`];
  });
  const message =
    textAt(json, 'message')?.replace(/^[\w.]+Exception:\s*/, '') ?? `it answered status ${status}`;
  const code = textAt(json, 'code');
  const more = [...(code === null ? [] : [code]), ...faults];
  const text = more.length === 0 ? message : `${message} (${more.join('; ')})`;
  return brief(
    `LinkedIn: ${withoutSecrets(text, credentials, ['accessToken', 'refreshToken', 'clientSecret'])}`,
  );
}
