/** An account as responses and webhooks show it. */
import type { AccountRow } from '../../../store/accounts.ts';
import { isoOf } from '../../time.ts';

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
    receiving: row.receiving && {
      since: isoOf(row.receiving.since),
      via: row.receiving.via,
      everySeconds: row.receiving.everySeconds,
      checkedAt: isoOf(row.receiving.checkedAt),
      lastEventAt: orNull(row.receiving.lastEventAt),
      lastWholeReadAt: orNull(row.receiving.polledAt),
      missing: missingOf(row.receiving),
      problem: problemOf(row.receiving),
    },
  };
}

type Receiving = NonNullable<AccountRow['receiving']>;

/** @param at epoch ms; absent or 0: never */
const orNull = (at: number | undefined) => (at ? isoOf(at) : null);

/** What does not arrive; and that reading pauses, where the network charges for it. */
function problemOf({ problem, paused, lapse, polledAt = 0 }: Receiving): string | null {
  const isUnread = lapse && polledAt < lapse.until;
  const ended = isUnread
    ? `The network had ended the subscription and reported nothing from ${isoOf(lapse.since)} to ${isoOf(lapse.until)}. It reports again, and what people wrote meanwhile is being read.`
    : null;
  const all = [problem, paused?.reason, ended].filter((one) => one != null);
  return all.length === 0 ? null : all.join('; ');
}

/** What has not arrived, and will or cannot. */
function missingOf({ unread, lapse }: Receiving) {
  if (unread) {
    const { since, code, reason, nextAt } = unread;
    return { since: isoOf(since), code, reason: UNREAD[code](reason), nextAt: isoOf(nextAt) };
  }
  if (!lapse) return null;
  const reason = `The network had ended the subscription and reported nothing until ${isoOf(lapse.until)}. Messages and comments are read afterwards; taps, story replies and opened ref links of that time cannot be read again.`;
  return { since: isoOf(lapse.since), code: 'unreported' as const, reason, nextAt: null };
}

const UNREAD: { [code in NonNullable<Receiving['unread']>['code']]: (reason: string) => string } = {
  reading: () => 'What people wrote since then is being read, page by page.',
  network: (reason) => `The network cannot be read now, and is tried again: ${reason}`,
  budget: (reason) => `Reading pauses: ${reason}`,
  access: (reason) => `The network refuses to be read. Connect the account again: ${reason}`,
};

/**
 * The status that callers see: one of three. `needs_app` becomes `needs_reconnect` with another warning, because only the
 * operator of this service can fix it.
 */
function publicStatus(status: AccountRow['status']): 'healthy' | 'expiring' | 'needs_reconnect' {
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
        expiresAt: at,
      };
    case 'needs_app':
      return {
        code: 'app_not_configured',
        message: `the operator of this service has to fix its settings, then posts that wait continue by themselves${reason === null ? '' : ` (${reason})`}`,
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
  receiving: null,
};
