/**
 * A kind of the bench's own: a conversation with a person, as an actor that lives for months. It rests with a timer, takes
 * a message now and then, has a network say something, and rests again.
 */
import { assign, setup } from 'xstate';
import { effect, now } from '../../machines/durable.ts';
import { defineKind, kindTable, statusOf } from '../../src/engine/kind.ts';

export type ConversationInput = { person: string; topic: string };
type Context = ConversationInput & { messages: number; nudges: number; lastText: string; lastAt: number };
type Event = { type: 'message'; text: string } | { type: 'said'; networkId: string };

/** How long it rests before it counts a nudge and rests again. */
export const PATIENCE_MS = 30 * 86_400_000;

const machine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as ConversationInput },
  actions: {
    say: effect<{ person: string; text: string }>(),
    hear: assign(({ context }, { text }: { text: string }) => ({
      messages: context.messages + 1,
      lastText: text,
      lastAt: now(),
    })),
    nudge: assign(({ context }) => ({ nudges: context.nudges + 1, lastAt: now() })),
  },
  delays: { patience: PATIENCE_MS },
}).createMachine({
  id: 'conversation',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, messages: 0, nudges: 0, lastText: '', lastAt: now() }),
  initial: 'idle',
  states: {
    idle: {
      after: { patience: { target: 'idle', reenter: true, actions: 'nudge' } },
      on: { message: { target: 'replying', actions: { type: 'hear', params: ({ event }) => event } } },
    },
    replying: {
      entry: {
        type: 'say',
        params: ({ context }) => ({ person: context.person, text: `Thank you for ${context.lastText}` }),
      },
      on: { said: 'idle' },
    },
  },
});

export const conversation = defineKind({
  name: 'conversation',
  idPrefix: 'conv',
  machine,
  version: 1,
  upgrades: {},
  listColumns: null,
  feedEvent: {
    change: ({ id, snapshot }) => ({
      type: 'conversation.updated',
      resource: { type: 'conversation', id },
      data: { id, status: statusOf(snapshot), messages: snapshot.context.messages },
    }),
  },
  announcements: {},
  effects: { say: { answers: ['said'], with: 'network' } },
  restingStates: ['idle'],
  retention: null,
  view: {
    remembers: {},
    describe: async () => new Map(),
    waitsForPerson: () => null,
    timers: {},
    actions: () => [],
    explain: { sentence: () => 'A conversation.' },
  },
});

export const conversations = kindTable(conversation);
