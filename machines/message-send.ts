/**
 * One outgoing direct message. No network takes an idempotency key here, so a message is sent again only after a lookup
 * (docs/contract.md, Comments and inbox).
 *
 * - The network is busy, or has an internal error: one lookup, then another try, twice at most.
 * - No response came: two lookups, the second at least a minute later. Found: sent. Not found: failed; a message of an
 *   automation is sent again within the two repeats, because no person would resend it. A failed lookup is repeated
 *   for a day. If no lookup can decide, the state is `unknown`, and a person decides.
 * - A try ends as `failed` only after a lookup, if an earlier one may have arrived.
 *
 * The network's own echo of the message settles it at any time.
 */
import { assign, setup } from 'xstate';
import type { Access, AccountEvent } from './account.ts';
import { by } from './by.ts';
import { effect } from './durable.ts';
import type { FlowEvent } from './flow/setup.ts';
import { FAILED_LOOKUP_WAITS_MS } from './lookup-waits.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Waits before the message is sent again. */
export const SEND_AGAIN_AFTER_MS = [10 * SECOND, MINUTE] as const;
/** Wait before the second lookup after a response was lost. */
export const SECOND_LOOK_MS = MINUTE;
const MAX_REFRESHES = 2;

export type MessageSendInput = {
  messageId: string;
  conversationId: string;
  accountId: string;
  personId: string;
  /** A signed-in person wrote it: the network's longer window may be used. */
  byPerson: boolean;
  asHumanAgent?: boolean;
  /** When somebody asked for it, epoch ms: lookups find nothing older. */
  askedAt: number;
  /** The run of an automation that hears what became of it. Absent or null if none does. */
  reportTo?: string | null;
};

export type MessageSendContext = MessageSendInput & {
  asHumanAgent: boolean;
  reportTo: string | null;
  /** The run has received the result. */
  reported: boolean;
  /** How often it was sent, or may have been. */
  attempt: number;
  refreshes: number;
  refusedCredentials: number;
  /** Lookups that the network answered, since the last try. */
  looks: number;
  failedLooks: number;
  waitMs: number;
  networkId: string | null;
  /** Why a try may have arrived though nothing shows it; null if none may have, or a lookup showed that it did not. */
  doubt: string | null;
  /** The response to the last try was lost. Else the network answered that it failed. */
  isLost: boolean;
  /** Why it cannot be sent; null if nothing says that yet. `lost`: no response came, and a lookup shows that it is not there. */
  failure: 'refused' | 'window' | 'account' | 'busy' | 'lost' | null;
  error: string | null;
  /** The network's code of its refusal, such as `10/2534022`. null if no response of the network refused it. */
  networkCode: string | null;
};

type Sent = { networkId: string | null };
/** `code`: the network's own. Absent means no response of the network says it. */
type Refused = { reason: string; code?: string | undefined };
/** Absent means the person, or the message. */
type RefusalCause = 'window' | 'account';
type AboutAccess = { reason: string; code?: string | undefined; credentialsVersion: number };

export type MessageSendEvent =
  | ({ type: 'message.sent' } & Sent)
  /** Refused because of the person, the message or the window: another try fails too. */
  | ({ type: 'message.refused'; cause?: RefusalCause } & Refused)
  /** Temporarily refused. `mayBeSent`: the network had an internal error, and may have sent it. */
  | ({ type: 'message.retry'; afterMs?: number | undefined; mayBeSent?: true } & Refused)
  /** No response came, or the service stopped during the call. */
  | ({ type: 'message.unknown' } & Refused)
  | ({ type: 'message.expired' } & AboutAccess)
  /** The network refuses the access: a person has to connect the account again. */
  | ({ type: 'message.reauthorize' } & AboutAccess)
  | ({ type: 'lookup.found' } & Sent)
  /** The conversation was read, and the message is not in it. */
  | { type: 'lookup.absent' }
  /** What the network shows of the conversation proves nothing. */
  | ({ type: 'lookup.cannot_tell' } & Refused)
  | ({ type: 'lookup.failed' } & Refused)
  /** Without details: an older version asked. */
  | ({ type: 'access.renewed' } & Partial<Access>)
  /** It cannot be renewed now; it may be later. */
  | ({ type: 'access.retry'; afterMs?: number | undefined } & Refused)
  /** The access cannot be renewed. `unconfigured`: only the operator can fix this. */
  | ({ type: 'access.refused'; credentialsVersion?: number; unconfigured?: true } & Refused)
  /** The network reported the message as sent by the account. */
  | ({ type: 'echo' } & Sent);

