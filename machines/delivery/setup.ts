/** The actions, guards and delays that the states of a delivery share. */
import { assign, or, setup } from 'xstate';
import type { Access } from '../account.ts';
import { by } from '../by.ts';
import { effect, now } from '../durable.ts';
import type { Checkpoint } from '../outcome.ts';
import {
  type AccountReport,
  type DeliveryContext,
  type DeliveryEnd,
  type DeliveryEvent,
  type DeliveryInput,
  type LivePart,
  refusalOf,
  renewalOf,
  type Ticket,
  type Work,
} from './context.ts';

const MINUTE = 60_000;
/** How long a round waits for an account to be connected again; after that it fails. */
export const ACCOUNT_PATIENCE_MS = 7 * 24 * 60 * MINUTE;
/** Waits before the second, third and fourth attempt, counted from the failure. */
export const RETRY_AFTER_MS = [5 * MINUTE, 10 * MINUTE, 15 * MINUTE] as const;
/** Waits between lookups while they fail temporarily; after the last one a person must check. */
export const VERIFY_AFTER_MS = [10_000, MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE] as const;
/** A `Retry-After` shorter than this is waited for and counts as no attempt, ms. */
export const SHORT_WAIT_MS = 5 * MINUTE;
/** How many short waits an attempt may take before the next one counts as a failure. */
export const MAX_SHORT_WAITS = 10;
/** How often a step is repeated at once because the service stopped in the middle. */
export const MAX_CRASHES = 5;
/** How many waits for the account's budget one lookup may take; after the last one a person must check. */
export const MAX_LIMITED_LOOKS = 50;
/** How often a round continues from the state that a lookup found; after that a person must check. More than an upload has parts. */
export const MAX_CONTINUED = 50;
/** How often one attempt refreshes a token that is refused again. */
const MAX_REFRESHES = 2;

type OfRound = {
  round: number;
  onUnknown?: 'retry' | 'hold' | undefined;
  parts?: number | undefined;
  namesPost?: true | undefined;
};
/** An event that may name a time, ms. */
type Timed = { type: string; afterMs?: number | undefined };
/** What the network responded, with its own code if it refused something. */
type Refusal = { reason: string; code?: string | undefined };
type Refused = Refusal & { credentialsVersion?: number | undefined };
type OnNetwork = { networkPostId: string | null; url: string | null; warnings?: string[] | undefined };

