/** An account as responses and webhooks show it. */
import type { AccountRow } from '../../../store/accounts.ts';
import { publicReceiving } from './receiving.ts';

/** The account as callers see it, without its credentials. */
export function publicAccount(row: AccountRow) {
  return {
    id: row.id,
    platform: row.platform,
    displayName: row.displayName,
    username: row.username,
    avatarUrl: row.avatarUrl,
    url: row.url,
    status: publicStatus(row.status),
    warning: warningOf(row),
    connectedAt: row.connectedAt.toISOString(),
    onUnknown: row.onUnknown,
    ownSchedule: row.ownSchedule,
    receiving: row.receiving && publicReceiving(row.receiving),
  };
}

/**
 * The status that callers see: one of three. `needs_app` becomes `needs_reconnect` with another warning, because only the
 * operator of this service can fix it.
 */
export function publicStatus(status: AccountRow['status']): 'healthy' | 'expiring' | 'needs_reconnect' {
  return status === 'disconnected' || status === 'needs_app' ? 'needs_reconnect' : status;
}

function warningOf({ status, reason, expiresAt, platform }: AccountRow) {
  const at = expiresAt?.toISOString() ?? null;
  switch (status) {
    case 'healthy':
    case 'disconnected': // its row is deleted soon
      return null;
    case 'expiring':
      return {
        code: 'token_expiring',
        message: `the access to ${platform} ends soon: connect the account again before then`,
        expiresAt: at,
      };
    case 'needs_reconnect':
      return {
        code: 'needs_reconnect',
        message: `connect the account again, then posts that wait for it continue by themselves${reason === null ? '' : ` (${reason})`}`,
        ...(reason !== null && { values: { reason } }),
        expiresAt: at,
      };
    case 'needs_app':
      return {
        code: 'app_not_configured',
        message: `the operator of this service has to fix its settings, then posts that wait continue by themselves${reason === null ? '' : ` (${reason})`}`,
        ...(reason !== null && { values: { reason } }),
        expiresAt: at,
      };
    default:
      return status satisfies never;
  }
}

export const accountExample = {
  id: 'acc_01JD0000000000000000000001',
  platform: 'bluesky',
  displayName: 'Café Luna',
  username: 'cafe-luna.example.social',
  avatarUrl: null,
  url: 'https://bsky.app/profile/cafe-luna.example.social',
  status: 'healthy' as const,
  warning: null,
  connectedAt: '2026-05-04T08:00:00.000Z',
  onUnknown: 'retry' as const,
  ownSchedule: false,
  receiving: null,
};

/** The same account, when the network refuses its access. */
export const brokenExample = {
  ...accountExample,
  status: 'needs_reconnect' as const,
  warning: {
    code: 'needs_reconnect' as const,
    message:
      'connect the account again, then posts that wait for it continue by themselves (the password was changed)',
    values: { reason: 'the password was changed' },
    expiresAt: null,
  },
};
