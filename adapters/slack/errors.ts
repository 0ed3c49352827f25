/** What Slack's errors mean. Decided by `error`; the status only where there is none. */
import type { AccountAccess } from '../port/account.ts';
import { retryAfterMs, textAt, withoutSecrets, brief, type Answer, type Lost } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';

/** A refusal after which nothing is done. */
export type Refused = Extract<Outcome, { kind: 'retry' | 'rejected' | 'expired' | 'reauthorize' }>;

export interface Trouble {
  outcome: Refused;
  /** Slack's word for it; null where it said none. */
  error: string | null;
  /** Nothing proves that it was not done. */
  doubtful: boolean;
}

const DISCONNECTED = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'account_inactive',
  'invalid_refresh_token',
  'org_login_required',
  'team_access_not_granted',
]);
const TEMPORARY = new Set([
  'internal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
  'fatal_error',
]);
const LIMITED = new Set(['ratelimited', 'rate_limited']);
/** The workspace's own cap of messages: over in hours, not in seconds. */
const CAPPED_AFTER_MS = 3_600_000;

/** What a person can do about it. */
const ADVICE: { [error: string]: string } = {
  channel_not_found: 'the channel is gone, or the bot was taken out of it: choose another one',
  is_archived: 'the channel is archived: choose another one',
  not_in_channel: 'the bot is not in the channel: invite it there',
  posting_to_channel_denied: 'the workspace lets the bot not post there: choose another channel',
  restricted_action: 'the workspace lets the bot not post there: ask who administers it',
  ekm_access_denied: 'the workspace has suspended this: ask who administers it',
  msg_too_long: 'shorten the text',
  no_text: 'write a text',
  storage_limit_reached: 'the workspace has no room left for files',
  file_uploads_disabled: 'the workspace takes no files',
  file_uploads_except_images_disabled: 'the workspace takes images only',
  file_type_not_allowed: 'the workspace does not take files of this type',
};

/** Reads an answer that is not the one hoped for. */
export function troubleOf(
  answer: Answer | Lost,
  account: Pick<AccountAccess, 'credentials'>,
  now: number,
): Trouble {
  if (answer.kind === 'lost') {
    const outcome = { kind: 'retry' as const, reason: `Slack: ${answer.reason}` };
    return { outcome, error: null, doubtful: answer.sent };
  }
  const { status, headers, json } = answer;
  const error = textAt(json, 'error');
  const reason = wordsOf(answer, account);
  const certain = (outcome: Refused): Trouble => ({ outcome, error, doubtful: false });

  if (status === 429 || (error !== null && LIMITED.has(error))) {
    const afterMs = retryAfterMs(headers, now);
    return certain({ kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) });
  }
  if (error === 'message_limit_exceeded') return certain({ kind: 'retry', reason, afterMs: CAPPED_AFTER_MS });
  if (status >= 500 || status === 408 || (error !== null && TEMPORARY.has(error))) {
    const afterMs = retryAfterMs(headers, now);
    const outcome = { kind: 'retry' as const, reason, ...(afterMs === undefined ? {} : { afterMs }) };
    return { outcome, error, doubtful: true };
  }
  if (error === 'token_expired') {
    const renewable = Boolean(account.credentials['refreshToken']);
    return certain({ kind: renewable ? 'expired' : 'reauthorize', reason });
  }
  if (error === 'missing_scope') {
    const needed = textAt(json, 'needed') ?? 'more rights';
    return certain({ kind: 'reauthorize', reason: `${reason}. Connect again and allow ${needed}` });
  }
  if (error !== null && DISCONNECTED.has(error)) {
    return certain({ kind: 'reauthorize', reason: `${reason}. Connect the workspace again` });
  }
  if (error !== null || status >= 300) return certain({ kind: 'rejected', reason });
  return { outcome: { kind: 'retry', reason }, error, doubtful: true };
}

/** A call that may have been done all the same is neither refused nor to be repeated: only a look tells. */
export function doubted({ outcome, doubtful }: Trouble): Outcome {
  return doubtful ? { kind: 'unknown', reason: outcome.reason } : outcome;
}

function wordsOf({ status, json }: Answer, { credentials }: Pick<AccountAccess, 'credentials'>): string {
  const error = textAt(json, 'error');
  if (error === null) return `Slack: an answer without what was asked for (status ${status})`;
  const family = error.startsWith('restricted_action') ? 'restricted_action' : error;
  const advice = ADVICE[family];
  const words = advice === undefined ? error : `${error}, ${advice}`;
  const secrets = ['accessToken', 'refreshToken', 'clientSecret'];
  return `Slack: ${brief(withoutSecrets(words, credentials, secrets))}`;
}
