/**
 * One thing that is done with a comment: a reply, hiding and showing it, deleting it, a private answer to its author. Or the first comment
 * below a post of the account's own, which is written like a reply.
 *
 * Hiding, showing and deleting may be repeated, and so may a private answer, of which networks take one only. A reply may not: after a
 * lost response it is looked up among the comment's replies, twice, the second time a minute later. Where it is not there, and where no
 * lookup can say, the account's `onUnknown` decides whether it is sent again. After an error response (429, 5xx) it looks once and
 * repeats, at most twice. A first comment is sent again only where a lookup shows that it is not there.
 *
 * A network that refuses a later try as a duplicate has an earlier one, so that is looked up again: its list may lag.
 *
 * After the repeats, and before a refusal is believed while an earlier try may have arrived, replies and private answers are looked up the
 * same way: `failed` says that the last try was refused, or that a lookup shows that nothing arrived. What no lookup can decide is
 * `unknown`.
 */
import { assign, setup } from 'xstate';
import type { Access, AccountEvent } from './account.ts';
import { by } from './by.ts';
import { effect, now } from './durable.ts';
import { FAILED_LOOKUP_WAITS_MS } from './lookup-waits.ts';
import type { Refreshed } from './outcome.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Waits before the first and the second repeat. */
export const ACT_AGAIN_AFTER_MS = [5_000, 30_000] as const;
/** The same for a first comment, for which nobody waits: a network may not show a post in the seconds after it was made. */
export const FIRST_COMMENT_AGAIN_AFTER_MS = [10_000, 5 * MINUTE] as const;
/** A reply may take this long to appear in a network's list. */
export const SECOND_LOOK_AFTER_MS = 60_000;
/** Looks that make a reply's absence believed. */
const MAX_LOOKS = 2;
/** The same after the network refused a later try as a duplicate. */
const MAX_LOOKS_FOR_DUPLICATE = 5;
/** A network that asks for a longer wait is not waited for: somebody waits for the result. */
const LONGEST_WAIT_MS = HOUR;
const MAX_REFRESHES = 2;

/** `first_comment`: a comment below a post of the account's own; `commentId` is the network's id of that post. */
export type CommentAction = 'reply' | 'hide' | 'unhide' | 'delete' | 'private_reply' | 'first_comment';

/** A type, not an interface: XState requires an index signature for JSON. */
export type CommentActInput = {
  actId: string;
  accountId: string;
  platform: string;
  commentId: string;
  action: CommentAction;
  /** Of a reply, a private answer or a first comment; empty for the others. */
  text: string;
  /** The post of the comment and the comment above it, where known; null if the comment is not stored. */
  place: { networkPostId: string | null; parentId: string | null } | null;
  /** What to do when nothing shows whether a reply arrived: `retry` sends it again, `hold` leaves it to a person. */
  onUnknown: 'retry' | 'hold';
  /** When it was asked for, epoch ms: an older reply is no evidence. */
  askedAt: number;
  /** The actor that receives the result; null or absent means none. */
  reportTo?: string | null;
  /** Why an earlier actor's call may have arrived; null or absent means there was none. */
  doubt?: string | null;
};

export type CommentActContext = CommentActInput & {
  reportTo: string | null;
  /** Counts from 1. */
  tries: number;
  /** Looks that found nothing, since the last try. */
  looks: number;
  failedLooks: number;
  refreshes: number;
  refusedCredentials: number;
  /** Whether the last try's response was lost. Else the network answered that it failed. */
  isLost: boolean;
  /** The network refused a try as a duplicate of an earlier one, so it has that. */
  isDuplicate: boolean;
  /** Set when a try may have arrived and nothing shows it: why. */
  doubt: string | null;
  waitMs: number;
  nextAttemptAt: number | null;
  /** The network's id of the reply or message; null if none, or not known. */
  resultId: string | null;
  /**
   * Why it failed. `access`: a fault of the account. `closed`: the comment takes no private answer any more. `spam`: the
   * network took it for spam. `lost`: no response came, and a lookup shows that it is not there.
   */
  failure: 'missing' | 'rejected' | 'access' | 'busy' | 'closed' | 'spam' | 'lost' | null;
  /** Why, in the network's words where it responded. */
  error: string | null;
  /** The network's code of its refusal. null or absent means no response of the network refused it. */
  networkCode?: string | null;
};

