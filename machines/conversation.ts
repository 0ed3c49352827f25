/**
 * A conversation between an account and one person: whether it is answered, since when the person waits, how many messages are
 * unread, until when the network takes a reply, and until when automations pause (docs/contract.md, Comments and inbox). It can be
 * snoozed until a time, or until the person writes. Messages are rows of a table; a `message_send` actor sends each outgoing one.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';
import type { FlowInput } from './flow/setup.ts';
import type { MessageSendInput } from './message-send.ts';

const HOUR = 3_600_000;
/** How long automations pause after a person's answer (docs/contract.md, Comments and inbox). */
export const HUMAN_PAUSE_MS = 12 * HOUR;

export type ConversationInput = {
  conversationId: string;
  accountId: string;
  /** The network's own id of the other person. */
  personId: string;
  /** How long after the person's last act the network takes a reply, ms; null means for ever. */
  windowMs: number | null;
  /** How long it takes a reply written by a person, ms; null means no longer than any other. */
  humanWindowMs: number | null;
  /** The person had opted out before what was kept of them was deleted, epoch ms. Absent or null means not. */
  optedOutAt?: number | null;
};

export type ConversationContext = ConversationInput & {
  /** Unread messages of the person. */
  unread: number;
  /** The person's last act that keeps the window open, epoch ms by the network's clock; null if none. */
  lastActAt: number | null;
  /** Until when automations pause because a person answered, epoch ms; null if they do not. */
  pausedUntil: number | null;
  /** An automation handed the conversation over to a person; null means no. */
  flagged: Flag | null;
  /** Since when the person takes no automatic messages, epoch ms; null if they do. */
  optedOutAt: number | null;
  /** When that was last said, epoch ms; null if never. */
  consentAt: number | null;
  /** Whether the network was asked who the person is. It is asked again with the next message if it did not say. */
  naming: 'unknown' | 'asked' | 'known';
  /** When the person wrote last, epoch ms by the network's clock; null if never. */
  wroteAt: number | null;
  /** When somebody of the team or an automation answered last, epoch ms; null if never. */
  answeredAt: number | null;
  /** When the person wrote the first unanswered message, epoch ms; null if every message is answered. */
  waitingSince: number | null;
  /** Until when it is snoozed, epoch ms; null if it is not snoozed. */
  snoozedUntil: number | null;
};

/** `at`: epoch ms. */
type Flag = { note: string | null; automationId: string | null; runId: string | null; at: number };

export type ConversationEvent =
  /** The person wrote, or tapped a choice. */
  | { type: 'person.wrote'; at: number }
  /** A message from before the account received: shown, and nothing else. */
  | { type: 'person.wrote_before'; at: number }
  /** The person did something that keeps the window open and is no message: a reaction, a link opened. */
  | { type: 'person.acted'; at: number }
  /** The person asked for no more automatic messages, or somebody of the team did for them. */
  | { type: 'person.opted_out'; at: number }
  /** The person takes automatic messages again. */
  | { type: 'person.opted_in'; at: number }
  /** Somebody of the team answered, here or in the network's own app. */
  | { type: 'team.answered'; at: number }
  /** Somebody of the team sends a message from here. */
  | { type: 'send'; send: MessageSendInput; at: number }
  /** A run of an automation sends a message. */
  | { type: 'say'; send: MessageSendInput }
  /** An automation starts with the person. */
  | { type: 'run'; run: RunStart }
  | { type: 'flag'; flag: Flag }
  /** The network returned who the person is, or could not. */
  | { type: 'person.named'; known: boolean }
  | { type: 'read' }
  | { type: 'unread' }
  | { type: 'done' }
  | { type: 'reopen' }
  /** A member of the team snoozes it. `until`: epoch ms. */
  | { type: 'snooze'; until: number }
  /** A snooze has ended, and the row of the conversation is updated. */
  | { type: 'snooze.ended'; until: number };

/** A run to be started: `definitionId` names the steps. */
export type RunStart = { id: string; definitionId: string; input: FlowInput };

type Start = { kind: 'message_send'; id: string; input: MessageSendInput } | ({ kind: 'dm_run' } & RunStart);

const startSend = {
  type: 'startActors',
  params: ({ event: { send } }: { event: { send: MessageSendInput } }) => ({
    actors: [{ kind: 'message_send' as const, id: send.messageId, input: send }],
  }),
} as const;

const later = (one: number | null, other: number) => Math.max(one ?? 0, other);

const readPerson = {
  type: 'readPerson',
  params: ({ context: { conversationId, accountId, personId } }: { context: ConversationContext }) => ({
    conversationId,
    accountId,
    personId,
  }),
} as const;

const settle = ['dropFlag', 'markRead', 'forgetWait'] as const;
const finish = { target: '#conversation.done', actions: settle } as const;
/** Snoozing marks the conversation as read. */
const snooze = {
  target: '#conversation.snoozed',
  reenter: true,
  actions: [by('keepSnooze'), 'markRead'],
} as const;

/** Since when the person waits after an answer of that time. */
const waitAfter = ({ waitingSince, wroteAt }: ConversationContext, at: number): number | null => {
  if (waitingSince === null) return null;
  return wroteAt !== null && wroteAt > at ? wroteAt : null;
};

