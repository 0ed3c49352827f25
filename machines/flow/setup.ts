/**
 * What the chart of every DM automation has in common: its events, effects, guards and delays. `compile.ts` makes a chart
 * of a list of steps from it. docs/flows.md says who sends which event, and what each effect has to do.
 */
import { assign, setup } from 'xstate';
import { effect, now } from '../durable.ts';
import { type Names, fill, openingOf } from './fill.ts';
import type { MessageStep } from './steps.ts';

const MINUTE = 60_000;
/** The person's last act must be younger than this when a message is sent. */
export const WINDOW_MS = 24 * 60 * MINUTE;
/** A condition without `withinMinutes` waits until then, so that its `no` can still send something. */
const ANSWER_BY_MS = 23 * 60 * MINUTE;
/** How often an account that cannot send is asked again. */
export const HELD_FOR_MS = 5 * MINUTE;

/** How many acts are kept while a message is on its way. */
const MAX_EARLY = 20;

/** How a run ends. */
export const END_REASONS = [
  'completed',
  'handoff',
  'window_closed',
  'failed',
  'human_reply',
  'stopped',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** How words are compared: functions of their parameters alone. The machine only asks them. */
export interface Words {
  /** Whether a text has one of the keywords. */
  hasKeyword(text: string, keywords: readonly string[]): boolean;
  /** Whether a text is this label (case, accents and surrounding punctuation do not count). */
  isLabel(text: string, label: string): boolean;
}

/** A type, not an interface: XState requires an index signature for JSON. */
export type FlowInput = {
  runId: string;
  /** null if nobody knows yet, and the network is asked first. */
  names: Names | null;
  /** The text of the act that started the run; null if it had none. */
  triggerText: string | null;
  /** When the person did it, epoch ms. */
  actedAt: number;
  /** Opens the first message of the run; null or absent means nothing does. */
  disclosure?: string | null;
  /** Whose run it is. Absent for a run that is only tried. */
  automationId?: string;
  /** Which version of its steps, counted from 1. */
  version?: number;
  accountId?: string;
  conversationId?: string;
};

/** A step that the run entered. `detail`: how it was left; null if not yet, or by its only way. */
export type Entered = { at: number; stepId: string; detail: string | null };

export type FlowContext = FlowInput & {
  disclosure: string | null;
  /** The steps that the run entered, oldest first. */
  log: Entered[];
  /** When it ended, epoch ms; null if it has not. */
  endedAt: number | null;
  /** When the person last did what keeps the reply window open, epoch ms. */
  lastActAt: number;
  /** How many messages were sent. */
  sent: number;
  /** Messages of the person that arrived while the last message was being sent, oldest first; null for one without text. */
  early: (string | null)[];
  /** Ids of the messages whose link the person has opened. */
  clicked: string[];
  /** Why it failed, was stopped, or cannot send now, in words; null if none of these. */
  reason: string | null;
};

export type FlowEvent =
  /** The person wrote, or sent something without text. */
  | { type: 'person.replied'; text: string | null }
  /** The person tapped a choice of any message of the run: it counts as its label typed. */
  | { type: 'person.tapped'; text: string }
  /** A reaction, where the network counts it for the window. It is no answer. */
  | { type: 'person.reacted' }
  /** The person opened the link of a message. */
  | { type: 'link.clicked'; stepId: string }
  /** It is on its way: another event says what became of it. The charts have no transition for it. */
  | { type: 'message.placed' }
  | { type: 'message.sent' }
  /** No response came, and no lookup found the message: it is not sent again. */
  | { type: 'message.unknown'; reason: string }
  /** Refused permanently, for example because the person blocked the account. */
  | { type: 'message.refused'; reason: string }
  /** The network says that the reply window is closed. */
  | { type: 'message.too_late' }
  /** The account cannot send now. The message was not sent. */
  | { type: 'message.held'; reason: string }
  | { type: 'follows.known'; follows: 'yes' | 'no' | 'unknown' }
  | { type: 'names.known'; names: Names }
  | { type: 'conversation.flagged' }
  /** A member of the team answered. */
  | { type: 'human.replied' }
  /** STOP by the person, by an operator, with the automation, or at the end of the plan. */
  | { type: 'stop'; reason: string };

/** What is to be sent. `text` is filled in; `button` is a link, which the sender may replace by one that counts. */
export type Outgoing = {
  runId: string;
  stepId: string;
  text: string;
  button: { title: string; url: string } | null;
  choices: string[];
};

type Announced = { event: `dm_automation.${'started' | 'handoff' | 'finished' | 'failed'}` };

/** The sooner of 23 hours after the person's last act and 1,380 minutes from now; never less than 0. */
const answerDelay = ({ context }: { context: FlowContext }) =>
  Math.min(Math.max(context.lastActAt + ANSWER_BY_MS - now(), 0), ANSWER_BY_MS);

const windowDelay = ({ context }: { context: FlowContext }) =>
  Math.max(context.lastActAt + WINDOW_MS - now(), 0);

const textOf = (event: FlowEvent): string | null => ('text' in event ? event.text : null);

const firstText = ({ early }: FlowContext): string | null => early.find((text) => text !== null) ?? null;

const NAMELESS: Names = { username: null, firstName: null };

/** What the message of a step says to this person. */
export function outgoingOf(step: MessageStep, context: FlowContext): Outgoing {
  const { runId, names, disclosure, sent } = context;
  const opening = sent === 0 ? openingOf(disclosure) : '';
  return {
    runId,
    stepId: step.id,
    text: fill(`${opening}${step.text}`, names ?? NAMELESS, { hasButton: step.button !== undefined }),
    button: step.button ?? null,
    choices: (step.choices ?? []).map(({ label }) => label),
  };
}

/** What a run has done by the service. */
const effects = {
  /** Asks for one message to be sent. `message.placed` says that it is on its way, another `message.*` event what became of it. */
  placeMessage: effect<Outgoing>(),
  /** Asks the network who the person is. `names.known` reports the result. */
  askNames: effect<{ runId: string }>(),
  /** Asks the network whether the person follows the account. `follows.known` reports the result. */
  askFollows: effect<{ runId: string; stepId: string }>(),
  /** Flags the conversation for a person of the team. `conversation.flagged` reports that it was done. */
  flagConversation: effect<{ runId: string; stepId: string; note: string | null }>(),
  announce: effect<Announced>(),
};

/** @param words compares what people write with labels and keywords */
export function flowSetup(words: Words) {
  const has = (text: string | null, keywords: string[]) => text !== null && words.hasKeyword(text, keywords);
  const is = (text: string | null, label: string) => text !== null && words.isLabel(text, label);
  return setup({
    types: { context: {} as FlowContext, events: {} as FlowEvent, input: {} as FlowInput },
    actions: {
      ...effects,
      enter: assign(({ context }, { stepId }: { stepId: string }) => ({
        log: [...context.log, { at: now(), stepId, detail: null }],
      })),
      leave: assign(({ context: { log } }, { detail }: { detail: string }) => ({
        log: log.map((one, index) => (index === log.length - 1 ? { ...one, detail } : one)),
      })),
      leaveByFollows: assign(({ context: { log }, event }) => ({
        log: log.map((one, index) =>
          index === log.length - 1 && event.type === 'follows.known'
            ? { ...one, detail: event.follows }
            : one,
        ),
      })),
      end: assign(() => ({ endedAt: now() })),
      keepNames: assign(({ event }) => (event.type === 'names.known' ? { names: event.names } : {})),
      renewWindow: assign(() => ({ lastActAt: now() })),
      keepEarly: assign(({ context, event }) => ({
        lastActAt: now(),
        early: [...context.early, textOf(event)].slice(0, MAX_EARLY),
      })),
      forgetEarly: assign(() => ({ early: [] })),
      // what held it is over
      countSent: assign(({ context }) => ({ sent: context.sent + 1, reason: null })),
      keepClick: assign(({ context, event }) => {
        const stepId = event.type === 'link.clicked' ? event.stepId : '';
        return { clicked: context.clicked.includes(stepId) ? context.clicked : [...context.clicked, stepId] };
      }),
      keepReason: assign(({ event }) => ({ reason: 'reason' in event ? event.reason : null })),
    },
    guards: {
      isNamed: ({ context }) => context.names !== null,
      isWindowClosed: ({ context }) => now() - context.lastActAt >= WINDOW_MS,
      isLabel: ({ event }, { label }: { label: string }) => is(textOf(event), label),
      wasLabel: ({ context }, { label }: { label: string }) => context.early.some((text) => is(text, label)),
      isText: ({ event }) => textOf(event) !== null,
      hasKeyword: ({ event }, { keywords }: { keywords: string[] }) => has(textOf(event), keywords),
      hasEarly: ({ context }) => context.early.length > 0,
      hasEarlyText: ({ context }) => firstText(context) !== null,
      hadKeyword: ({ context }, { keywords }: { keywords: string[] }) => has(firstText(context), keywords),
      triggerHasText: ({ context }) => context.triggerText !== null,
      triggerHasKeyword: ({ context }, { keywords }: { keywords: string[] }) =>
        has(context.triggerText, keywords),
      isClickOf: ({ event }, { stepId }: { stepId: string }) =>
        event.type === 'link.clicked' && event.stepId === stepId,
      wasClicked: ({ context }, { stepId }: { stepId: string }) => context.clicked.includes(stepId),
      isFollower: ({ event }) => event.type === 'follows.known' && event.follows !== 'no',
    },
    delays: { answer: answerDelay, window: windowDelay, held: HELD_FOR_MS },
  });
}
