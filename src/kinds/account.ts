/**
 * The kind `account`: what the engine and the introspection need to know of accounts. machines/account.ts makes the
 * decisions.
 */
import { account as machine, type AccountContext } from '../../machines/account.ts';
import type { Persisted } from '../../machines/durable.ts';
import { countWaitingDeliveries, readAccountsWithWorkspace } from '../../store/accounts.ts';
import { pruneDisconnected } from '../../store/retention.ts';
import { defineKind, type HandlersOf } from '../engine/kind.ts';
import { stateName } from '../engine/state-name.ts';
import { redactText } from '../base/redact.ts';
import { AccountEvent, BrokenAccountEvent } from './views/account-schemas.ts';
import { accountExample, brokenExample, publicAccount, publicStatus } from './views/account.ts';
import { describeByAccount } from './views/titles.ts';
import { DAY_MS } from '../base/durations.ts';
import { butFailed } from './views/but-failed.ts';
import { unchanged } from './with-context.ts';

/** The columns of an account that its machine decides. Times are epoch ms. */
export function projectAccount(snapshot: Persisted): {
  status: AccountContext['shown'];
  /** Why a person or the operator has to act. null in other states, where the machine's `reason` explains other things. */
  reason: string | null;
  expiresAt: number | null;
} {
  const { shown: health, reason, expiresAt } = snapshot.context as AccountContext;
  return {
    status: health,
    reason: health === 'needs_reconnect' || health === 'needs_app' ? reason : null,
    expiresAt,
  };
}

type AnnouncedRow = Parameters<typeof publicAccount>[0] & { workspace: string };

const bodyOf = (row: AnnouncedRow, { event, now }: { event: string; now: number }) => ({
  event,
  timestamp: new Date(now).toISOString(),
  workspace: row.workspace,
  account: publicAccount(row),
});

export const account = defineKind({
  name: 'account',
  idPrefix: 'acc',
  machine,
  version: 3,
  // version 1 had one state `disconnected`; the credentials of such an account are already deleted, so it is `settled`
  upgrades: {
    1: (snapshot) =>
      snapshot.value === 'disconnected' ? { ...snapshot, value: { disconnected: 'settled' } } : snapshot,
    2: unchanged,
  },
  listColumns: (snapshot) => {
    const { status, reason, expiresAt } = projectAccount(snapshot);
    return { status, shelf: status, plannedAt: expiresAt, reachedAt: null, reason };
  },
  feedEvent: {
    // who connects or disconnects it sees that by the response; the rest happens by itself
    change: ({ id, snapshot }, before) => {
      const { status } = projectAccount(snapshot);
      if (before === null || status === projectAccount(before).status) return null;
      const data = { id, accountId: id, status: publicStatus(status) };
      return { type: 'account.updated', resource: { type: 'account', id }, data };
    },
  },
  announcements: {
    'account.connected': {
      summary: 'An account joined the workspace',
      schema: AccountEvent,
      example: { account: accountExample },
      read: async (db, ids, announcement) => {
        const rows = await readAccountsWithWorkspace(db, ids);
        return new Map(rows.map((row) => [row.id, bodyOf(row, announcement)]));
      },
    },
    'account.needs_reconnect': {
      summary: 'The network refuses the access to an account: a person has to connect it again',
      schema: BrokenAccountEvent,
      example: { account: brokenExample, reason: 'the password was changed', waitingPosts: 2 },
      read: async (db, ids, announcement) => {
        const rows = await readAccountsWithWorkspace(db, ids);
        const waiting = await countWaitingDeliveries(db, ids);
        return new Map(
          rows.map((row) => {
            const { id, reason } = row;
            const more = { reason: redactText(reason ?? ''), waitingPosts: waiting.get(id) ?? 0 };
            return [id, { ...bodyOf(row, announcement), ...more }];
          }),
        );
      },
    },
  },
  effects: {
    refreshAccount: { answers: ['refresh.'], with: 'network' },
    findWaiting: { answers: ['waiting.found'], with: 'network' },
    revokeAccess: { answers: ['revoke.'], with: 'network' },
    forgetAccess: { answers: ['access.forgotten'], with: 'network' },
  },
  restingStates: [],
  retention: { label: 'disconnectedAccounts', retentionMs: 90 * DAY_MS, prune: pruneDisconnected },
  view: {
    remembers: { accountId: 'accountId', error: 'reason' },
    describe: describeByAccount,
    waitsForPerson: (state) => {
      if (state.startsWith('needs_app'))
        return 'the settings lack its app, or the network refuses it: fix them, then it continues by itself';
      return state === 'needs_reconnect'
        ? 'the network refuses the access: connect the account again, then it continues by itself'
        : null;
    },
    timers: { renewal: { title: 'Renew now', detail: 'The access is renewed at once.' } },
    actions: (_, offer) =>
      offer.answers([
        {
          event: 'refresh.retry',
          title: 'Give up this renewal',
          detail: 'As if the network had been down: it is tried again later.',
          make: ({ reason }) => ({ type: 'refresh.retry', reason }),
        },
      ]),
    senders: { refused: 'family', renewed: 'family' },
    explain: {
      sentence: ({ row, snapshot }, { failureOf }) => {
        const { reason } = snapshot.context as AccountContext;
        const why = reason === null ? '' : `: "${redactText(reason)}"`;
        const but = butFailed(failureOf(row));
        return `This account is ${stateName(snapshot.value).replaceAll('_', ' ')}${why}.${but}`;
      },
    },
  },
});

export type AccountHandlers = HandlersOf<typeof account>;
