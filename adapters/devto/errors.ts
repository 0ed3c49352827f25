/** What DEV's refusals mean: `{error, status}` with a sentence that names the field; HTML from the edge in front of it. */
import type { AccountAccess } from '../port/account.ts';
import { brief, retryAfterMs, textAt, withoutSecrets, type Answer, type Lost } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';

/** A refusal after which nothing is done. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'reauthorize' }>;

/** "Try again in 30 seconds": the windows of articles are as long. */
const LIMITED_MS = 30_000;

/** Reads an answer that is not the one hoped for, of a call that makes nothing public. */
export function readTrouble(
  answer: Answer | Lost,
  account: Pick<AccountAccess, 'credentials'>,
  now: number,
): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `DEV: ${answer.reason}` };
  const reason = wordsOf(answer, account);
  const { status } = answer;
  if (status === 429) return { kind: 'retry', reason, afterMs: limitedMs(answer, now) };
  if (status === 401)
    return { kind: 'reauthorize', reason: `${reason}. Make a new API key and connect again` };
  if (isServerTrouble(answer)) {
    const afterMs = retryAfterMs(answer.headers, now);
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  return { kind: status < 300 ? 'retry' : 'rejected', reason };
}

/** The same of a call that may have been done all the same: only a certain refusal says that it was not. */
export function readDoubtful(
  answer: Answer | Lost,
  account: Pick<AccountAccess, 'credentials'>,
  now: number,
): Trouble | Extract<Outcome, { kind: 'unknown' }> {
  const doubtful = answer.kind === 'lost' ? answer.sent : answer.status < 300 || isServerTrouble(answer);
  const trouble = readTrouble(answer, account, now);
  return doubtful ? { kind: 'unknown', reason: trouble.reason } : trouble;
}

/** Trouble on the server's side proves nothing about what the call did. */
export function isServerTrouble({ status }: Answer): boolean {
  return status >= 500 || status === 408;
}

export function wordsOf(answer: Answer, { credentials }: Pick<AccountAccess, 'credentials'>): string {
  const error = textAt(answer.json, 'error') ?? `an answer without what was asked for`;
  return `DEV: ${brief(withoutSecrets(error, credentials, ['apiKey']))} (status ${answer.status})`;
}

function limitedMs(answer: Answer, now: number): number {
  const told = /in (\d+) seconds?/.exec(textAt(answer.json, 'error') ?? answer.text)?.[1];
  return retryAfterMs(answer.headers, now) ?? (told === undefined ? LIMITED_MS : Number(told) * 1000);
}