/** What an actor of this kind reports to its account. */
type AccountReport = Extract<AccountEvent, { type: 'refused' | 'renewed' }>;

/** What a run hears of its message. */
type RunReport = Extract<
  FlowEvent,
  { type: 'message.sent' | 'message.unknown' | 'message.refused' | 'message.too_late' | 'message.held' }
>;

/** A run hears once what became of its message: a late echo does not belong to its next one. */
const tellRun = (reportOf: (context: MessageSendContext, event: MessageSendEvent) => RunReport) =>
  [
    {
      type: 'tell',
      params: ({ context, event }: { context: MessageSendContext; event: MessageSendEvent }) => {
        const { reportTo, reported } = context;
        const isTold = reportTo !== null && !reported;
        return { messages: isTold ? [{ to: reportTo, event: reportOf(context, event) }] : [] };
      },
    },
    'markReported',
  ] as const;

/** Faults of the account hold a run; those of the person or the message end it. */
function failureOf({ error, failure }: MessageSendContext): RunReport {
  const reason = error ?? 'it was not sent';
  if (failure === 'window') return { type: 'message.too_late' };
  return failure === 'account' ? { type: 'message.held', reason } : { type: 'message.refused', reason };
}

/** Keeps why it cannot be sent. The words of a time-out belong to the network, and so does its code. */
const fail = (failure: NonNullable<MessageSendContext['failure']>) =>
  ({
    type: 'keepFailure',
    params: ({ event }: { event: Refused }) => ({ reason: event.reason, code: event.code, failure }),
  }) as const;

/** It cannot be sent. An earlier try may have arrived, so it is looked up before it counts as failed. */
const failAs = (failure: NonNullable<MessageSendContext['failure']>) =>
  [
    {
      guard: 'mayHaveArrived',
      target: '#message_send.looking',
      actions: [fail(failure), 'startLooks'],
    },
    { target: '#message_send.failed', actions: fail(failure) },
  ] as const;

/** No lookup is possible: what the network surely did not take is sent again, the rest is looked for later. */
const unlessSent = [
  { guard: 'mayHaveArrived', target: 'looking', actions: 'startLooks' },
  { target: 'waiting' },
] as const;

/** Reports to the account that its access is refused; the account then waits for a person. */
const tellRefusal = {
  type: 'tell',
  params: ({
    context: { accountId, messageId, refusedCredentials },
    event,
  }: {
    context: MessageSendContext;
    event: { reason: string; credentialsVersion?: number; unconfigured?: true };
  }) => {
    const { reason, credentialsVersion = refusedCredentials, unconfigured } = event;
    const report: AccountReport = {
      type: 'refused',
      deliveryId: messageId,
      credentialsVersion,
      reason,
      ...(unconfigured && { unconfigured }),
    };
    return { messages: [{ to: accountId, event: report }] };
  },
} as const;

const tellRenewal = {
  type: 'tell',
  params: ({ context: { accountId }, event }: { context: MessageSendContext; event: Partial<Access> }) => {
    const { credentialsVersion, obtainedAt, expiresAt } = event;
    if (credentialsVersion === undefined || obtainedAt === undefined || expiresAt === undefined)
      return { messages: [] };
    const report: AccountReport = { type: 'renewed', credentialsVersion, obtainedAt, expiresAt };
    return { messages: [{ to: accountId, event: report }] };
  },
} as const;

type Work = { messageId: string; conversationId: string; accountId: string; personId: string };

const workOf = ({ messageId, conversationId, accountId, personId }: MessageSendContext): Work => ({
  messageId,
  conversationId,
  accountId,
  personId,
});