export const base = setup({
  types: {
    context: {} as DeliveryContext,
    events: {} as DeliveryEvent,
    input: {} as DeliveryInput,
  },
  actions: {
    /** Takes one durable step of the adapter. An `outcome.*` event reports the result. */
    publish: effect<Work>(),
    /** Looks up whether the post is live. A `finding.*` event reports the result. */
    verify: effect<Work>(),
    /** Refreshes the account's access token. A `refresh.*` event reports the result. */
    refresh: effect<{ accountId: string; refusedCredentials: number }>(),
    tell: effect<{ messages: { to: string; event: DeliveryEnd | AccountReport }[] }>(),
    announce: effect<{ event: 'post.needs_attention' }>(),

    keepProgress: assign(({ context }, params: { checkpoint: Checkpoint; committed?: true | undefined }) => ({
      checkpoint: params.checkpoint,
      committed: context.committed || params.committed === true,
    })),
    keepPublished: assign(({ context }, params: OnNetwork) => ({
      ...liveOf(context, params),
      ...errorOf(context, null),
      doubt: null,
      nextAttemptAt: null,
    })),
    /** A part is live and others follow: the next one starts like a new post. */
    keepPart: assign(({ context }, params: OnNetwork) => ({
      ...liveOf(context, params),
      ...errorOf(context, null),
      attempt: 1,
      checkpoint: null,
      committed: false,
      lastAnswer: null,
      doubt: null,
      looks: 0,
      crashes: 0,
      refreshes: 0,
      shortWaits: 0,
      nextAttemptAt: null,
      ticket: null,
    })),
    /** The thread ends after the part that is live, and no network refused the next one. */
    showStopped: assign(({ context }) => errorOf(context, whyStopped(context))),
    keepError: assign(({ context }, { reason }: { reason: string }) => errorOf(context, reason)),
    keepAnswer: assign(({ context }, { reason, code }: Refusal) => ({
      ...errorOf(context, reason, code),
      lastAnswer: reason,
    })),
    keepTicket: assign({ ticket: (_, params: { ticket: Ticket | null }) => params.ticket }),
    useTicket: assign({ ticket: null }),
    wait: assign((_, { afterMs }: { afterMs: number }) => ({
      waitMs: afterMs,
      nextAttemptAt: now() + afterMs,
    })),
    stopWaiting: assign({ nextAttemptAt: null }),
    /** Sets the wait for the next attempt: that of `RETRY_AFTER_MS`, or the network's Retry-After if that is longer. */
    waitToRetry: assign(({ context }, { afterMs = 0 }: Timed) => {
      const waitMs = Math.max(retryWaitMs(context), afterMs);
      return { waitMs, nextAttemptAt: now() + waitMs };
    }),
    /** The same wait after a lookup. It counts from the failure, so the time of the lookups is part of it. */
    waitOutRetry: assign(({ context }) => {
      const at = Math.max(now(), context.nextAttemptAt ?? 0);
      return { waitMs: at - now(), nextAttemptAt: at };
    }),
    countAttempt: assign(({ context }) => ({
      attempt: context.attempt + 1,
      nextAttemptAt: null,
      refreshes: 0,
      shortWaits: 0,
    })),
    countContinued: assign(({ context }) => ({ crashes: context.crashes + 1 })),
    countShortWait: assign(({ context }) => ({ shortWaits: context.shortWaits + 1 })),
    countRefresh: assign(({ context }, params: { credentialsVersion: number }) => ({
      refreshes: context.refreshes + 1,
      refusedCredentials: params.credentialsVersion,
    })),

    lookAfterLoss: assign(({ context }) => lookupOf(context, 'lost')),
    lookAfterStop: assign(({ context }) => ({
      ...lookupOf(context, 'stopped'),
      crashes: context.crashes + 1,
    })),
    lookAsAsked: assign({ lookup: 'asked' as const }),
    /**
     * Sets the wait for the next lookup: as long as the network asks, and before the next attempt is due if possible.
     */
    waitToLook: assign(({ context }, { afterMs = 0 }: Timed) => {
      const { looks, nextAttemptAt } = context;
      const pauseMs = Math.min(VERIFY_AFTER_MS[looks] ?? MINUTE, afterMs > 0 ? 5 * MINUTE : Infinity);
      const leftMs = (nextAttemptAt ?? 0) - now();
      const waitMs = Math.max(afterMs, leftMs > 0 ? Math.min(pauseMs, leftMs) : pauseMs);
      return { waitMs, looks: looks + 1, nextAttemptAt: Math.max(nextAttemptAt ?? 0, now() + waitMs) };
    }),
    /** The same, if a rate limit prevented the lookup. */
    waitToAsk: assign(({ context }, { afterMs }: { afterMs: number }) => ({
      waitMs: afterMs,
      nextAttemptAt: Math.max(context.nextAttemptAt ?? 0, now() + afterMs),
    })),

    /**
     * The access was refused, or the operator's app is missing: what a person has to do, and until when the round
     * waits.
     */
    awaitAccount: assign(({ context }, params: Refused & { type: string }) => ({
      waitUntil: context.waitUntil ?? now() + ACCOUNT_PATIENCE_MS,
      refusedCredentials: params.credentialsVersion ?? context.refusedCredentials,
      nextAttemptAt: null,
      ...errorOf(
        context,
        params.type === 'refresh.unconfigured'
          ? `this post continues by itself once the settings are fixed: ${params.reason}`
          : `connect the account again, then this post continues by itself: ${params.reason}`,
        params.code,
      ),
    })),
    resume: assign(({ context }) => ({ ...errorOf(context, null), refreshes: 0 })),

    /** No lookup shows whether the attempt is live. */
    keepDoubt: assign(({ context }, { reason }: { reason: string }) => ({
      doubt: joined(context.lastAnswer, reason),
    })),
    showDoubt: assign(({ context }) => ({
      error: `${context.doubt}; the post may be live already`,
    })),
    showUnresolved: assign(({ context }) => ({
      nextAttemptAt: null,
      error: `outcome unknown, check the account before sending again: ${joined(context.doubt, context.error)}`,
    })),
    showGivenUp: assign(({ context }) => ({
      nextAttemptAt: null,
      error: `given up by a person; the post may be live: ${context.doubt ?? context.lastAnswer}`,
      doubt: context.doubt ?? context.lastAnswer,
    })),
    showAbsent: assign(({ context }) => ({
      ...errorOf(context, 'a person checked the account: the post is not live'),
      doubt: null,
    })),
    /** Known not to be live. */
    clearDoubt: assign({ doubt: null, committed: false }),

    requestCancel: assign((_, params: { round: number }) => ({ cancelRequested: true, round: params.round })),
    keepRound: assign((_, params: { round: number }) => ({ round: params.round })),
    begin: assign(({ context }, params: OfRound) => ({
      ...roundOf(context, params),
      looks: 0,
      refreshes: 0,
      ...errorOf(context, null),
      nextAttemptAt: null,
      ticket: null,
    })),
    /** The step in progress counts as the first attempt of the new round. */
    joinRound: assign(({ context }, params: OfRound) => ({ ...roundOf(context, params), outdated: true })),
    keepCheckpoint: assign((_, params: { type: string; checkpoint?: Checkpoint | undefined }) => ({
      checkpoint: params.checkpoint ?? null,
    })),
    startAfresh: assign({ checkpoint: null, committed: false }),
    dropOutdated: assign(({ context }) =>
      context.outdated && !context.committed ? { checkpoint: null, outdated: false } : {},
    ),
  },
  guards: {
    isNewRound: ({ context }, params: { round: number }) => params.round > context.round,
    isNoEarlierRound: ({ context }, params: { round: number }) => params.round >= context.round,
    isNewRoundCommitted: ({ context }, params: { round: number }) =>
      params.round > context.round && context.committed,
    isNoEarlierRoundCommitted: ({ context }, params: { round: number }) =>
      params.round >= context.round && context.committed,
    isNewRoundInDoubt: ({ context }, params: { round: number }) =>
      params.round > context.round && mayBeLive(context),
    /** The part that is sent or looked up is the last one of the post, as the only one of most posts is. */
    isLastPart: ({ context }) => context.liveParts.length + 1 >= context.parts,
    hasLiveParts: ({ context }) => context.liveParts.length > 0,
    /** The post may be live: an attempt has an unknown result, or the network has committed to publish it. */
    mayBeLive: ({ context }) => mayBeLive(context),
    /** An attempt has an unknown result. */
    isInDoubt: ({ context }) => context.doubt !== null,
    continuesAtOnce: (_, params: { afterMs: number }) => params.afterMs <= 0,
    cancelRequested: ({ context }) => context.cancelRequested,
    /** A person requested it, and the network has not committed to publish the post. */
    canCancel: ({ context }) => context.cancelRequested && !context.committed,
    canCancelAfter: ({ context }, params: { committed?: true | undefined }) =>
      context.cancelRequested && !context.committed && params.committed !== true,
    attemptsLeft: ({ context }) => hasAttemptsLeft(context),
    isShortWait: ({ context }, params: Timed) =>
      params.afterMs !== undefined && params.afterMs < SHORT_WAIT_MS && context.shortWaits < MAX_SHORT_WAITS,
    looksLeft: ({ context }) => context.looks < VERIFY_AFTER_MS.length,
    limitedLooksLeft: ({ context }) => context.shortWaits < MAX_LIMITED_LOOKS,
    mayContinue: ({ context }) => context.crashes < MAX_CONTINUED,
    refreshesLeft: ({ context }) => context.refreshes < MAX_REFRESHES,
    holds: ({ context }) => context.onUnknown === 'hold',
    wasStopped: ({ context }) => context.lookup === 'stopped' && context.crashes <= MAX_CRASHES,
    wasAsked: ({ context }) => context.lookup === 'asked',
  },
  delays: {
    lookAgain: ({ context }) => context.waitMs,
    backoff: ({ context }) => context.waitMs,
    nextLook: ({ context }) => context.waitMs,
    turn: ({ context }) => context.waitMs,
    patience: ({ context }) => Math.max(0, (context.waitUntil ?? 0) - now()),
  },
});

