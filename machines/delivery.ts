/**
 * A delivery brings one post to one account. There is one delivery for each pair of post and account, for good: that
 * alone keeps a second round (a retry by PATCH, a post moved to drafts and out again) from sending twice.
 *
 * Path: sending ⇄ processing → published | failed, with `retrying` (5, 10, 15 minutes, temporary failures only; spec
 * section 3.1), `limited` (the network's rate limit is used up: no failure, so no attempt is counted), `refreshing` (the
 * token was over), `waiting_account` (a person must connect the account again, then it goes on by itself) and
 * `verifying` (the answer was lost: look before sending again).
 */
import { assign, or, setup } from 'xstate';
import type { Access, AccountEvent, AccountNews } from './account.ts';
import { effect, now } from './durable.ts';
import type { Checkpoint, Finding, Outcome, Refreshed } from './outcome.ts';

const MINUTE = 60_000;
/** How long a round waits for an account to be connected again; then it fails. */
export const ACCOUNT_PATIENCE_MS = 7 * 24 * 60 * MINUTE;
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
  /** The network took the post for good: it is awaited, not taken back and not sent anew. */
  committed: boolean;
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
  /** Budgets that the step now waiting has paid: it has a place, and does not queue again. */
  ticket: Ticket | null;
  /** Until when this round waits for its account, epoch ms; null before it ever had to. */
  waitUntil: number | null;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
  /** How the published post is otherwise than was asked for. Absent: in nothing that is known. */
  warnings?: string[];
};

/** How far a step has paid: the account's budgets, or the app's too. */
export type Ticket = 'account' | 'app';

/** What says which credentials it was that were refused. */
type AboutAccess = 'expired' | 'reauthorize';
type OutcomeEvent = {
  [K in Exclude<Outcome['kind'], AboutAccess>]: { type: `outcome.${K}` } & Omit<
    Extract<Outcome, { kind: K }>,
    'kind'
  >;
}[Exclude<Outcome['kind'], AboutAccess>];
type FindingEvent = {
  [K in Exclude<Finding['kind'], AboutAccess>]: { type: `finding.${K}` } & Omit<
    Extract<Finding, { kind: K }>,
    'kind'
  >;
}[Exclude<Finding['kind'], AboutAccess>];
type RefreshEvent = {
  [K in Refreshed['kind']]: { type: `refresh.${K}` } & Omit<Extract<Refreshed, { kind: K }>, 'kind'>;
}[Refreshed['kind']];

export type DeliveryEvent =
  | { type: 'send'; round: number; onUnknown?: 'retry' | 'hold' }
  | { type: 'cancel'; round: number }
  | { type: `outcome.${AboutAccess}`; reason: string; credentialsVersion: number }
  | { type: `finding.${AboutAccess}`; reason: string; credentialsVersion: number }
  /** A budget is used up, and nothing was sent: go on in `afterMs`. */
  | { type: 'outcome.limited'; reason: string; afterMs: number; ticket: Ticket | null }
  | { type: 'finding.limited'; reason: string; afterMs: number }
  /** The account was connected again, or need not be waited for. */
  | AccountNews
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

/** What a delivery tells its account. */
type AccountReport = Extract<AccountEvent, { type: 'refused' | 'renewed' }>;