type Timed = { reason: string; afterMs?: number | undefined };
/** `code`: the network's own. Absent means no response of the network says it. */
type Refused = { reason: string; code?: string | undefined };
type RefreshEvent = {
  [K in Refreshed['kind']]: { type: `refresh.${K}` } & Omit<Extract<Refreshed, { kind: K }>, 'kind'>;
}[Refreshed['kind']];

export type CommentActEvent =
  | { type: 'acted.done'; id: string | null }
  /** The comment is not there. */
  | ({ type: 'acted.missing' } & Refused)
  | ({ type: 'acted.rejected' } & Refused)
  /** The account may not do it now, whatever the comment: its owner has to act. */
  | ({ type: 'acted.blocked' } & Refused)
  /** The comment takes no private answer: it is too old, or the broadcast is over, or it has one. */
  | ({ type: 'acted.closed' } & Refused)
  /** The network took it for spam. */
  | ({ type: 'acted.spam'; isDuplicate?: true } & Refused)
  /** The network has the same words there already. */
  | ({ type: 'acted.duplicate' } & Refused)
  /** `isUndone`: nothing can have been done. */
  | ({ type: 'acted.retry'; afterMs?: number; isUndone?: true } & Refused)
  /** No response came. */
  | { type: 'acted.unknown'; reason: string }
  /** The service stopped during a call that must not be repeated without a look. */
  | { type: 'acted.interrupted'; reason: string }
  | ({ type: 'acted.expired'; credentialsVersion: number } & Refused)
  | ({ type: 'acted.reauthorize'; credentialsVersion: number } & Refused)
  | { type: 'looked.found'; id: string }
  | { type: 'looked.absent' }
  /** The network offers no evidence. */
  | { type: 'looked.cannot_tell'; reason: string }
  | { type: 'looked.retry'; reason: string; afterMs?: number }
  /** What was done is stored here too. */
  | { type: 'act.stored' }
  | RefreshEvent;

/** What an actor of this kind reports to its account. */
type AccountReport = Extract<AccountEvent, { type: 'refused' | 'renewed' }>;

export type ActWork = {
  actId: string;
  accountId: string;
  commentId: string;
  action: CommentAction;
  text: string;
  place: CommentActInput['place'];
  /** An earlier try may have arrived. */
  mayBeDone: boolean;
  askedAt: number;
  resultId: string | null;
  /** The actor that it is done for; null means a person asked for it. */
  reportTo: string | null;
};

const workOf = ({ context }: { context: CommentActContext }): ActWork => {
  const { actId, accountId, commentId, action, text, place, doubt, tries, askedAt } = context;
  const { resultId, reportTo } = context;
  // also a try that was answered with an error: some networks do the work and answer 503
  const mayBeDone = doubt !== null || tries > 1;
  return { actId, accountId, commentId, action, text, place, mayBeDone, askedAt, resultId, reportTo };
};

const tellRefusal = {
  type: 'tell',
  params: ({
    context: { accountId, actId, refusedCredentials },
    event,
  }: {
    context: CommentActContext;
    event: { type: string; reason: string; credentialsVersion?: number };
  }) => {
    const { type, reason, credentialsVersion = refusedCredentials } = event;
    const unconfigured = type === 'refresh.unconfigured' && { unconfigured: true as const };
    const report: AccountReport = {
      type: 'refused',
      deliveryId: actId,
      credentialsVersion,
      reason,
      ...unconfigured,
    };
    return { messages: [{ to: accountId, event: report }] };
  },
} as const;

const tellRenewal = {
  type: 'tell',
  params: ({ context: { accountId }, event }: { context: CommentActContext; event: Access }) => {
    const { credentialsVersion, obtainedAt, expiresAt } = event;
    const report: AccountReport = { type: 'renewed', credentialsVersion, obtainedAt, expiresAt };
    return { messages: [{ to: accountId, event: report }] };
  },
} as const;

