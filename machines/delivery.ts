/**
 * A delivery brings one post to one account. There is one delivery for each pair of post and account, for good: that
 * alone keeps a second round (a retry by PATCH, a post moved to drafts and out again) from sending twice.
 *
 * Path: sending ⇄ processing → published | failed, with `retrying` (5, 10, 15 minutes, temporary failures only; spec
 * section 3.1), `refreshing` (the token was over) and `verifying` (the answer was lost: look before sending again).
 */
import { assign, or, setup } from 'xstate';
import { effect, now } from './durable.ts';
import type { Checkpoint, Finding, Outcome, Refreshed } from './outcome.ts';

const MINUTE = 60_000;
/** Waits before the second, third and fourth attempt (spec section 8: 3 retries, at 5, 10, 15 minutes). */
export const RETRY_AFTER_MS = [5 * MINUTE, 10 * MINUTE, 15 * MINUTE] as const;
/** Waits between looks while a network is down and a lost answer must be cleared up; then a person must look. */
export const VERIFY_AFTER_MS = [10_000, MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE] as const;
/** How often a step is taken anew at once because the service stopped in the middle of it. */
export const MOST_CRASHES = 5;
/** A token that was just refreshed and is refused again is not refreshed for ever. */
const MOST_REFRESHES = 2;

/** A type, not an interface: XState wants an index signature for JSON. */
export type DeliveryInput = {
  deliveryId: string;
  postId: string;
  accountId: string;
  platform: string;
  /** What to do when nobody can tell whether the post is live: send again as the spec says, or hold. */
  onUnknown: 'retry' | 'hold';
  /**
   * The post's publishing round. Ends carry it back, and messages that overtake each other on the way are told apart by
   * it: a cancel of an earlier round, or a send that its own cancel was faster than, has nothing to say any more.
   */
  round: number;
};

export type DeliveryContext = DeliveryInput & {
  attempt: number;
  checkpoint: Checkpoint | null;
  cancelRequested: boolean;
  /** Published anew while a step was under way: what is checkpointed may be of a text that was edited since. */
  outdated: boolean;
  /** The last round ended without anybody knowing whether the post is live: look first when asked to send again. */
  unresolved: boolean;
  /** A person was told that the outcome is unknown and asked to send all the same. */
  askedAgain: boolean;
  /** The answer was lost because the service itself stopped: then nothing speaks against going on at once. */
  interrupted: boolean;
  looks: number;
  crashes: number;
  refreshes: number;
  /** Version of the credentials that were refused: a refresh that finds newer ones has nothing to do. */
  refusedCredentials: number;
  /** Wait of the state now entered, ms. */
  waitMs: number;
  nextAttemptAt: number | null;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
};

type OutcomeEvent = {
  [K in Exclude<Outcome['kind'], 'expired'>]: { type: `outcome.${K}` } & Omit<
    Extract<Outcome, { kind: K }>,
    'kind'
  >;
}[Exclude<Outcome['kind'], 'expired'>];
type FindingEvent = {
  [K in Exclude<Finding['kind'], 'expired'>]: { type: `finding.${K}` } & Omit<
    Extract<Finding, { kind: K }>,
    'kind'
  >;
}[Exclude<Finding['kind'], 'expired'>];
type RefreshEvent = {
  [K in Refreshed['kind']]: { type: `refresh.${K}` } & Omit<Extract<Refreshed, { kind: K }>, 'kind'>;
}[Refreshed['kind']];

export type DeliveryEvent =
  | { type: 'send'; round: number; onUnknown?: 'retry' | 'hold' }
  | { type: 'cancel'; round: number }
  | { type: 'outcome.expired'; reason: string; credentialsVersion: number }
  | { type: 'finding.expired'; reason: string; credentialsVersion: number }
  /** The service stopped while a step that must not be repeated blindly was under way. */
  | { type: 'outcome.interrupted'; reason: string }
  | OutcomeEvent
  | FindingEvent
  | RefreshEvent;

/** How a delivery ended, as told to its post. */
export type DeliveryEnd = {
  type: 'delivery.ended';
  accountId: string;
  round: number;
  status: 'published' | 'failed' | 'cancelled';
  error: string | null;
};

type Work = {
  deliveryId: string;
  postId: string;
  accountId: string;
  attempt: number;
  checkpoint: Checkpoint | null;
};

