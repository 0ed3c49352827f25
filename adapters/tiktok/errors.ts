/**
 * Meanings of TikTok's errors. Every response has `error.code`, and only `ok` means success, whatever the status.
 * Known codes decide (content posting API, error codes).
 */
import { each, errorReader } from '../lib/error-rules.ts';
import { type NetworkResponse, retryAfterMs, textAt } from '../lib/http.ts';

export const DAY_MS = 24 * 3_600_000;
/** A sliding window of a minute; no header says when it is free. */
const LIMITED_MS = 60_000;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'TikTok',
  message: (response) => {
    const code = codeIn(response);
    const words = textAt(response.json, 'error', 'message') ?? '';
    if (words === '') return code === '' ? null : `refused with ${code}`;
    return `${words} (${code})`;
  },
  code: codeIn,
  codes: {
    access_token_invalid: 'expired',
    scope_not_authorized: 'reauthorize',
    ...each(['spam_risk_too_many_posts', 'spam_risk_too_many_pending_share', 'reached_active_user_cap'], {
      kind: 'retry',
      afterMs: DAY_MS,
    }),
    rate_limit_exceeded: 'limited',
    internal_error: 'server_error',
    // problems that the operator has to fix before any post is possible
    unaudited_client_can_only_post_to_private_accounts: {
      kind: 'rejected',
      advice: 'The app is not audited by TikTok: until it is, it posts as SELF_ONLY to private accounts only',
    },
    url_ownership_unverified: {
      kind: 'rejected',
      advice: "The address of the photos must be verified in TikTok's developer portal, under URL properties",
    },
    privacy_level_option_mismatch: {
      kind: 'rejected',
      advice: 'Choose another tiktokSettings.privacyLevel',
    },
  },
  special: (response) =>
    response.status < 400 && !['', 'ok'].includes(codeIn(response)) ? 'rejected' : null,
  limitedMs: ({ headers }, now) => retryAfterMs(headers, now) ?? LIMITED_MS,
});

/** Success is `ok` in a response with status 200. */
export function isOk(response: NetworkResponse): boolean {
  return response.status < 300 && codeIn(response) === 'ok';
}

function codeIn({ json }: NetworkResponse): string {
  return textAt(json, 'error', 'code') ?? '';
}
