/**
 * An account is responsible for its access. It renews a token before the token expires, and warns 14 days before the
 * expiry of one that cannot be renewed. It waits as `needs_reconnect` when only a person can help, and as `needs_app`
 * when only the operator can: the settings lack the app. Deliveries whose access is refused report it here and wait;
 * they continue when the account is connected again or the settings are fixed. A disconnected account ends its access
 * at the network.
 *
 * The tokens are not part of the snapshot: the machine only knows the version of the credentials and when they
 * expire. Versions only rise. Messages may arrive out of order; the one with the older version is ignored.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';
import type { Refreshed } from './outcome.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long before a token expires a person is warned (linkedin: tokens of 60 days, 14 days ahead). */
export const WARN_AHEAD_MS = 14 * DAY;
/**
 * A token with a shorter lifetime is a session token: the step that needs it renews it just before it expires, so an
 * idle account makes no call every hour. The timer then only renews the refresh token behind the session.
 */
const SESSION_MS = DAY;
/** How often an unused session is renewed: refresh tokens that are not used expire after 60 days or more. */
export const KEEP_ALIVE_MS = 7 * DAY;
/** Waits after a temporary failure of a refresh; the last one is repeated. */
export const REFRESH_AGAIN_MS = [10 * 60_000, HOUR, 6 * HOUR, DAY] as const;
/** Waits between checks for a missing app: short at first, then hourly. While it is missing a check makes no call. */
export const APP_AGAIN_MS = [MINUTE, 10 * MINUTE, HOUR] as const;
/** Waits before the second, third … try to revoke the access of a disconnected account; after the last there is no further try. */
export const REVOKE_AGAIN_MS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR] as const;
/** How long deliveries may still report to a disconnected account. */
const REPORTS_FOR_MS = 8 * DAY;
/** How many waiting deliveries get a message in one turn. */
const MAX_TOLD = 200;

/** What the machine knows about the credentials: nothing secret. */
export type Access = {
  /** Rises with every change of the credentials. */
  credentialsVersion: number;
  /** When they were obtained, epoch ms. */
  obtainedAt: number;
  /** When they expire, epoch ms; null if the network names no expiry. */
  expiresAt: number | null;
};

export type AccountInput = Access & {
  accountId: string;
  /** Whether the network renews them without the person. */
  renewable: boolean;
  /** 0 to 1: spreads the renewals of accounts that were connected together. */
  jitter: number;
};

export type AccountContext = AccountInput & {
  /** The status that users see: a refresh in progress does not change it. */
  shown: 'healthy' | 'expiring' | 'needs_reconnect' | 'needs_app' | 'disconnected';
  /** Failed refreshes in a row; for a disconnected account, failed tries to end its access. */
  failures: number;
  /** Epoch ms before which a refresh is not tried again. */
  notBefore: number;
  /**
   * The message of the last failure, in words for people; null if there is none. Snapshots store it under this one name.
   * What failed follows from `shown`:
   *
   * | `shown`               | what it explains                                                    | where it appears      |
   * | --------------------- | ------------------------------------------------------------------- | --------------------- |
   * | `healthy`, `expiring` | why the last refresh failed; it is tried again                      | explain               |
   * | `needs_reconnect`     | why the network refuses the access                                  | `warning` and explain |
   * | `needs_app`           | why the app is missing or refused, or why the last check failed     | `warning` and explain |
   * | `disconnected`        | why the access was not ended at the network, or had no need to be   | explain               |
   */
  reason: string | null;
};

type RefreshEvent = {
  [K in Refreshed['kind']]: { type: `refresh.${K}` } & Omit<Extract<Refreshed, { kind: K }>, 'kind'>;
}[Refreshed['kind']];

export type AccountEvent =
  /** A person connected it (again). */
  | ({ type: 'connected'; renewable: boolean } & Access)
  /** A delivery renewed the credentials, or found them renewed. */
  | ({ type: 'renewed' } & Access)
  /** The access of a delivery was refused permanently, and the delivery waits. `unconfigured`: only the operator can fix this. */
  | {
      type: 'refused';
      deliveryId: string;
      credentialsVersion: number;
      reason: string;
      unconfigured?: true;
    }
  /** The person removed the app at the network. */
  | { type: 'deauthorized'; credentialsVersion: number; reason: string }
  /** The service has read its settings again, and the missing app may now be in them. */
  | { type: 'configured' }
  /** Ids of deliveries that wait for this account; `more`: there are others after the last one. */
  | { type: 'waiting.found'; deliveryIds: string[]; more: boolean }
  | { type: 'disconnect' }
  /** The access has ended at the network. Or there was nothing to end, and `reason` says why. */
  | { type: 'revoke.revoked'; reason?: string }
  | { type: 'revoke.retry'; reason: string; afterMs?: number }
  | { type: 'revoke.refused'; reason: string }
  /** The credentials kept for ending the access are deleted. */
  | { type: 'access.forgotten' }
  | RefreshEvent;

