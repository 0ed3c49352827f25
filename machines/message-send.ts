/**
 * One outgoing direct message. No network takes an idempotency key here, so a message is sent again only after a lookup
 * (docs/contract.md, Comments and messages): the network refused it temporarily (a rate limit, a fault of its own): one lookup,
 * then again, twice at most. No response came: two lookups, the second at least a minute later; if neither finds it, the
 * outcome is unknown and a person decides. The network's own echo of the message settles it at any time.
 */
import { assign, setup } from 'xstate';
import type { Access, AccountEvent } from './account.ts';
import { by } from './by.ts';
import { effect } from './durable.ts';
import type { FlowEvent } from './flow/setup.ts';

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
  asHumanAgent: boolean;
  /** When somebody asked for it, epoch ms: lookups find nothing older. */
  askedAt: number;
  /** The run of an automation that hears what became of it. Absent or null: none does. */
  reportTo?: string | null;
};

export type MessageSendContext = MessageSendInput & {
  reportTo: string | null;
  /** The run has heard what became of it. */
  reported: boolean;
  /** How often it was sent, or may have been. */
  attempt: number;
  refreshes: number;
  refusedCredentials: number;
  looks: number;
  waitMs: number;
  networkId: string | null;
  error: string | null;
};

type Sent = { networkId: string | null };
type Refused = { reason: string };
/** Absent: the person, or the message. */
type RefusalCause = 'window' | 'account';
type AboutAccess = { reason: string; credentialsVersion: number };

export type MessageSendEvent =
  | ({ type: 'message.sent' } & Sent)
  /** Refused because of the person, the message or the window: another try fails too. */
  | ({ type: 'message.refused'; cause?: RefusalCause } & Refused)
  /** Temporarily refused. */
  | ({ type: 'message.retry'; afterMs?: number | undefined } & Refused)
  /** No response came, or the service stopped during the call. */
  | ({ type: 'message.unknown' } & Refused)
  | ({ type: 'message.expired' } & AboutAccess)
  /** The network refuses the access: a person has to connect the account again. */
  | ({ type: 'message.reauthorize' } & AboutAccess)
  | ({ type: 'lookup.found' } & Sent)
  | { type: 'lookup.absent' }
  | ({ type: 'lookup.failed' } & Refused)
  /** Without details: an older version asked. */
  | ({ type: 'access.renewed' } & Partial<Access>)
  /** It cannot be renewed now; it may be later. */
  | ({ type: 'access.retry'; afterMs?: number | undefined } & Refused)
  /** It cannot be renewed for good. `unconfigured`: only the operator can fix this. */
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
function failureOf({ error }: MessageSendContext, event: MessageSendEvent): RunReport {
  const reason = error ?? 'the network refused it';
  if (event.type === 'message.refused' && event.cause === 'window') return { type: 'message.too_late' };
  const isTheirs =
    (event.type === 'message.refused' && event.cause === undefined) || event.type === 'message.retry';
  return isTheirs ? { type: 'message.refused', reason } : { type: 'message.held', reason };
}

/** The account learns that its access is refused: it waits for a person, and says so. */
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
    countLook: assign(({ context }) => ({ looks: context.looks + 1 })),
    startLooks: assign({ looks: 0 }),
    keepSent: assign((_, { networkId }: Sent) => ({ networkId, error: null })),
    keepReason: assign((_, { reason }: Refused) => ({ error: reason })),
    keepAccess: assign(({ context }, { reason, credentialsVersion }: AboutAccess) => ({
      error: reason,
      refreshes: context.refreshes + 1,
      refusedCredentials: credentialsVersion,
    })),
    waitToSend: assign(({ context }, { afterMs = 0 }: { afterMs?: number | undefined }) => ({
      waitMs: Math.max(SEND_AGAIN_AFTER_MS[context.attempt - 1] ?? 0, afterMs),
    })),
    forgetError: assign({ error: null }),
  },
  guards: {
    mayRepeat: ({ context }) => context.attempt <= SEND_AGAIN_AFTER_MS.length,
    mayRefresh: ({ context }) => context.refreshes < MAX_REFRESHES,
    isFirstLook: ({ context }) => context.looks <= 1,
  },
  delays: {
    again: ({ context }) => Math.max(0, context.waitMs),
    secondLook: SECOND_LOOK_MS,
  },
}).createMachine({
  id: 'message_send',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    reportTo: input.reportTo ?? null,
    reported: false,
    attempt: 0,
    refreshes: 0,
    refusedCredentials: 0,
    looks: 0,
    waitMs: 0,
    networkId: null,
    error: null,
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
        'message.refused': { target: 'failed', actions: by('keepReason') },
        'message.retry': [
          { guard: 'mayRepeat', target: 'checking', actions: [by('keepReason'), by('waitToSend')] },
          { target: 'failed', actions: by('keepReason') },
        ],
        'message.unknown': { target: 'looking', actions: ['startLooks', by('keepReason')] },
        'message.expired': [
          { guard: 'mayRefresh', target: 'refreshing', actions: by('keepAccess') },
          { target: 'failed', actions: by('keepReason') },
        ],
        'message.reauthorize': { target: 'failed', actions: [by('keepReason'), tellRefusal] },
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
          { target: 'failed', actions: by('keepReason') },
        ],
        'access.refused': { target: 'failed', actions: [by('keepReason'), tellRefusal] },
      },
    },
    checking: {
      description: 'The network refused it temporarily: one lookup before it is sent again.',
      entry: {
        type: 'findMessage',
        params: ({ context }) => ({ ...workOf(context), askedAt: context.askedAt }),
      },
      on: {
        'lookup.found': { target: 'sent', actions: by('keepSent') },
        'lookup.absent': 'waiting',
        // the network answered the call itself: it did not take the message
        'lookup.failed': 'waiting',
      },
    },
    waiting: {
      description: 'Waits before it is sent again.',
      after: { again: 'sending' },
    },
    looking: {
      description: 'No response came: a lookup shows whether the person has it.',
      entry: [
        'countLook',
        { type: 'findMessage', params: ({ context }) => ({ ...workOf(context), askedAt: context.askedAt }) },
      ],
      on: {
        'lookup.found': { target: 'sent', actions: by('keepSent') },
        'lookup.absent': [{ guard: 'isFirstLook', target: 'lookingAgain' }, { target: 'unknown' }],
        'lookup.failed': [{ guard: 'isFirstLook', target: 'lookingAgain' }, { target: 'unknown' }],
      },
    },
    lookingAgain: {
      description: 'Waits a minute, since networks show a message late.',
      after: { secondLook: 'looking' },
    },
    sent: { type: 'final', entry: ['forgetError', ...tellRun(() => ({ type: 'message.sent' }))] },
    failed: {
      description: 'The network refused it: the person does not have it.',
      entry: [...tellRun(failureOf)],
    },
    unknown: {
      description: 'Nobody can tell whether the person has it. It is not sent again by itself.',
      entry: [...tellRun(({ error }) => ({ type: 'message.unknown', reason: error ?? 'no response came' }))],
    },
  },
});

/** What people see of a send's state (docs/contract.md, Comments and messages). */
export function messageStatusOf(state: string): 'sending' | 'sent' | 'failed' | 'unknown' {
  return state === 'sent' || state === 'failed' || state === 'unknown' ? state : 'sending';
}