/** Tells the actor that waits for it how it ended. */
const tellEnd = (status: ActEnded['status']) =>
  ({
    type: 'tell',
    params: ({ context }: { context: CommentActContext }) => {
      const { actId, reportTo, resultId, failure, error, waitMs, networkCode: code = null } = context;
      const isLong = status !== 'done' && failure === 'busy' && waitMs > LONGEST_WAIT_MS;
      const refused = status === 'failed' && code !== null && { code };
      const wait = isLong && { afterMs: waitMs };
      const result = { status, resultId, failure, reason: error, ...refused, ...wait };
      const event: ActEnded = { type: 'act.ended', actId, ...result };
      return { messages: reportTo === null ? [] : [{ to: reportTo, event }] };
    },
  }) as const;

const fail = (failure: NonNullable<CommentActContext['failure']>) => ({
  type: 'keepFailure' as const,
  params: ({ event }: { event: Refused }) => ({ reason: event.reason, code: event.code, failure }),
});
/** An earlier try may have arrived: then nobody may say that nothing was done. */
const failIn = (failure: NonNullable<CommentActContext['failure']>) =>
  [
    { guard: 'mayBeDone', target: '#comment_act.unknown', actions: fail(failure) },
    { target: '#comment_act.failed', actions: fail(failure) },
  ] as const;
/** The same for a permanent failure: if the try may have arrived, it is looked up first where the network allows it. */
const failAfterLook = (failure: NonNullable<CommentActContext['failure']>) =>
  [
    {
      guard: 'mayBeFound',
      target: '#comment_act.looking',
      actions: [fail(failure), 'lookBeforeEnd'],
    },
    ...failIn(failure),
  ] as const;

