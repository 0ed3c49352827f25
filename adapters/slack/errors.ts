/** Meanings of Slack's errors. They come as `error` with status 200; the status decides only if there is none. */
import { each, errorReader } from '../lib/error-rules.ts';
import { type NetworkResponse, type Lost, textAt } from '../lib/http.ts';

/** What a person can do about an error that does not pass by itself. */
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
  file_uploads_disabled: 'the workspace does not accept files',
  file_uploads_except_images_disabled: 'the workspace takes images only',
  file_type_not_allowed: 'the workspace does not take files of this type',
};

const RECONNECT = { kind: 'reauthorize', advice: 'Connect the workspace again' } as const;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Slack',
  message: ({ json }) => {
    const error = textAt(json, 'error');
    if (error === null) return null;
    const family = error.startsWith('restricted_action') ? 'restricted_action' : error;
    const advice = ADVICE[family];
    return advice === undefined ? error : `${error}, ${advice}`;
  },
  code: errorOf,
  codes: {
    ...each(['ratelimited', 'rate_limited'], 'limited'),
    // the workspace's message limit: it ends in hours, not in seconds
    message_limit_exceeded: { kind: 'retry', afterMs: 3_600_000 },
    ...each(['internal_error', 'service_unavailable', 'request_timeout', 'fatal_error'], 'server_error'),
    team_added_to_org: 'server_error',
    ...each(['invalid_auth', 'not_authed', 'token_revoked', 'account_inactive'], RECONNECT),
    ...each(['invalid_refresh_token', 'org_login_required', 'team_access_not_granted'], RECONNECT),
  },
  special: (response, { account }) => {
    const error = errorOf(response);
    if (error === null || response.status === 429 || response.status >= 500) return null;
    if (error === 'token_expired') return account.credentials['refreshToken'] ? 'expired' : 'reauthorize';
    if (error !== 'missing_scope') return 'rejected';
    const needed = textAt(response.json, 'needed') ?? 'more rights';
    return { kind: 'reauthorize', advice: `Connect again and allow ${needed}` };
  },
  statuses: { '3xx': 'rejected', 401: 'rejected' },
});

/** Slack's error code; null if the response has none. */
export function errorOf(response: NetworkResponse | Lost): string | null {
  return response.kind === 'response' ? textAt(response.json, 'error') : null;
}