export const messageSend = setup({
  types: {
    context: {} as MessageSendContext,
    events: {} as MessageSendEvent,
    input: {} as MessageSendInput,
  },
  actions: {
    /** Sends it. A `message.*` event reports the result. */
    sendMessage: effect<Work & { asHumanAgent: boolean }>(),
    /** Looks for it in the conversation. A `lookup.*` event reports the result. */
    findMessage: effect<Work & { askedAt: number }>(),
    /** Renews the account's access. An `access.*` event reports the result. */
    renewForMessage: effect<{ accountId: string; refusedCredentials: number }>(),
    tell: effect<{ messages: { to: string; event: AccountReport | RunReport }[] }>(),
    markReported: assign(({ context }) => ({ reported: context.reportTo !== null })),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    countLook: assign(({ context }) => ({ looks: context.looks + 1, waitMs: SECOND_LOOK_MS })),
    countFailedLook: assign(({ context }) => ({
      failedLooks: context.failedLooks + 1,
      waitMs: FAILED_LOOKUP_WAITS_MS[context.failedLooks] ?? MINUTE,
    })),
    startLooks: assign({ looks: 0, failedLooks: 0 }),
    keepSent: assign((_, { networkId }: Sent) => ({ networkId, error: null })),
    keepReason: assign((_, { reason }: Refused) => ({ error: reason })),
    keepFailure: assign((_, { reason, code, failure }: Refused & Pick<MessageSendContext, 'failure'>) => ({
      failure,
      error: reason,
      networkCode: code ?? null,
    })),
    keepLoss: assign((_, { reason }: Refused) => ({
      isLost: true,
      error: reason,
      doubt: `the network did not answer; the message may have arrived: ${reason}`,
    })),
    /** The network had an internal error, and may have sent it. */
    keepDoubt: assign(({ context }, { reason, mayBeSent }: Refused & { mayBeSent?: true }) => ({
      isLost: false,
      ...(mayBeSent && {
        doubt: context.doubt ?? `the network answered with an error; the message may have arrived: ${reason}`,
      }),
    })),
    /** Two lookups, a minute apart, show that no try arrived. */
    keepAbsent: assign(({ context }) => ({
      doubt: null,
      ...(context.failure === null && {
        failure: 'lost' as const,
        error: `the network did not answer, and the message is not in the conversation: ${context.error}`,
      }),
    })),
    clearDoubt: assign({ doubt: null }),
    showDoubt: assign(({ context }) => ({ error: context.doubt ?? context.error })),
    keepAccess: assign(({ context }, { reason, credentialsVersion }: AboutAccess) => ({
      error: reason,
      refreshes: context.refreshes + 1,
      refusedCredentials: credentialsVersion,
    })),
    waitToSend: assign(({ context }, { afterMs = 0 }: { afterMs?: number | undefined }) => ({
      waitMs: Math.max(SEND_AGAIN_AFTER_MS[context.attempt - 1] ?? 0, afterMs),
    })),
    forgetError: assign({
      error: null,
      doubt: null,
      failure: null,
      networkCode: null,
    }),
  },
  guards: {
    mayRepeat: ({ context }) => context.attempt <= SEND_AGAIN_AFTER_MS.length,
    mayRefresh: ({ context }) => context.refreshes < MAX_REFRESHES,
    isFirstLook: ({ context }) => context.looks < 1,
    failedLooksLeft: ({ context }) => context.failedLooks < FAILED_LOOKUP_WAITS_MS.length,
    isOfWindow: (_, { cause }: { cause?: RefusalCause }) => cause === 'window',
    isOfAccount: (_, { cause }: { cause?: RefusalCause }) => cause === 'account',
    isCertainOfWindow: ({ context }, { cause }: { cause?: RefusalCause }) =>
      context.doubt === null && cause === 'window',
    isCertainOfAccount: ({ context }, { cause }: { cause?: RefusalCause }) =>
      context.doubt === null && cause === 'account',
    mayHaveArrived: ({ context }) => context.doubt !== null,
    /** The last repeat, and its response says that it may have been sent. */
    mayHaveArrivedNow: ({ context }, { mayBeSent }: { mayBeSent?: true }) =>
      context.doubt !== null || mayBeSent === true,
    /** A person sees that a message of the team is not there, and may send it again. Nobody sees it for a run. */
    isSentAgain: ({ context }) =>
      context.failure === null &&
      context.attempt <= SEND_AGAIN_AFTER_MS.length &&
      (!context.isLost || context.reportTo !== null),
  },
  delays: {
    again: ({ context }) => Math.max(0, context.waitMs),
    secondLook: ({ context }) => context.waitMs,
  },
}).createMachine({
  id: 'message_send',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    asHumanAgent: input.asHumanAgent ?? false,
    reportTo: input.reportTo ?? null,
    reported: false,
    attempt: 0,
    refreshes: 0,
    refusedCredentials: 0,
    looks: 0,
    failedLooks: 0,
    waitMs: 0,
    networkId: null,
    doubt: null,
    isLost: false,
    failure: null,
    error: null,
    networkCode: null,
  }),
  initial: 'sending',
  on: { echo: { target: '.sent', actions: by('keepSent') } },
  states: {
    sending: {
      description: 'One call to the network is in progress.',
      entry: [
        'countAttempt',
        {
          type: 'sendMessage',
          params: ({ context }) => ({ ...workOf(context), asHumanAgent: context.asHumanAgent }),
        },
      ],
      on: {
        'message.sent': { target: 'sent', actions: by('keepSent') },
        'message.refused': [
          { guard: by('isCertainOfWindow'), target: 'failed', actions: fail('window') },
          { guard: by('isCertainOfAccount'), target: 'failed', actions: fail('account') },
          { guard: by('isOfWindow'), target: 'looking', actions: [fail('window'), 'startLooks'] },
          { guard: by('isOfAccount'), target: 'looking', actions: [fail('account'), 'startLooks'] },
          ...failAs('refused'),
        ],
        'message.retry': [
          {
            guard: 'mayRepeat',
            target: 'checking',
            actions: [by('keepDoubt'), by('keepReason'), by('waitToSend')],
          },
          {
            guard: by('mayHaveArrivedNow'),
            target: 'looking',
            actions: [by('keepDoubt'), fail('busy'), 'startLooks'],
          },
          { target: 'failed', actions: fail('busy') },
        ],
        'message.unknown': { target: 'looking', actions: ['startLooks', by('keepLoss')] },
        'message.expired': [
          { guard: 'mayRefresh', target: 'refreshing', actions: by('keepAccess') },
          ...failAs('account'),
        ],
        'message.reauthorize': [
          {
            guard: 'mayHaveArrived',
            target: 'looking',
            actions: [fail('account'), 'startLooks', tellRefusal],
          },
          { target: 'failed', actions: [fail('account'), tellRefusal] },
        ],
      },
    },
    refreshing: {
      description: 'The access expired and is being renewed.',
      entry: {
        type: 'renewForMessage',
        params: ({ context: { accountId, refusedCredentials } }) => ({ accountId, refusedCredentials }),
      },
      on: {
        'access.renewed': { target: 'sending', actions: tellRenewal },
        'access.retry': [
          { guard: 'mayRepeat', target: 'waiting', actions: [by('keepReason'), by('waitToSend')] },
          ...failAs('account'),
        ],
        'access.refused': [
          {
            guard: 'mayHaveArrived',
            target: 'looking',
            actions: [fail('account'), 'startLooks', tellRefusal],
          },
          { target: 'failed', actions: [fail('account'), tellRefusal] },
        ],
      },
    },
    checking: {
      description: 'The network answered that it failed: one lookup before it is sent again.',
      entry: {
        type: 'findMessage',
        params: ({ context }) => ({ ...workOf(context), askedAt: context.askedAt }),
      },
      on: {
        'lookup.found': { target: 'sent', actions: by('keepSent') },
        'lookup.absent': 'waiting',
        'lookup.cannot_tell': unlessSent,
        'lookup.failed': unlessSent,
      },
    },
    waiting: {
      description: 'Waits before it is sent again.',
      after: { again: 'sending' },
    },
    looking: {
      description: 'A try may have arrived: a lookup shows whether the person has it.',
      entry: {
        type: 'findMessage',
        params: ({ context }) => ({ ...workOf(context), askedAt: context.askedAt }),
      },
      on: {
        'lookup.found': { target: 'sent', actions: by('keepSent') },
        'lookup.absent': [
          { guard: 'isFirstLook', target: 'lookingAgain', actions: 'countLook' },
          {
            guard: 'isSentAgain',
            target: 'waiting',
            actions: ['clearDoubt', { type: 'waitToSend', params: {} }],
          },
          { target: 'failed', actions: 'keepAbsent' },
        ],
        'lookup.cannot_tell': [
          { guard: 'isFirstLook', target: 'lookingAgain', actions: 'countLook' },
          { target: 'unknown' },
        ],
        'lookup.failed': [
          { guard: 'failedLooksLeft', target: 'lookingAgain', actions: 'countFailedLook' },
          { target: 'unknown' },
        ],
      },
    },
    lookingAgain: {
      description: 'Waits: networks show a message late, and lookups may fail.',
      after: { secondLook: 'looking' },
    },
    sent: { type: 'final', entry: ['forgetError', ...tellRun(() => ({ type: 'message.sent' }))] },
    failed: {
      description: 'The person does not have it. `failure` says why.',
      entry: [...tellRun(failureOf)],
    },
    unknown: {
      description: 'Nobody can tell whether the person has it. It is not sent again by itself.',
      entry: [
        'showDoubt',
        ...tellRun(({ error }) => ({ type: 'message.unknown', reason: error ?? 'no response came' })),
      ],
    },
  },
});

/** What people see of a send's state (docs/contract.md, Comments and inbox). */
export function messageStatusOf(state: string): 'sending' | 'sent' | 'failed' | 'unknown' {
  return state === 'sent' || state === 'failed' || state === 'unknown' ? state : 'sending';
}