export const conversation = setup({
  types: {
    context: {} as ConversationContext,
    events: {} as ConversationEvent,
    input: {} as ConversationInput,
  },
  actions: {
    startActors: effect<{ actors: Start[] }>(),
    /** Asks the network who the person is. `person.named` reports the result. */
    readPerson: effect<{ conversationId: string; accountId: string; personId: string }>(),
    askName: assign({ naming: 'asked' }),
    keepNaming: assign(
      (_, { known }: { known: boolean }) => ({ naming: known ? 'known' : 'unknown' }) as const,
    ),
    countUnread: assign(({ context }) => ({ unread: context.unread + 1 })),
    moveWindow: assign(({ context }, { at }: { at: number }) => ({
      lastActAt: later(context.lastActAt, at),
    })),
    pause: assign(({ context }, { at }: { at: number }) => ({
      pausedUntil: later(context.pausedUntil, at + HUMAN_PAUSE_MS),
    })),
    raiseFlag: assign((_, { flag }: { flag: Flag }) => ({ flagged: flag })),
    dropFlag: assign({ flagged: null }),
    optOut: assign((_, { at }: { at: number }) => ({ optedOutAt: at, consentAt: at })),
    optIn: assign((_, { at }: { at: number }) => ({ optedOutAt: null, consentAt: at })),
    /** A message that arrives late may have been answered already. */
    startWait: assign(({ context }, { at }: { at: number }) => ({
      wroteAt: later(context.wroteAt, at),
      waitingSince:
        at <= (context.answeredAt ?? 0) ? context.waitingSince : Math.min(context.waitingSince ?? at, at),
    })),
    /** Messages that the person wrote after an answer that is reported late still wait for an answer. */
    endWait: assign(({ context }, { at }: { at: number }) => ({
      answeredAt: later(context.answeredAt, at),
      waitingSince: waitAfter(context, at),
    })),
    endWaitNow: assign(({ context }) => ({ answeredAt: now(), waitingSince: waitAfter(context, now()) })),
    forgetWait: assign({ waitingSince: null }),
    waitFromFlag: assign(({ context }, { flag }: { flag: Flag }) => ({
      waitingSince: context.waitingSince ?? flag.at,
    })),
    keepSnooze: assign((_, { until }: { until: number }) => ({ snoozedUntil: until })),
    dropSnooze: assign({ snoozedUntil: null }),
    /** Copies the end of a snooze into the row that lists read. `snooze.ended` reports it. */
    endSnooze: effect<{ conversationId: string; until: number }>(),
    markRead: assign({ unread: 0 }),
    markUnread: assign(({ context }) => ({ unread: Math.max(1, context.unread) })),
  },
  guards: {
    isNameless: ({ context }) => context.naming === 'unknown',
    // messages arrive in any order
    isNewerWord: ({ context }, { at }: { at: number }) => at >= (context.consentAt ?? 0),
    /** It was not snoozed again meanwhile. */
    isThisSnooze: ({ context }, { until }: { until: number }) => until === context.snoozedUntil,
  },
  delays: { snooze: ({ context }) => Math.max(0, (context.snoozedUntil ?? 0) - now()) },
}).createMachine({
  id: 'conversation',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    unread: 0,
    lastActAt: null,
    pausedUntil: null,
    flagged: null,
    optedOutAt: input.optedOutAt ?? null,
    consentAt: input.optedOutAt ?? null,
    naming: 'unknown',
    wroteAt: null,
    answeredAt: null,
    waitingSince: null,
    snoozedUntil: null,
  }),
  initial: 'done',
  on: {
    'person.wrote': [
      {
        guard: 'isNameless',
        target: '.open',
        actions: ['countUnread', by('moveWindow'), by('startWait'), readPerson, 'askName'],
      },
      { target: '.open', actions: ['countUnread', by('moveWindow'), by('startWait')] },
    ],
    'person.named': { actions: by('keepNaming') },
    'person.wrote_before': { actions: by('moveWindow') },
    'person.acted': { actions: by('moveWindow') },
    'person.opted_out': { guard: by('isNewerWord'), actions: by('optOut') },
    'person.opted_in': { guard: by('isNewerWord'), actions: by('optIn') },
    'team.answered': { actions: [by('pause'), by('endWait'), 'markRead'] },
    send: { actions: [startSend, by('pause'), by('endWait'), 'markRead'] },
    say: { actions: [startSend, 'endWaitNow'] },
    run: {
      actions: {
        type: 'startActors',
        params: ({ event: { run } }) => ({ actors: [{ kind: 'dm_run' as const, ...run }] }),
      },
    },
    flag: { target: '.open', actions: [by('raiseFlag'), by('waitFromFlag')] },
    read: { actions: 'markRead' },
    unread: { target: '.open', actions: 'markUnread' },
  },
  states: {
    open: {
      description: 'Somebody has to look at it.',
      on: { done: finish, snooze },
    },
    snoozed: {
      description: 'It is put aside until a time. What the person writes opens it before.',
      exit: 'dropSnooze',
      on: { done: finish, reopen: 'open', snooze },
      initial: 'waiting',
      states: {
        waiting: { after: { snooze: 'ending' } },
        ending: {
          description: 'The time has come, and the list of conversations is updated.',
          entry: {
            type: 'endSnooze',
            params: ({ context: { conversationId, snoozedUntil } }) => ({
              conversationId,
              until: snoozedUntil ?? 0,
            }),
          },
          on: {
            'snooze.ended': {
              guard: by('isThisSnooze'),
              target: '#conversation.open',
              actions: 'markUnread',
            },
          },
        },
      },
    },
    done: {
      description: 'Done. A new message opens it again.',
      on: { reopen: 'open', done: { actions: settle }, snooze },
    },
  },
});
