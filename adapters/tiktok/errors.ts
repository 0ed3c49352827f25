/**
 * What TikTok's refusals mean. Every answer carries `error.code`, and only `ok` is success, whatever the status; the
 * code decides where it is known (content posting API, error codes).
 */
import type { Credentials } from '../port/account.ts';
import { type Answer, brief, type Lost, retryAfterMs, textAt, withoutSecrets } from '../lib/http.ts';

/** A refusal after which nothing is live. */
export type Trouble =
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'rejected' | 'expired' | 'reauthorize'; reason: string };

export const DAY_MS = 24 * 3_600_000;
/** A sliding window of a minute; no header tells when it is free. */
const THROTTLED_AFTER_MS = 60_000;

/** What an operator has to mend before anything can be posted. */
const SETUP: { [code: string]: string } = {
  unaudited_client_can_only_post_to_private_accounts:
    'The app is not audited by TikTok: until it is, it posts as SELF_ONLY to private accounts only',
  url_ownership_unverified:
    "The address of the photos must be verified in TikTok's developer portal, under URL properties",
  privacy_level_option_mismatch: 'Choose another tiktokSettings.privacyLevel',
};

/** Judges an answer that is not the one hoped for, of a call that posts nothing or certainly did not. */
export function troubleOf(answer: Answer | Lost, credentials: Credentials, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `TikTok: ${answer.reason}` };
  const { status, headers } = answer;
  const code = codeIn(answer);
  const reason = wordsOf(answer, credentials);
  switch (code) {
    case 'access_token_invalid':
      return { kind: 'expired', reason };
    case 'scope_not_authorized':
      return { kind: 'reauthorize', reason };
    case 'spam_risk_too_many_posts':
    case 'spam_risk_too_many_pending_share':
    case 'reached_active_user_cap':
      return { kind: 'retry', reason, afterMs: DAY_MS };
    default:
      break;
  }
  if (code === 'rate_limit_exceeded' || status === 429) {
    return { kind: 'retry', reason, afterMs: retryAfterMs(headers, now) ?? THROTTLED_AFTER_MS };
  }
  if (isServerTrouble(answer)) {
    const afterMs = retryAfterMs(headers, now);
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  if (status === 401) return { kind: 'expired', reason };
  if (status < 400 && (code === '' || code === 'ok')) {
    return { kind: 'retry', reason: `TikTok answered ${status} without what was asked for` };
  }
  return { kind: 'rejected', reason };
}

/** The words `ok` in an answer of 200. */
export function isOk(answer: Answer): boolean {
  return answer.status < 300 && codeIn(answer) === 'ok';
}

export function codeIn({ json }: Answer): string {
  return textAt(json, 'error', 'code') ?? '';
}

/** Trouble on their side: it proves nothing about what the call did. */
export function isServerTrouble(answer: Answer): boolean {
  return answer.status >= 500 || answer.status === 408 || codeIn(answer) === 'internal_error';
}

/** Their own words with the code, and what to do where an operator can mend it. */
export function wordsOf(answer: Answer, credentials: Credentials = {}): string {
  const code = codeIn(answer);
  const words = textAt(answer.json, 'error', 'message') ?? '';
  if (code === '' && words === '') return `TikTok answered ${answer.status} without a message`;
  const safe = withoutSecrets(words, credentials, ['accessToken', 'refreshToken', 'clientSecret']);
  const setup = SETUP[code];
  return `TikTok: ${brief(safe === '' ? `refused with ${code}` : `${safe} (${code})`)}${setup === undefined ? '' : `. ${setup}`}`;
}