export const commentAct = setup({
  types: {
    context: {} as CommentActContext,
    events: {} as CommentActEvent,
    input: {} as CommentActInput,
  },
  actions: {
    /** Makes the call. An `acted.*` event reports the result. */
    actOnComment: effect<ActWork>(),
    /** Looks for the reply below the comment, or for the private answer in its conversation. A `looked.*` event reports the result. */
    lookForReply: effect<ActWork>(),
    /** Renews the access. A `refresh.*` event reports the result. */
    refreshForComment: effect<{ accountId: string; refusedCredentials: number }>(),
    /** Stores what was done. `act.stored` reports it. */
    storeAct: effect<ActWork>(),
    tell: effect<{ messages: { to: string; event: AccountReport | ActEnded }[] }>(),

    keepResult: assign((_, params: { id: string | null }) => ({
      resultId: params.id,
      error: null,
      doubt: null,
      nextAttemptAt: null,
    })),
    keepFailure: assign((_, params: Pick<CommentActContext, 'failure'> & Refused) => ({
      failure: params.failure,
      error: params.reason,
      nextAttemptAt: null,
      ...(params.code !== undefined && { networkCode: params.code }),
    })),
    lookBeforeEnd: assign({ isLost: true, looks: 0, failedLooks: 0 }),
    lookForDuplicate: assign((_, { reason }: Refused) => ({
      error: reason,
      doubt: reason,
      isDuplicate: true,
      isLost: true,
      looks: 0,
      failedLooks: 0,
    })),
    /** Lookups show that no try arrived. */
    keepAbsent: assign(({ context }) => ({
      doubt: null,
      ...(context.failure === null && {
        failure: 'lost' as const,
        error: `the network did not answer, and ${thing(context)} is not there: ${context.error}`,
      }),
    })),
    clearDoubt: assign({ doubt: null }),
    showDoubt: assign(({ context }) => {
      const { doubt, failure, error, waitMs, isDuplicate } = context;
      // the words of what has to end first: the account, or the wait that the network asks for
      if (failure === 'access' || waitMs > LONGEST_WAIT_MS) return {};
      if (doubt === null && error === null) return { error: `the network does not name ${thing(context)}` };
      const why = doubt ?? error;
      if (isDuplicate) return { error: `the network has ${thing(context)} and does not list it: ${why}` };
      return { error: `the network did not answer; ${thing(context)} may have arrived: ${why}` };
    }),
    keepLoss: assign(({ context }, params: { reason: string }) => ({
      error: params.reason,
      doubt: params.reason,
      isLost: true,
      looks: 0,
      failedLooks: 0,
      ...(context.networkCode !== undefined && { networkCode: null }),
    })),
    keepRefusal: assign((_, params: Refused) => ({
      error: params.reason,
      ...(params.code !== undefined && { networkCode: params.code }),
      isLost: false,
      looks: 0,
      failedLooks: 0,
    })),
    keepLongWait: assign((_, { afterMs = 0 }: { afterMs?: number | undefined }) => ({ waitMs: afterMs })),
    keepDoubt: assign(({ context }, params: { reason: string }) => ({
      doubt: context.doubt ?? params.reason,
    })),
    waitToRepeat: assign(({ context }, { afterMs = 0 }: { afterMs?: number | undefined }) =>
      waitFor(Math.max(againAfter(context)[context.tries - 1] ?? 0, afterMs)),
    ),
    waitToLookAgain: assign(({ context }) => ({
      ...waitFor(SECOND_LOOK_AFTER_MS),
      looks: context.looks + 1,
    })),
    waitToAsk: assign(({ context }, { afterMs = 0 }: Timed) => ({
      ...waitFor(
        Math.max(FAILED_LOOKUP_WAITS_MS[context.failedLooks] ?? 0, Math.min(afterMs, LONGEST_WAIT_MS)),
      ),
      failedLooks: context.failedLooks + 1,
    })),
    /** The wait that the network asked for is kept over the look before the repeat. */
    waitOutRepeat: assign(({ context }) => waitFor(Math.max(0, (context.nextAttemptAt ?? 0) - now()))),
    countTry: assign(({ context }) => ({
      tries: context.tries + 1,
      looks: 0,
      failedLooks: 0,
      refreshes: 0,
      nextAttemptAt: null,
    })),
    countRefresh: assign(({ context }, params: { credentialsVersion: number }) => ({
      refreshes: context.refreshes + 1,
      refusedCredentials: params.credentialsVersion,
    })),
  },
  guards: {
    /** A second try makes a second one. */
    isWritten: ({ context }) => isWritten(context),
    isFirstComment: ({ context }) => context.action === 'first_comment',
    /** An earlier try may be what the network takes this one for. */
    mayBeOwn: ({ context }) => wasTried(context),
    isOwnDuplicate: ({ context }, params: { isDuplicate?: true | undefined }) =>
      params.isDuplicate === true && wasTried(context),
    /** The network answered that it failed, and may have done it all the same. */
    isWrittenAfterAll: ({ context }, params: { isUndone?: true | undefined }) =>
      isWritten(context) && params.isUndone !== true,
    /** The network may not show the post yet. */
    mayAppear: ({ context }) =>
      context.action === 'first_comment' && context.doubt === null && hasTriesLeft(context),
    isDuplicate: ({ context }) => context.isDuplicate,
    isPrivateReply: ({ context }) => context.action === 'private_reply',
    /** It may be done, and a list of the network shows whether it is. */
    mayBeFound: ({ context }) => context.doubt !== null && isListed(context),
    hasFailed: ({ context }) => context.failure !== null,
    /** A reply without an id cannot be shown, answered or deleted, so somebody has to look. */
    isNameless: ({ context }, params: { id: string | null }) =>
      context.action === 'reply' && params.id === null,
    mayBeDone: ({ context }) => context.doubt !== null,
    wasLost: ({ context }) => context.isLost,
    /** It is not there, and the setting of the account does not leave it to a person. */
    isLostAgain: ({ context }) => context.isLost && context.onUnknown === 'retry' && hasTriesLeft(context),
    holds: ({ context }) => context.onUnknown === 'hold',
    triesLeft: ({ context }) => hasTriesLeft(context),
    looksLeft: ({ context }) =>
      context.isLost && context.looks + 1 < (context.isDuplicate ? MAX_LOOKS_FOR_DUPLICATE : MAX_LOOKS),
    failedLooksLeft: ({ context }) => context.failedLooks < FAILED_LOOKUP_WAITS_MS.length,
    refreshesLeft: ({ context }) => context.refreshes < MAX_REFRESHES,
    isLongWaitInDoubt: ({ context }, params: { afterMs?: number | undefined }) =>
      context.doubt !== null && (params.afterMs ?? 0) > LONGEST_WAIT_MS,
    isLongWait: (_, params: { afterMs?: number | undefined }) => (params.afterMs ?? 0) > LONGEST_WAIT_MS,
  },
  delays: {
    backoff: ({ context }) => context.waitMs,
    nextLook: ({ context }) => context.waitMs,
  },
}).createMachine({
  id: 'comment_act',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    reportTo: input.reportTo ?? null,
    tries: 1,
    looks: 0,
    failedLooks: 0,
    refreshes: 0,
    refusedCredentials: 0,
    isLost: false,
    isDuplicate: false,
    doubt: input.doubt ?? null,
    waitMs: 0,
    nextAttemptAt: null,
    resultId: null,
    failure: null,
    error: null,
  }),
  initial: 'sending',
  states: {
    sending: {
      description: 'The call is in progress.',
      entry: { type: 'actOnComment', params: workOf },
      on: {
        'acted.done': [
          { guard: by('isNameless'), target: 'unknown', actions: by('keepResult') },
          { target: 'storing', actions: by('keepResult') },
        ],
        'acted.missing': [
          {
            guard: 'mayAppear',
            target: 'waiting',
            actions: [by('keepRefusal'), { type: 'waitToRepeat', params: {} }],
          },
          ...failAfterLook('missing'),
        ],
        'acted.rejected': failAfterLook('rejected'),
        'acted.blocked': failIn('access'),
        'acted.closed': failAfterLook('closed'),
        'acted.spam': [
          { guard: by('isOwnDuplicate'), target: 'looking', actions: by('lookForDuplicate') },
          ...failAfterLook('spam'),
        ],
        'acted.duplicate': [
          { guard: 'mayBeOwn', target: 'looking', actions: by('lookForDuplicate') },
          { target: 'failed', actions: fail('rejected') },
        ],
        'acted.reauthorize': [
          { guard: 'mayBeDone', target: 'unknown', actions: [fail('access'), tellRefusal] },
          { target: 'failed', actions: [fail('access'), tellRefusal] },
        ],
        'acted.expired': [
          { guard: 'refreshesLeft', target: 'refreshing', actions: by('countRefresh') },
          ...failIn('access'),
        ],
        'acted.retry': [
          {
            guard: by('isLongWaitInDoubt'),
            target: 'unknown',
            actions: [fail('busy'), by('keepLongWait')],
          },
          {
            guard: by('isLongWait'),
            target: 'failed',
            actions: [fail('busy'), by('keepLongWait')],
          },
          {
            guard: by('isWrittenAfterAll'),
            target: 'looking',
            actions: [by('keepRefusal'), by('waitToRepeat')],
          },
          {
            guard: 'triesLeft',
            target: 'waiting',
            actions: [by('keepRefusal'), by('waitToRepeat')],
          },
          ...failAfterLook('busy'),
        ],
        'acted.unknown': [
          { guard: 'isWritten', target: 'looking', actions: by('keepLoss') },
          {
            guard: 'triesLeft',
            target: 'waiting',
            actions: [by('keepLoss'), { type: 'waitToRepeat', params: {} }],
          },
          { guard: 'isPrivateReply', target: 'looking', actions: by('keepLoss') },
          { target: 'unknown', actions: by('keepLoss') },
        ],
        'acted.interrupted': { target: 'looking', actions: by('keepLoss') },
      },
    },
    refreshing: {
      description: 'The access token has expired. One refresh serves the whole account.',
      entry: {
        type: 'refreshForComment',
        params: ({ context: { accountId, refusedCredentials } }) => ({ accountId, refusedCredentials }),
      },
      on: {
        'refresh.refreshed': { target: 'sending', actions: tellRenewal },
        'refresh.retry': [
          {
            guard: 'triesLeft',
            target: 'waiting',
            actions: by('waitToRepeat'),
          },
          ...failIn('busy'),
        ],
        'refresh.reauthorize': [
          { guard: 'mayBeDone', target: 'unknown', actions: [fail('access'), tellRefusal] },
          { target: 'failed', actions: [fail('access'), tellRefusal] },
        ],
        'refresh.unconfigured': [
          { guard: 'mayBeDone', target: 'unknown', actions: [fail('access'), tellRefusal] },
          { target: 'failed', actions: [fail('access'), tellRefusal] },
        ],
      },
    },
    looking: {
      description:
        'Looks whether the reply is below the comment, the first comment below the post, or the private answer in its conversation, before anything is sent again or given up.',
      entry: { type: 'lookForReply', params: workOf },
      on: {
        'looked.found': { target: 'storing', actions: by('keepResult') },
        'looked.absent': [
          { guard: 'looksLeft', target: 'waiting_to_look', actions: 'waitToLookAgain' },
          { guard: 'isDuplicate', target: 'unknown' },
          { guard: 'hasFailed', target: 'failed', actions: 'keepAbsent' },
          { guard: 'isLostAgain', target: 'waiting', actions: ['clearDoubt', 'waitOutRepeat'] },
          { guard: 'wasLost', target: 'failed', actions: 'keepAbsent' },
          { guard: 'triesLeft', target: 'waiting', actions: 'waitOutRepeat' },
          {
            guard: 'mayBeDone',
            target: 'looking',
            reenter: true,
            actions: [{ type: 'keepFailure', params: busy }, 'lookBeforeEnd'],
          },
          { target: 'failed', actions: { type: 'keepFailure', params: busy } },
        ],
        'looked.retry': [
          { guard: 'failedLooksLeft', target: 'waiting_to_look', actions: by('waitToAsk') },
          { target: 'undecided', actions: by('keepDoubt') },
        ],
        'looked.cannot_tell': { target: 'undecided', actions: by('keepDoubt') },
      },
    },
    undecided: {
      description: 'Nothing shows whether the reply arrived: the setting of the account decides.',
      always: [
        { guard: 'holds', target: 'unknown' },
        { guard: 'isFirstComment', target: 'unknown' },
        { guard: 'isDuplicate', target: 'unknown' },
        { guard: 'hasFailed', target: 'unknown' },
        { guard: 'triesLeft', target: 'waiting', actions: 'waitOutRepeat' },
        { target: 'unknown' },
      ],
    },
    waiting_to_look: {
      description: 'A reply may take a minute to appear in the list.',
      after: { nextLook: 'looking' },
    },
    waiting: {
      description: 'It is sent again after a wait.',
      after: { backoff: { target: 'sending', actions: 'countTry' } },
    },
    storing: {
      description: 'It is done at the network; the comment that is stored here follows.',
      entry: { type: 'storeAct', params: workOf },
      on: { 'act.stored': 'done' },
    },
    done: { type: 'final', entry: tellEnd('done') },
    failed: { type: 'final', entry: tellEnd('failed') },
    unknown: {
      type: 'final',
      entry: ['showDoubt', tellEnd('unknown')],
      description: 'It may be done, and no lookup can show it: a person has to check.',
    },
  },
});