/** Messages to waiting deliveries. */
export type AccountNews = { type: 'account.healthy' };

export const account = setup({
  types: {
    context: {} as AccountContext,
    events: {} as AccountEvent,
    input: {} as AccountInput,
  },
  actions: {
    /** Renews the credentials. A `refresh.*` event reports the result. */
    refreshAccount: effect<{ accountId: string; refusedCredentials: number }>(),
    /** Finds deliveries that wait, from this id on. `waiting.found` reports the result. */
    findWaiting: effect<{ accountId: string; after: string; limit: number }>(),
    /**
     * Ends the webhooks and then the access at the network. A `revoke.*` event reports the result. `triesLeft`: whether it
     * is asked again after `revoke.retry`; if not, failed unsubscribing does not keep the access from being ended. Absent
     * in effects of earlier versions.
     */
    revokeAccess: effect<{ accountId: string; triesLeft?: boolean }>(),
    /** Deletes the credentials that were kept for ending the access. `access.forgotten` reports the result. */
    forgetAccess: effect<{ accountId: string }>(),
    tell: effect<{ messages: { to: string; event: AccountNews }[] }>(),
    announce: effect<{ event: 'account.needs_reconnect' }>(),

    keepAccess: assign((_, { credentialsVersion, obtainedAt, expiresAt }: Access) => ({
      credentialsVersion,
      obtainedAt,
      expiresAt,
      failures: 0,
      notBefore: 0,
      reason: null,
    })),
    keepRenewable: assign({ renewable: (_, params: { renewable: boolean }) => params.renewable }),
    keepRefusal: assign(({ context }, params: { reason: string; credentialsVersion?: number }) => ({
      reason: params.reason,
      credentialsVersion: Math.max(context.credentialsVersion, params.credentialsVersion ?? 0),
    })),
    countFailure: assign(({ context }, params: { reason: string; afterMs?: number | undefined }) => ({
      failures: context.failures + 1,
      reason: params.reason,
      notBefore: now() + Math.max(againMs(context), params.afterMs ?? 0),
    })),
    /** The app is missing, which does not count as a failure of the account. */
    countLook: assign(({ context }, params: { reason: string; credentialsVersion?: number }) => ({
      credentialsVersion: Math.max(context.credentialsVersion, params.credentialsVersion ?? 0),
      failures: context.failures + 1,
      reason: params.reason,
      notBefore: now() + waitMs(APP_AGAIN_MS, context.failures),
    })),
    forgetFailures: assign({ failures: 0, notBefore: 0, reason: null }),
    countRevocation: assign(({ context }, params: { reason: string; afterMs?: number | undefined }) => ({
      failures: context.failures + 1,
      reason: params.reason,
      notBefore: now() + Math.max(waitMs(REVOKE_AGAIN_MS, context.failures), params.afterMs ?? 0),
    })),
    keepReason: assign({ reason: (_, params: { reason?: string | undefined }) => params.reason ?? null }),
    showHealthy: assign({ shown: 'healthy' as const }),
    showExpiring: assign({ shown: 'expiring' as const }),
    showWithoutApp: assign({ shown: 'needs_app' as const }),
    showDisconnected: assign({ shown: 'disconnected' as const, failures: 0, notBefore: 0, reason: null }),
    showBroken: assign(({ context }) => ({
      shown: 'needs_reconnect' as const,
      failures: 0,
      notBefore: 0,
      reason: context.reason ?? 'the access has ended',
    })),
  },
  guards: {
    isOver: ({ context }) => !context.renewable && (context.expiresAt ?? Infinity) <= now(),
    isEnding: ({ context }) => warnsAt(context) <= now(),
    isRenewable: ({ context }) => context.renewable,
    hasEnd: ({ context }) => context.expiresAt !== null,
    isConnected: ({ context }) => context.shown !== 'disconnected',
    isNews: ({ context }, params: { credentialsVersion: number }) =>
      context.shown !== 'disconnected' && params.credentialsVersion > context.credentialsVersion,
    breaks: ({ context }, params: { credentialsVersion: number; unconfigured?: true }) =>
      params.unconfigured !== true &&
      ['healthy', 'expiring', 'needs_app'].includes(context.shown) &&
      params.credentialsVersion >= context.credentialsVersion,
    lacksApp: ({ context }, params: { credentialsVersion: number; unconfigured?: true }) =>
      params.unconfigured === true &&
      ['healthy', 'expiring'].includes(context.shown) &&
      params.credentialsVersion >= context.credentialsVersion,
    revocationsLeft: ({ context }) => areTriesLeft(context),
    goesOn: ({ context }, params: { credentialsVersion: number }) =>
      context.shown === 'disconnected' ||
      (context.shown !== 'needs_reconnect' && params.credentialsVersion < context.credentialsVersion),
    thereAreMore: (_, params: { more: boolean }) => params.more,
  },
  delays: {
    renewal: ({ context }) => Math.max(0, renewsAt(context) - now()),
    warning: ({ context }) => Math.max(0, warnsAt(context) - now()),
    lastReport: REPORTS_FOR_MS,
    appLook: ({ context }) => Math.max(0, context.notBefore - now()),
    revokeAgain: ({ context }) => Math.max(0, context.notBefore - now()),
    end: ({ context }) => Math.max(0, (context.expiresAt ?? 0) - now()),
  },
}).createMachine({
  id: 'account',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    shown: 'healthy',
    failures: 0,
    notBefore: 0,
    reason: null,
  }),
  initial: 'deciding',
  on: {
    connected: {
      guard: by('isNews'),
      target: '.deciding',
      actions: [by('keepAccess'), by('keepRenewable')],
    },
    renewed: { guard: by('isNews'), target: '.deciding', actions: by('keepAccess') },
    // the result of a refresh that arrived after newer credentials were requested
    'refresh.refreshed': { guard: by('isNews'), target: '.deciding', actions: by('keepAccess') },
    refused: [
      {
        guard: by('lacksApp'),
        target: '.needs_app',
        actions: ['forgetFailures', by('countLook')],
      },
      { guard: by('breaks'), target: '.needs_reconnect', actions: by('keepRefusal') },
      {
        // refused before the account was connected again, or there is nothing to wait for: the delivery continues
        guard: by('goesOn'),
        actions: { type: 'tell', params: ({ event }) => newsFor([event.deliveryId]) },
      },
    ],
    deauthorized: { guard: by('breaks'), target: '.needs_reconnect', actions: by('keepRefusal') },
    'waiting.found': [
      {
        guard: by('thereAreMore'),
        actions: [
          { type: 'tell', params: ({ event }) => newsFor(event.deliveryIds) },
          {
            type: 'findWaiting',
            params: ({ context, event }) => searchFrom(context, event.deliveryIds.at(-1)),
          },
        ],
      },
      { actions: { type: 'tell', params: ({ event }) => newsFor(event.deliveryIds) } },
    ],
    disconnect: { guard: 'isConnected', target: '.disconnected' },
  },
  states: {
    deciding: {
      description: 'Decides by the expiry of the credentials.',
      always: [
        { guard: 'isOver', target: 'needs_reconnect' },
        { guard: 'isEnding', target: 'expiring' },
        { target: 'healthy' },
      ],
    },
    healthy: {
      description: 'The access works, and no action is needed.',
      entry: 'showHealthy',
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'isRenewable', target: 'renewable' },
            { guard: 'hasEnd', target: 'ending' },
            { target: 'lasting' },
          ],
        },
        renewable: {
          description: 'Renewed before it expires.',
          after: { renewal: '#account.refreshing' },
        },
        ending: {
          description: 'It cannot be renewed: a person is warned 14 days before it expires.',
          after: { warning: '#account.expiring' },
        },
        lasting: { description: 'Valid until it is revoked.' },
      },
    },
    expiring: {
      description: 'The access ends within 14 days, and nothing has renewed it.',
      entry: 'showExpiring',
      initial: 'deciding',
      states: {
        deciding: {
          always: [{ guard: 'isRenewable', target: 'renewable' }, { target: 'ending' }],
        },
        renewable: {
          description: 'The renewal is tried again every day.',
          after: { renewal: '#account.refreshing' },
        },
        ending: { after: { end: '#account.needs_reconnect' } },
      },
    },
    refreshing: {
      description: 'The credentials are being renewed; users see the status from before.',
      entry: { type: 'refreshAccount', params: ({ context }) => tokenOf(context) },
      on: {
        'refresh.refreshed': { target: 'deciding', actions: by('keepAccess') },
        'refresh.retry': { target: 'deciding', actions: by('countFailure') },
        'refresh.reauthorize': { target: 'needs_reconnect', actions: by('keepRefusal') },
        'refresh.unconfigured': { target: 'needs_app', actions: ['forgetFailures', by('countLook')] },
      },
    },
    needs_app: {
      description:
        'Only the operator can fix this: the settings lack the app, or the network refuses it. Checked again automatically.',
      entry: 'showWithoutApp',
      // on leaving, every waiting delivery gets a message, including those that began to wait in between
      exit: { type: 'findWaiting', params: ({ context }) => searchFrom(context) },
      initial: 'waiting',
      states: {
        waiting: { after: { appLook: 'looking' }, on: { configured: 'looking' } },
        looking: {
          entry: { type: 'refreshAccount', params: ({ context }) => tokenOf(context) },
          on: {
            'refresh.refreshed': { target: '#account.deciding', actions: by('keepAccess') },
            'refresh.retry': { target: 'waiting', actions: by('countLook') },
            'refresh.reauthorize': { target: '#account.needs_reconnect', actions: by('keepRefusal') },
            'refresh.unconfigured': { target: 'waiting', actions: by('countLook') },
          },
        },
      },
    },
    needs_reconnect: {
      description:
        'The network refuses the access. Deliveries wait until a person connects the account again.',
      entry: ['showBroken', { type: 'announce', params: { event: 'account.needs_reconnect' } }],
      // on leaving, every waiting delivery gets a message; one that begins to wait later gets it when it reports
      exit: { type: 'findWaiting', params: ({ context }) => searchFrom(context) },
      on: {
        refused: { guard: by('isNews'), actions: by('keepRefusal') },
      },
    },
    disconnected: {
      description:
        'Removed from the workspace. Deliveries that waited for it continue, and fail because there is no account.',
      entry: ['showDisconnected', { type: 'findWaiting', params: ({ context }) => searchFrom(context) }],
      after: { lastReport: 'gone' },
      initial: 'revoking',
      states: {
        revoking: {
          description: 'The access is being ended at the network.',
          entry: {
            type: 'revokeAccess',
            params: ({ context }) => ({ accountId: context.accountId, triesLeft: areTriesLeft(context) }),
          },
          on: {
            'revoke.revoked': { target: 'settled', actions: by('keepReason') },
            'revoke.refused': { target: 'unrevoked', actions: by('keepReason') },
            'revoke.retry': [
              { guard: 'revocationsLeft', target: 'waiting', actions: by('countRevocation') },
              { target: 'unrevoked', actions: by('keepReason') },
            ],
          },
        },
        waiting: { after: { revokeAgain: 'revoking' } },
        settled: {
          description: 'The access has ended, or there was none to end.',
          entry: { type: 'forgetAccess', params: ({ context }) => ({ accountId: context.accountId }) },
        },
        unrevoked: {
          description: 'The network did not end the access, for the given reason. A person can end it there.',
          entry: { type: 'forgetAccess', params: ({ context }) => ({ accountId: context.accountId }) },
        },
      },
    },
    gone: { type: 'final', description: 'No call in progress can need it any more.' },
  },
});

