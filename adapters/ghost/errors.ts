/** What a site's refusals mean. Decided by status and `type`; `context` has the better words. */
import type { AccountAccess } from '../port/account.ts';
import { at, brief, retryAfterMs, textAt, withoutSecrets, type Answer, type Lost } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';

/** A refusal after which nothing is done. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'reauthorize' }>;

type Credentials = Pick<AccountAccess, 'credentials'>;

/** Reads an answer that is not the one hoped for, of a call that makes nothing public. */
export function readTrouble(answer: Answer | Lost, account: Credentials, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Ghost: ${answer.reason}` };
  const reason = wordsOf(answer, account);
  const { status, headers } = answer;
  if (isUnknownNewsletter(answer)) return { kind: 'rejected', reason };
  if (status === 429 || isServerTrouble(answer)) {
    const afterMs = retryAfterMs(headers, now);
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  if (status === 401) {
    const todo =
      textAt(answer.json, 'errors', 0, 'code') === 'INVALID_JWT'
        ? 'Check the clock of this server, then connect the site again with its current Admin API key'
        : 'Connect the site again with a new Admin API key';
    return { kind: 'reauthorize', reason: `${reason}. ${todo}` };
  }
  if (status >= 300 && status < 400) {
    return {
      kind: 'rejected',
      reason: `${reason}: the site has moved; connect it again with its address of today`,
    };
  }
  return { kind: status < 300 ? 'retry' : 'rejected', reason };
}

/** The same of a call that may have been done all the same: only a certain refusal says that it was not. */
export function readDoubtful(
  answer: Answer | Lost,
  account: Credentials,
  now: number,
): Trouble | Extract<Outcome, { kind: 'unknown' }> {
  const doubtful = answer.kind === 'lost' ? answer.sent : answer.status < 300 || isServerTrouble(answer);
  const trouble = readTrouble(answer, account, now);
  return doubtful ? { kind: 'unknown', reason: trouble.reason } : trouble;
}

/** Trouble on the server's side proves nothing about what the call did. */
function isServerTrouble(answer: Answer): boolean {
  return (answer.status >= 500 || answer.status === 408) && !isUnknownNewsletter(answer);
}

/** Ghost 6.65 says so with 500 when a draft is published with a newsletter that the site does not have: it stays a draft. */
function isUnknownNewsletter({ status, json }: Answer): boolean {
  const words = [textAt(json, 'errors', 0, 'message'), textAt(json, 'errors', 0, 'context')].join(' ');
  return status === 500 && words.includes('does not have a newsletter relation');
}

/** The first thing of its kind in an answer of success: `posts`, `images`. */
export function firstOf(answer: Answer | Lost, kind: string): ReturnType<typeof at> {
  return answer.kind === 'answer' && answer.status < 300 ? at(answer.json, kind, 0) : undefined;
}

function wordsOf({ json, status }: Answer, { credentials }: Credentials): string {
  const message = textAt(json, 'errors', 0, 'message');
  const context = textAt(json, 'errors', 0, 'context');
  const words = [message, context].filter((part) => part !== null && part !== '').join(' ');
  const safe = withoutSecrets(words, credentials, ['secret']);
  return brief(`Ghost: ${safe || 'an answer without what was asked for'} (status ${status})`);
}