function isWritten({ action }: CommentActContext): boolean {
  return action === 'reply' || action === 'first_comment';
}

/** What lists of a network show: a reply below the comment, a first comment below the post, a private answer in its conversation. */
function isListed(context: CommentActContext): boolean {
  return isWritten(context) || context.action === 'private_reply';
}

/** An earlier try may be there. */
function wasTried({ doubt, tries }: CommentActContext): boolean {
  return doubt !== null || tries > 1;
}

function againAfter({ action }: CommentActContext): readonly number[] {
  return action === 'first_comment' ? FIRST_COMMENT_AGAIN_AFTER_MS : ACT_AGAIN_AFTER_MS;
}

function hasTriesLeft(context: CommentActContext): boolean {
  return context.tries <= againAfter(context).length;
}

function thing({ action }: CommentActContext): string {
  if (action === 'reply') return 'the reply';
  if (action === 'first_comment') return 'the first comment';
  return action === 'private_reply' ? 'the message' : 'what was asked for';
}

function waitFor(waitMs: number) {
  return { waitMs, nextAttemptAt: now() + waitMs };
}

/** The network's words for why the last try failed. */
function busy({ context }: { context: CommentActContext }) {
  const { error, networkCode } = context;
  const code = networkCode ?? undefined;
  return { failure: 'busy' as const, reason: error ?? 'the network is busy', code };
}

export type ActEnded = {
  type: 'act.ended';
  actId: string;
  status: 'done' | 'failed' | 'unknown';
  resultId: string | null;
  failure: CommentActContext['failure'];
  reason: string | null;
  /** The network's code of its refusal. Absent means no response of the network refused it. */
  code?: string;
  /** The network asked for a wait that was not made, ms. Absent means it did not. */
  afterMs?: number;
};