type Work = {
  deliveryId: string;
  postId: string;
  accountId: string;
  attempt: number;
  checkpoint: Checkpoint | null;
  ticket: Ticket | null;
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
    tell: effect<{ messages: { to: string; event: DeliveryEnd | AccountReport }[] }>(),

    keepProgress: assign(({ context }, params: { checkpoint: Checkpoint; committed?: true | undefined }) => ({
      checkpoint: params.checkpoint,
      committed: context.committed || params.committed === true,
    })),
    keepCheckpoint: assign({
      checkpoint: (_, params: { checkpoint: Checkpoint | null }) => params.checkpoint,
    }),
    keepPublished: assign(
      (_, params: { networkPostId: string | null; url: string | null; warnings?: string[] | undefined }) => ({
        networkPostId: params.networkPostId,
        url: params.url,
        error: null,
        unresolved: false,
        nextAttemptAt: null,
        ...(params.warnings && { warnings: params.warnings }),
      }),
    ),
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
    keepTicket: assign({ ticket: (_, params: { ticket: Ticket | null }) => params.ticket }),
    useTicket: assign({ ticket: null }),
    stopWaiting: assign({ nextAttemptAt: null }),
    /** A refused access: what to do about it, and until when. */
    awaitAccount: assign(
      ({ context }, params: { reason: string; credentialsVersion?: number | undefined }) => ({
        waitUntil: context.waitUntil ?? now() + ACCOUNT_PATIENCE_MS,
        refusedCredentials: params.credentialsVersion ?? context.refusedCredentials,
        nextAttemptAt: null,
        error: `connect the account again, then this post goes on by itself: ${params.reason}`,
      }),
    ),
    /** The app is missing or refused: the operator's to mend. */
    awaitApp: assign(({ context }, params: { reason: string; credentialsVersion?: number | undefined }) => ({
      waitUntil: context.waitUntil ?? now() + ACCOUNT_PATIENCE_MS,
      refusedCredentials: params.credentialsVersion ?? context.refusedCredentials,
      nextAttemptAt: null,
      error: `this post goes on by itself when the settings are mended: ${params.reason}`,
    })),
    resume: assign({ error: null, refreshes: 0 }),
    giveUpAccount: assign(({ context }) => ({
      unresolved: context.committed,
      error: 'the account was not connected again within 7 days; connect it, then send the post again',
    })),
    forgetLooks: assign({ looks: 0, nextAttemptAt: null }),
    requestCancel: assign((_, params: { round: number }) => ({ cancelRequested: true, round: params.round })),
    keepRound: assign((_, params: { round: number }) => ({ round: params.round })),
    /** Not known to be live, not known not to be: the sentence says what a person has to do. */
    holdUnknown: assign((_, params: { reason: string }) => ({
      unresolved: true,
      error: `outcome unknown, check the account before sending again: ${params.reason}`,
    })),
    resolve: assign({ committed: false, unresolved: false, askedAgain: false, interrupted: false }),
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
      ticket: null,
      waitUntil: null,
    })),
    /** What is under way counts as the first attempt of the new round. */
    joinRound: assign(({ context }, params: { round: number; onUnknown?: 'retry' | 'hold' | undefined }) => ({
      round: params.round,
      onUnknown: params.onUnknown ?? context.onUnknown,
      cancelRequested: false,
      outdated: true,
      attempt: 1,
      crashes: 0,
      waitUntil: null,
    })),
    startAfresh: assign({ checkpoint: null, committed: false }),
    dropOutdated: assign(({ context }) =>
      context.outdated && !context.committed ? { checkpoint: null, outdated: false } : {},
    ),
  },
  guards: {
    isNewRound: ({ context }, params: { round: number }) => params.round > context.round,
    isNewRoundUnresolved: ({ context }, params: { round: number }) =>
      params.round > context.round && context.unresolved,
    isNoEarlierRound: ({ context }, params: { round: number }) => params.round >= context.round,
    isNewRoundCommitted: ({ context }, params: { round: number }) =>
      params.round > context.round && context.committed,
    isNoEarlierRoundCommitted: ({ context }, params: { round: number }) =>
      params.round >= context.round && context.committed,
    isCommitted: ({ context }) => context.committed,
    goesOnAtOnce: (_, params: { afterMs: number }) => params.afterMs <= 0,
    cancelRequested: ({ context }) => context.cancelRequested,
    /** A person asked for it, and the network has not taken the post yet. */
    canCancel: ({ context }) => context.cancelRequested && !context.committed,
    canCancelAfter: ({ context }, params: { committed?: true | undefined }) =>
      context.cancelRequested && !context.committed && params.committed !== true,
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
    turn: ({ context }) => context.waitMs,
    patience: ({ context }) => Math.max(0, (context.waitUntil ?? 0) - now()),
  },
}).createMachine({
  id: 'delivery',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    attempt: 1,
    checkpoint: null,
    cancelRequested: false,
    committed: false,
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
    ticket: null,
    waitUntil: null,
    networkPostId: null,
    url: null,
    error: null,
  }),
  initial: 'sending',
  states: {
    sending: {
      description: 'One durable step of publishing is under way.',
      entry: ['dropOutdated', { type: 'publish', params: ({ context }) => workOf(context) }, 'useTicket'],
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
            guard: { type: 'canCancelAfter', params: ({ event }) => event },
            target: 'cancelled',
            actions: { type: 'keepProgress', params: ({ event }) => event },
          },
          {
            guard: { type: 'goesOnAtOnce', params: ({ event }) => event },
            target: 'sending',
            reenter: true,
            actions: { type: 'keepProgress', params: ({ event }) => event },
          },
          {
            target: 'processing',
            actions: [
              { type: 'keepProgress', params: ({ event }) => event },
              { type: 'wait', params: ({ event }) => ({ waitMs: event.afterMs }) },
            ],
          },
        ],
        'outcome.retry': [
          {
            guard: 'canCancel',
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
            guard: 'isCommitted',
            target: 'failed',
            actions: { type: 'holdUnknown', params: ({ event }) => event },
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
            guard: 'isCommitted',
            target: 'failed',
            actions: { type: 'holdUnknown', params: ({ event }) => event },
          },
          {
            target: 'failed',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
        ],
        'outcome.reauthorize': [
          {
            guard: 'canCancel',
            target: 'cancelled',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
          {
            target: 'waiting_account',
            actions: [
              { type: 'awaitAccount', params: ({ event }) => event },
              { type: 'tell', params: ({ context, event }) => refusalOf(context, event) },
            ],
          },
        ],
        'outcome.limited': [
          { guard: 'canCancel', target: 'cancelled' },
          {
            target: 'limited',
            actions: [
              { type: 'keepTicket', params: ({ event }) => event },
              { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
              { type: 'wait', params: ({ event }) => ({ waitMs: event.afterMs }) },
            ],
          },
        ],
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
        cancel: [
          {
            guard: { type: 'isNoEarlierRoundCommitted', params: ({ event }) => event },
            actions: { type: 'requestCancel', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
            target: 'cancelled',
            actions: { type: 'keepRound', params: ({ event }) => event },
          },
        ],
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
        cancel: [
          {
            guard: { type: 'isNoEarlierRoundCommitted', params: ({ event }) => event },
            actions: { type: 'requestCancel', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
            target: 'cancelled',
            actions: { type: 'keepRound', params: ({ event }) => event },
          },
        ],
        send: [
          {
            guard: { type: 'isNewRoundCommitted', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'begin', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNewRound', params: ({ event }) => event },
            target: 'sending',
            actions: ['startAfresh', { type: 'begin', params: ({ event }) => event }],
          },
        ],
      },
    },
    limited: {
      description:
        "The network's rate limit is used up, for this account or the whole app. It goes on when its turn comes.",
      after: { turn: { target: 'sending', actions: 'stopWaiting' } },
      on: {
        cancel: [
          {
            guard: { type: 'isNoEarlierRoundCommitted', params: ({ event }) => event },
            actions: { type: 'requestCancel', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
            target: 'cancelled',
            actions: { type: 'keepRound', params: ({ event }) => event },
          },
        ],
        send: {
          guard: { type: 'isNewRound', params: ({ event }) => event },
          actions: { type: 'joinRound', params: ({ event }) => event },
        },
      },
    },
    waiting_account: {
      description:
        'The network refuses the access, or the app is missing. It goes on when the account is good again.',
      after: { patience: { target: 'failed', actions: 'giveUpAccount' } },
      on: {
        'account.healthy': { target: 'sending', actions: 'resume' },
        cancel: [
          {
            guard: { type: 'isNoEarlierRoundCommitted', params: ({ event }) => event },
            actions: { type: 'requestCancel', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
            target: 'cancelled',
            actions: { type: 'keepRound', params: ({ event }) => event },
          },
        ],
        send: [
          {
            guard: { type: 'isNewRoundCommitted', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'begin', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNewRound', params: ({ event }) => event },
            target: 'sending',
            actions: ['startAfresh', { type: 'begin', params: ({ event }) => event }],
          },
        ],
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
        'refresh.refreshed': [
          {
            guard: 'canCancel',
            target: 'cancelled',
            actions: { type: 'tell', params: ({ context, event }) => renewalOf(context, event) },
          },
          {
            target: 'sending',
            actions: { type: 'tell', params: ({ context, event }) => renewalOf(context, event) },
          },
        ],
        'refresh.retry': [
          { guard: 'canCancel', target: 'cancelled' },
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
            guard: 'isCommitted',
            target: 'failed',
            actions: { type: 'holdUnknown', params: ({ event }) => event },
          },
          {
            target: 'failed',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
        ],
        'refresh.unconfigured': [
          {
            guard: 'canCancel',
            target: 'cancelled',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
          {
            target: 'waiting_account',
            actions: [
              { type: 'awaitApp', params: ({ event }) => event },
              {
                type: 'tell',
                params: ({ context, event }) => refusalOf(context, event, { unconfigured: true }),
              },
            ],
          },
        ],
        'refresh.reauthorize': [
          {
            guard: 'canCancel',
            target: 'cancelled',
            actions: { type: 'keepError', params: ({ event }) => ({ error: event.reason }) },
          },
          {
            target: 'waiting_account',
            actions: [
              { type: 'awaitAccount', params: ({ event }) => event },
              { type: 'tell', params: ({ context, event }) => refusalOf(context, event) },
            ],
          },
        ],
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
            'finding.reauthorize': [
              {
                guard: 'cancelRequested',
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
              {
                target: 'waiting_account',
                actions: [
                  { type: 'awaitAccount', params: ({ event }) => event },
                  { type: 'tell', params: ({ context, event }) => refusalOf(context, event) },
                ],
              },
            ],
            'finding.limited': {
              target: 'waiting',
              actions: { type: 'wait', params: ({ event }) => ({ waitMs: event.afterMs }) },
            },
          },
        },
        waiting: {
          after: { nextLook: 'looking' },
        },
        refreshing: {
          entry: { type: 'refresh', params: ({ context }) => tokenOf(context) },
          on: {
            'refresh.refreshed': {
              target: 'looking',
              actions: { type: 'tell', params: ({ context, event }) => renewalOf(context, event) },
            },
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
            'refresh.unconfigured': [
              {
                guard: 'cancelRequested',
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
              {
                target: 'waiting_account',
                actions: [
                  { type: 'awaitApp', params: ({ event }) => event },
                  {
                    type: 'tell',
                    params: ({ context, event }) => refusalOf(context, event, { unconfigured: true }),
                  },
                ],
              },
            ],
            'refresh.reauthorize': [
              {
                guard: 'cancelRequested',
                target: '#delivery.failed',
                actions: { type: 'holdUnknown', params: ({ event }) => event },
              },
              {
                target: 'waiting_account',
                actions: [
                  { type: 'awaitAccount', params: ({ event }) => event },
                  { type: 'tell', params: ({ context, event }) => refusalOf(context, event) },
                ],
              },
            ],
          },
        },
        waiting_account: {
          description: 'Nobody can look until the account is connected again.',
          after: {
            patience: {
              target: '#delivery.failed',
              actions: {
                type: 'holdUnknown',
                params: { reason: 'the account was not connected again within 7 days' },
              },
            },
          },
          on: {
            'account.healthy': { target: 'looking', actions: 'resume' },
            cancel: {
              guard: { type: 'isNoEarlierRound', params: ({ event }) => event },
              target: '#delivery.failed',
              actions: [
                { type: 'keepRound', params: ({ event }) => event },
                { type: 'holdUnknown', params: { reason: 'the account was not connected again' } },
              ],
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

function workOf({ deliveryId, postId, accountId, attempt, checkpoint, ticket }: DeliveryContext): Work {
  return { deliveryId, postId, accountId, attempt, checkpoint, ticket };
}

function tokenOf({ accountId, refusedCredentials }: DeliveryContext) {
  return { accountId, refusedCredentials };
}

function endOf(context: DeliveryContext, status: DeliveryEnd['status']) {
  const { postId, accountId, round, error } = context;
  const event: DeliveryEnd = { type: 'delivery.ended', accountId, round, status, error };
  return { messages: [{ to: postId, event }] };
}

/** What the account is told when its access was refused for good. */
function refusalOf(
  { accountId, deliveryId, refusedCredentials }: DeliveryContext,
  refused: { reason: string; credentialsVersion?: number },
  more: { unconfigured?: true } = {},
) {
  const { reason, credentialsVersion = refusedCredentials } = refused;
  const event: AccountReport = { type: 'refused', deliveryId, credentialsVersion, reason, ...more };
  return { messages: [{ to: accountId, event }] };
}

function renewalOf({ accountId }: DeliveryContext, { credentialsVersion, obtainedAt, expiresAt }: Access) {
  const event: AccountReport = { type: 'renewed', credentialsVersion, obtainedAt, expiresAt };
  return { messages: [{ to: accountId, event }] };
}