export const delivery = setup({
  types: {
    context: {} as DeliveryContext,
    events: {} as DeliveryEvent,
    input: {} as DeliveryInput,
  },
  actions: {
    /** One durable step of the adapter. Answered by an `outcome.*` event. */
    publish: effect<Work>(),
    /** Look whether the post is live. Answered by a `finding.*` event. */
    verify: effect<Work>(),
    /** Refresh the account's access token. Answered by a `refresh.*` event. */
    refresh: effect<{ accountId: string; refusedCredentials: number }>(),
    tell: effect<{ messages: { to: string; event: DeliveryEnd }[] }>(),

    keepCheckpoint: assign({
      checkpoint: (_, params: { checkpoint: Checkpoint | null }) => params.checkpoint,
    }),
    keepPublished: assign((_, params: { networkPostId: string | null; url: string | null }) => ({
      networkPostId: params.networkPostId,
      url: params.url,
      error: null,
      unresolved: false,
      nextAttemptAt: null,
    })),
    keepError: assign((_, params: { error: string }) => ({ error: params.error })),
    wait: assign((_, params: { waitMs: number }) => ({
      waitMs: params.waitMs,
      nextAttemptAt: now() + params.waitMs,
    })),
    countAttempt: assign(({ context }) => ({
      attempt: context.attempt + 1,
      nextAttemptAt: null,
      refreshes: 0,
    })),
    countLook: assign(({ context }) => ({ looks: context.looks + 1 })),
    countCrash: assign(({ context }) => ({ crashes: context.crashes + 1, interrupted: true })),
    blameNetwork: assign({ interrupted: false }),
    askAgain: assign({ askedAgain: true }),
    countRefresh: assign(({ context }, params: { credentialsVersion: number }) => ({
      refreshes: context.refreshes + 1,
      refusedCredentials: params.credentialsVersion,
    })),
    forgetLooks: assign({ looks: 0, nextAttemptAt: null }),
    requestCancel: assign((_, params: { round: number }) => ({ cancelRequested: true, round: params.round })),
    keepRound: assign((_, params: { round: number }) => ({ round: params.round })),
    /** Not known to be live, not known not to be: the sentence says what a person has to do. */
    holdUnknown: assign((_, params: { reason: string }) => ({
      unresolved: true,
      error: `outcome unknown, check the account before sending again: ${params.reason}`,
    })),
    resolve: assign({ unresolved: false, askedAgain: false, interrupted: false }),
    begin: assign(({ context }, params: { round: number; onUnknown?: 'retry' | 'hold' | undefined }) => ({
      round: params.round,
      onUnknown: params.onUnknown ?? context.onUnknown,
      cancelRequested: false,
      attempt: 1,
      crashes: 0,
      looks: 0,
      refreshes: 0,
      error: null,
      nextAttemptAt: null,
    })),
    /** What is under way counts as the first attempt of the new round. */
    joinRound: assign(({ context }, params: { round: number; onUnknown?: 'retry' | 'hold' | undefined }) => ({
      round: params.round,
      onUnknown: params.onUnknown ?? context.onUnknown,
      cancelRequested: false,
      outdated: true,
      attempt: 1,
      crashes: 0,
    })),
    startAfresh: assign({ checkpoint: null }),
    dropOutdated: assign(({ context }) => (context.outdated ? { checkpoint: null, outdated: false } : {})),
  },
  guards: {
    isNewRound: ({ context }, params: { round: number }) => params.round > context.round,
    isNewRoundUnresolved: ({ context }, params: { round: number }) =>
      params.round > context.round && context.unresolved,
    isNoEarlierRound: ({ context }, params: { round: number }) => params.round >= context.round,
    goesOnAtOnce: (_, params: { afterMs: number }) => params.afterMs <= 0,
    cancelRequested: ({ context }) => context.cancelRequested,
    attemptsLeft: ({ context }) => context.attempt <= RETRY_AFTER_MS.length,
    looksLeft: ({ context }) => context.looks < VERIFY_AFTER_MS.length,
    refreshesLeft: ({ context }) => context.refreshes < MOST_REFRESHES,
    holds: ({ context }) => context.onUnknown === 'hold',
    wasInterrupted: ({ context }) => context.interrupted && context.crashes <= MOST_CRASHES,
    askedAgain: ({ context }) => context.askedAgain,
  },
  delays: {
    lookAgain: ({ context }) => context.waitMs,
    backoff: ({ context }) => context.waitMs,
    nextLook: ({ context }) => context.waitMs,
  },
}).createMachine({
  id: 'delivery',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    attempt: 1,
    checkpoint: null,
    cancelRequested: false,
    outdated: false,
    unresolved: false,
    askedAgain: false,
    interrupted: false,
    looks: 0,
    crashes: 0,
    refreshes: 0,
    refusedCredentials: 0,
    waitMs: 0,
    nextAttemptAt: null,
    networkPostId: null,
    url: null,
    error: null,
  }),
  initial: 'sending',
  states: {
    sending: {
      description: 'One durable step of publishing is under way.',
      entry: ['dropOutdated', { type: 'publish', params: ({ context }) => workOf(context) }],
      on: {
        cancel: {
          guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
          actions: { type: 'requestCancel', params: ({ event }) => event },
        },
        send: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          actions: { type: 'joinRound', params: ({ event }) => event },
        },
        'outcome.published': {
          target: 'published',
          actions: { type: 'keepPublished', params: ({ event }) => event },
        },
        'outcome.progress': [
          {
            guard: 'cancelRequested',
            target: 'cancelled',
            actions: { type: 'keepCheckpoint', params: ({ event }) => event },
          },
          {
            guard: { type: 'goesOnAtOnce', params: ({ event }) => event },
            target: 'sending',
            reenter: true,
            actions: { type: 'keepCheckpoint', params: ({ event }) => event },
          },
          {
            target: 'processing',
            actions: [
              { type: 'keepCheckpoint', params: ({ event }) => event },
              { type: 'wait', params: ({ event }) => ({ waitMs: event.afterMs }) },
            ],
          },
        ],
        'outcome.retry': [
          {
            guard: 'cancelRequested',
            target: 'cancelled',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
          {
            guard: 'attemptsLeft',
            target: 'retrying',
            actions: [
              { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
              {
                type: 'wait',
                params: ({ context, event }) => ({ waitMs: retryWaitMs(context, event.afterMs) }),
              },
            ],
          },
          {
            target: 'failed',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
        ],
        'outcome.rejected': {
          target: 'failed',
          actions: ['startAfresh', { type: 'keepError', params: ({ event }) => ({ error: event.reason }) }],
        },
        'outcome.expired': [
          {
            guard: 'refreshesLeft',
            target: 'refreshing',
            actions: [
              { type: 'countRefresh', params: ({ event }) => event },
              { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
            ],
          },
          {
            target: 'failed',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
        ],
        'outcome.reauthorize': {
          target: 'failed',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
        },
        'outcome.unknown': {
          target: 'verifying',
          actions: [
            'forgetLooks',
            'blameNetwork',
            { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          ],
        },
        'outcome.interrupted': {
          target: 'verifying',
          actions: [
            'forgetLooks',
            'countCrash',
            { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          ],
        },
      },
    },
    processing: {
      description: 'The network is working on the media. A timer row waits, no worker does.',
      after: { lookAgain: 'sending' },
      on: {
        cancel: {
          guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
          target: 'cancelled',
          actions: { type: 'keepRound', params: ({ event }) => event },
        },
        send: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          actions: { type: 'joinRound', params: ({ event }) => event },
        },
      },
    },
    retrying: {
      description:
        'A temporary failure. The next attempt is in 5, 10 or 15 minutes, or when the network says.',
      after: { backoff: { target: 'sending', actions: 'countAttempt' } },
      on: {
        cancel: {
          guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
          target: 'cancelled',
          actions: { type: 'keepRound', params: ({ event }) => event },
        },
        send: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          target: 'sending',
          actions: ['startAfresh', { type: 'begin', params: ({ event }) => event }],
        },
      },
    },
    refreshing: {
      description: 'The access token was over. One refresh for all deliveries of the account.',
      entry: { type: 'refresh', params: ({ context }) => tokenOf(context) },
      on: {
        cancel: {
          guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
          actions: { type: 'requestCancel', params: ({ event }) => event },
        },
        send: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          actions: { type: 'joinRound', params: ({ event }) => event },
        },
        'refresh.refreshed': [{ guard: 'cancelRequested', target: 'cancelled' }, { target: 'sending' }],
        'refresh.retry': [
          { guard: 'cancelRequested', target: 'cancelled' },
          {
            guard: 'attemptsLeft',
            target: 'retrying',
            actions: [
              { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
              {
                type: 'wait',
                params: ({ context, event }) => ({ waitMs: retryWaitMs(context, event.afterMs) }),
              },
            ],
          },
          {
            target: 'failed',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
        ],
        'refresh.reauthorize': {
          target: 'failed',
          actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
        },
      },
    },
    verifying: {
      description: 'The answer was lost. Look at the network before anything is sent again.',
      initial: 'looking',
      on: {
        cancel: {
          guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
          actions: { type: 'requestCancel', params: ({ event }) => event },
        },
        send: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          actions: { type: 'joinRound', params: ({ event }) => event },
        },
      },
      states: {
        looking: {
          entry: { type: 'verify', params: ({ context }) => workOf(context) },
          on: {
            'finding.live': {
              target: '#delivery.published',
              actions: { type: 'keepPublished', params: ({ event }) => event },
            },
            'finding.absent': [
              {
                guard: 'cancelRequested',
                target: '#delivery.cancelled',
                actions: ['resolve', 'startAfresh'],
              },
              {
                // the service stopped, or a person asked: nothing speaks against sending at once
                guard: or(['wasInterrupted', 'askedAgain']),
                target: '#delivery.sending',
                actions: [
                  'resolve',
                  {
                    type: 'keepCheckpoint',
                    params: ({ event }) => ({ checkpoint: event.checkpoint ?? null }),
                  },
                ],
              },
              {
                guard: 'attemptsLeft',
                target: '#delivery.retrying',
                actions: [
                  'resolve',
                  {
                    type: 'keepCheckpoint',
                    params: ({ event }) => ({ checkpoint: event.checkpoint ?? null }),
                  },
                  { type: 'wait', params: ({ context }) => ({ waitMs: retryWaitMs(context) }) },
                ],
              },
              { target: '#delivery.failed', actions: ['resolve', 'startAfresh'] },
            ],
            'finding.cannot_tell': [
              {
                guard: 'cancelRequested',
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
              { guard: 'askedAgain', target: '#delivery.sending', actions: ['resolve', 'startAfresh'] },
              {
                guard: 'holds',
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
              {
                guard: 'attemptsLeft',
                target: '#delivery.retrying',
                actions: { type: 'wait', params: ({ context }) => ({ waitMs: retryWaitMs(context) }) },
              },
              {
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
            ],
            'finding.retry': [
              {
                guard: 'looksLeft',
                target: 'waiting',
                actions: [
                  {
                    type: 'wait',
                    params: ({ context, event }) => ({
                      waitMs: Math.max(VERIFY_AFTER_MS[context.looks] ?? MINUTE, event.afterMs ?? 0),
                    }),
                  },
                  'countLook',
                ],
              },
              {
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
            ],
            'finding.expired': [
              {
                guard: 'refreshesLeft',
                target: 'refreshing',
                actions: { type: 'countRefresh', params: ({ event }) => event },
              },
              {
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
            ],
            'finding.reauthorize': {
              target: '#delivery.failed',
              actions: { type: 'holdUnknown', params: ({ event }) => event },
            },
          },
        },
        waiting: {
          after: { nextLook: 'looking' },
        },
        refreshing: {
          entry: { type: 'refresh', params: ({ context }) => tokenOf(context) },
          on: {
            'refresh.refreshed': 'looking',
            'refresh.retry': [
              {
                guard: 'looksLeft',
                target: 'waiting',
                actions: [
                  {
                    type: 'wait',
                    params: ({ context, event }) => ({
                      waitMs: Math.max(VERIFY_AFTER_MS[context.looks] ?? MINUTE, event.afterMs ?? 0),
                    }),
                  },
                  'countLook',
                ],
              },
              {
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
            ],
            'refresh.reauthorize': {
              target: '#delivery.failed',
              actions: { type: 'holdUnknown', params: ({ event }) => event },
            },
          },
        },
      },
    },
    published: {
      type: 'final',
      entry: { type: 'tell', params: ({ context }) => endOf(context, 'published') },
    },
    failed: {
      description:
        'Ended without success. A new round may send again, after a look where the outcome is unknown.',
      entry: { type: 'tell', params: ({ context }) => endOf(context, 'failed') },
      on: {
        cancel: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          actions: { type: 'keepRound', params: ({ event }) => event },
        },
        send: [
          {
            guard: { type: 'isNewRoundUnresolved', params: ({ event }) => event },
            target: 'verifying',
            actions: ['askAgain', { type: 'begin', params: ({ event }) => event }],
          },
          {
            guard: { type: 'isNewRound', params: ({ event }) => event },
            target: 'sending',
            actions: ['startAfresh', { type: 'begin', params: ({ event }) => event }],
          },
        ],
      },
    },
    cancelled: {
      description: 'Taken back before anything was live.',
      entry: { type: 'tell', params: ({ context }) => endOf(context, 'cancelled') },
      on: {
        cancel: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          actions: { type: 'keepRound', params: ({ event }) => event },
        },
        send: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          target: 'sending',
          actions: ['startAfresh', { type: 'begin', params: ({ event }) => event }],
        },
      },
    },
  },
});

/** The wait before the next attempt: the spec's, or the network's Retry-After when that is longer. */
function retryWaitMs(context: DeliveryContext, retryAfterMs = 0): number {
  return Math.max(RETRY_AFTER_MS[context.attempt - 1] ?? 0, retryAfterMs);
}

function workOf({ deliveryId, postId, accountId, attempt, checkpoint }: DeliveryContext): Work {
  return { deliveryId, postId, accountId, attempt, checkpoint };
}

function tokenOf({ accountId, refusedCredentials }: DeliveryContext) {
  return { accountId, refusedCredentials };
}

function endOf(context: DeliveryContext, status: DeliveryEnd['status']) {
  const { postId, accountId, round, error } = context;
  const event: DeliveryEnd = { type: 'delivery.ended', accountId, round, status, error };
  return { messages: [{ to: postId, event }] };
}