/**
 * When the credentials are renewed, epoch ms: after two thirds of their lifetime, or at long intervals if the
 * lifetime is short or unlimited. A tenth of the lifetime spreads the accounts.
 */
function renewsAt(context: AccountContext): number {
  const { obtainedAt, expiresAt, jitter, notBefore } = context;
  const lifeMs = lifeOf(context);
  const planned =
    expiresAt === null || lifeMs < SESSION_MS
      ? obtainedAt + KEEP_ALIVE_MS * (1 - jitter / 10)
      : expiresAt - lifeMs / 3 - (jitter * lifeMs) / 10;
  return Math.round(Math.max(planned, notBefore));
}

/**
 * When a person has to be warned, epoch ms. Never for a session token; for renewable credentials only after the
 * renewal failed.
 */
function warnsAt(context: AccountContext): number {
  const { expiresAt, renewable, failures } = context;
  if (expiresAt === null) return Infinity;
  if (renewable && (failures === 0 || lifeOf(context) <= WARN_AHEAD_MS)) return Infinity;
  return expiresAt - WARN_AHEAD_MS;
}

function lifeOf({ obtainedAt, expiresAt }: AccountContext): number {
  return expiresAt === null ? Infinity : expiresAt - obtainedAt;
}

/** The wait after the failures so far. */
function againMs({ failures }: AccountContext): number {
  return waitMs(REFRESH_AGAIN_MS, failures);
}

function waitMs(waits: readonly number[], failures: number): number {
  return waits[Math.min(failures, waits.length - 1)]!;
}

/** Whether ending the access is tried again if this try fails. */
function areTriesLeft({ failures }: AccountContext): boolean {
  return failures < REVOKE_AGAIN_MS.length;
}

function tokenOf({ accountId, credentialsVersion }: AccountContext) {
  return { accountId, refusedCredentials: credentialsVersion };
}

function searchFrom({ accountId }: AccountContext, after = '') {
  return { accountId, after, limit: MAX_TOLD };
}

function newsFor(deliveryIds: string[]) {
  return { messages: deliveryIds.map((to) => ({ to, event: { type: 'account.healthy' as const } })) };
}