/** Reports a refused access, or new credentials, to the account. */
export const tellRefusal = {
  type: 'tell',
  params: ({ context, event }: { context: DeliveryContext; event: Refused & { type: string } }) =>
    refusalOf(context, event),
} as const;
export const tellRenewal = {
  type: 'tell',
  params: ({ context, event }: { context: DeliveryContext; event: Access }) => renewalOf(context, event),
} as const;

/** The service stopped, or a person asked: once the post is known to be absent, it is sent without a wait. */
export const sendsAtOnce = or(['wasStopped', 'wasAsked']);

/** A part is live, and it is not the last one: the next one follows, unless a person cancelled. */
export const partLive = [
  { guard: 'cancelRequested', target: '#delivery.partial', actions: [by('keepPart'), 'showStopped'] },
  { target: '#delivery.sending', reenter: true, actions: [by('keepPart')] },
] as const;

/** A lookup or a person found that it is live. */
export const live = [
  { guard: 'isLastPart', target: '#delivery.published', actions: ['clearDoubt', by('keepPublished')] },
  { ...partLive[0], actions: ['clearDoubt', ...partLive[0].actions] },
  { ...partLive[1], actions: ['clearDoubt', ...partLive[1].actions] },
] as const;
/** The same in a state that no cancelled round waits in. */
export const liveUncancelled = [live[0], live[2]] as const;

/** A person decides that nothing more is sent. */
export const giveUp = [
  { guard: 'hasLiveParts', target: '#delivery.partial', actions: 'showGivenUp' },
  { target: '#delivery.failed', actions: 'showGivenUp' },
] as const;

/** A cancel or a new round during a call: the result of the call decides. */
export const whileCalling = {
  cancel: { guard: by('isNoEarlierRound'), actions: by('requestCancel') },
  send: { guard: by('isNewRound'), actions: by('joinRound') },
} as const;

/** A cancel with no call in progress takes effect at once, unless the network has committed to publish the post. */
export const cancelWhileWaiting = [
  { guard: by('isNoEarlierRoundCommitted'), actions: by('requestCancel') },
  { guard: by('isNoEarlierRound'), target: '#delivery.cancelling', actions: by('keepRound') },
] as const;

/** A new round when nothing is live starts from the beginning. */
export const sendAfresh = {
  guard: by('isNewRound'),
  target: '#delivery.sending',
  actions: ['startAfresh', by('begin')],
} as const;

/** A new round when something may be live starts with a lookup. */
export const sendAfterLook = {
  guard: by('isNewRound'),
  target: '#delivery.verifying',
  actions: ['lookAsAsked', by('begin')],
} as const;
export const sendAfterDoubt = { ...sendAfterLook, guard: by('isNewRoundInDoubt') } as const;

/** A new round with no call in progress continues what the network has already accepted. */
export const sendWhileWaiting = [
  { guard: by('isNewRoundCommitted'), target: '#delivery.sending', actions: by('begin') },
  sendAfterDoubt,
  sendAfresh,
] as const;

/**
 * The error to show, and the network's code of the refusal that caused it: a code never stays beside another error. The
 * field appears with the first code, so a delivery without one keeps the shape that older versions stored.
 */
function errorOf({ networkCode }: DeliveryContext, error: string | null, code?: string) {
  if (code !== undefined) return { error, networkCode: code };
  return networkCode === undefined ? { error } : { error, networkCode: null };
}

function mayBeLive({ doubt, committed }: DeliveryContext): boolean {
  return doubt !== null || committed;
}

function hasAttemptsLeft({ attempt }: DeliveryContext): boolean {
  return attempt <= RETRY_AFTER_MS.length;
}

function retryWaitMs({ attempt }: DeliveryContext): number {
  return RETRY_AFTER_MS[attempt - 1] ?? 0;
}

/** The wait from a failure to the next attempt, ms; lookups are made in between. */
function lookupOf(context: DeliveryContext, lookup: DeliveryContext['lookup']) {
  return {
    lookup,
    looks: 0,
    shortWaits: 0,
    nextAttemptAt: hasAttemptsLeft(context) ? now() + retryWaitMs(context) : null,
  };
}

function roundOf({ onUnknown }: DeliveryContext, params: OfRound) {
  return {
    round: params.round,
    onUnknown: params.onUnknown ?? onUnknown,
    parts: params.parts ?? 1,
    ...(params.namesPost && { namesPost: true as const }),
    cancelRequested: false,
    attempt: 1,
    crashes: 0,
    shortWaits: 0,
    waitUntil: null,
  };
}

/**
 * What a post or a part that is live adds to what is known. The address of a thread is that of its first part; warnings
 * collect.
 */
function liveOf(context: DeliveryContext, { networkPostId, url, warnings = [] }: OnNetwork) {
  const { parts, liveParts } = context;
  const part: LivePart = { networkPostId, url };
  const all = [...(context.warnings ?? []), ...warnings, ...earlierCopyOf(context)];
  return {
    ...(liveParts.length === 0 && part),
    ...(parts > 1 && { liveParts: [...liveParts, part] }),
    ...(all.length > 0 && { warnings: all }),
  };
}

function whyStopped({ liveParts, parts }: DeliveryContext): string {
  return `the thread was stopped after part ${liveParts.length} of ${parts}`;
}

/**
 * Adds a warning to the published post if an earlier attempt may be live too: a possible second copy is always
 * reported.
 */
function earlierCopyOf({ doubt }: DeliveryContext): string[] {
  return doubt === null ? [] : [`an earlier attempt may be live too: ${doubt}`];
}

/** Joins two sentences, without repeating a part they share. */
function joined(first: string | null, second: string | null): string {
  if (first === null || second?.includes(first)) return second ?? 'nothing is known of the attempt';
  return second === null || first.includes(second) ? first : `${first}; ${second}`;
}
