/**
 * Compiles the steps of a DM automation to a statechart. Each step is a state, named after the step's id, so that the chart,
 * the log of a run and its counters speak of the same step in every version. docs/flows.md describes the chart.
 */
import type { FlowContext, FlowInput, Words } from './setup.ts';
import { flowSetup, outgoingOf } from './setup.ts';
import type { ConditionStep, MessageStep, Step } from './steps.ts';

/** The id of every compiled chart: runs of all automations are one kind of actor. */
const CHART_ID = 'dm_run';

/** How long a run waits for the name of its person before its first message, ms. */
const MAX_ASKING_MS = 3_000;

/** The name of a step's state in the chart. */
export const stateOf = (stepId: string): string => `step_${stepId}`;

/** The step of a chart's state or edge id (`dm_run.step_a.waiting`); null means it belongs to no step. */
export function stepIdOf(id: string): string | null {
  return /^dm_run\.step_([\w-]+)/.exec(id)?.[1] ?? null;
}

type Transition = { target?: string; guard?: unknown; actions?: unknown; reenter?: boolean };
/** The part of XState's configuration of a state that these charts use. */
type State = {
  type?: 'final';
  description?: string;
  initial?: string;
  entry?: unknown;
  exit?: unknown;
  always?: Transition[];
  after?: { [delay: string]: Transition };
  on?: { [event: string]: Transition | Transition[] };
  states?: { [name: string]: State };
};

/** What is around a step. */
interface Place {
  /** The state that follows it. */
  next: string;
  /** The nearest message above it that has a link. */
  linkAbove: string | null;
  /** It is the first step of the automation. */
  isFirst: boolean;
  states: { [name: string]: State };
}

const target = (state: string) => `#${CHART_ID}.${state}`;
const announce = (event: string) => ({ type: 'announce', params: { event: `dm_automation.${event}` } });
/** Notes by which way the step was left. */
const leave = (detail: string) => ({ type: 'leave', params: { detail } });
const ANSWERS = ['person.replied', 'person.tapped'] as const;

/** The same transitions for each event by which a person answers. */
const onAnswer = (transitions: Transition[]) =>
  Object.fromEntries(ANSWERS.map((type) => [type, transitions]));

/**
 * Makes a compiler.
 * @param words compares what people write with labels and keywords
 * @returns a pure function from steps, checked by `checkSteps`, to their machine
 */
export function flowCompiler(words: Words) {
  const base = flowSetup(words);
  return (steps: readonly Step[]) => {
    const states: { [name: string]: State } = {};
    const first = addSteps(steps, { next: 'completed', linkAbove: null, isFirst: true, states });
    const config = {
      id: CHART_ID,
      options: { maxIterations: 1_000 },
      context: ({ input }: { input: FlowInput }): FlowContext => ({
        ...input,
        disclosure: input.disclosure ?? null,
        log: [],
        endedAt: null,
        lastActAt: input.actedAt,
        sent: 0,
        early: [],
        clicked: [],
        reason: null,
      }),
      initial: 'started',
      on: {
        ...onAnswer([{ actions: 'renewWindow' }]),
        'person.reacted': { actions: 'renewWindow' },
        'link.clicked': { actions: 'keepClick' },
        'human.replied': { target: '.human_reply' },
        stop: { target: '.stopped', actions: 'keepReason' },
        // a response that came too late for the first message serves the others
        'names.known': { actions: 'keepNames' },
      },
      states: {
        ...beforeSteps(target(first)),
        ...states,
        ...ends,
      },
    };
    return base.createMachine(config as unknown as Parameters<typeof base.createMachine>[0]);
  };
}

/** What happens before the first step. @param first the target of the first step */
const beforeSteps = (first: string): { [name: string]: State } => ({
  started: {
    always: [{ guard: 'isNamed', target: first, actions: announce('started') }, { target: target('asking') }],
  },
  asking: {
    description:
      'Asks the network who the person is, for the words of messages and for the event that says that they started. Without a response the run goes on.',
    entry: {
      type: 'askNames',
      params: ({ context }: { context: FlowContext }) => ({ runId: context.runId }),
    },
    exit: announce('started'),
    after: { [MAX_ASKING_MS]: { target: first } },
    on: {
      ...onAnswer([{ actions: 'keepEarly' }]),
      'names.known': { target: first, actions: 'keepNames' },
    },
  },
  naming: {
    description: 'As `asking`, of runs that were announced before the network was asked.',
    on: {
      ...onAnswer([{ actions: 'keepEarly' }]),
      'names.known': { target: first, actions: 'keepNames' },
    },
  },
});

export type FlowMachine = ReturnType<ReturnType<typeof flowCompiler>>;

const ends: { [reason: string]: State } = {
  completed: { type: 'final', entry: ['end', announce('finished')] },
  handoff: { type: 'final', entry: ['end', announce('handoff'), announce('finished')] },
  window_closed: {
    type: 'final',
    description: "The person's last act was 24 hours ago or earlier, so nothing was sent.",
    entry: ['end', announce('finished')],
  },
  failed: {
    type: 'final',
    description: 'A message could not be sent.',
    entry: ['end', announce('failed'), announce('finished')],
  },
  human_reply: {
    type: 'final',
    description: 'A person of the team answered.',
    entry: ['end', announce('finished')],
  },
  stopped: { type: 'final', entry: ['end', announce('finished')] },
};

/** Adds the states of a list of steps. @returns the name of the state it begins with */
function addSteps(steps: readonly Step[], place: Place): string {
  let { linkAbove } = place;
  for (const [index, step] of steps.entries()) {
    const following = steps[index + 1];
    const next = following ? stateOf(following.id) : place.next;
    const isFirst = place.isFirst && index === 0;
    if (step.type === 'message' && step.button) linkAbove = step.id;
    const state = stateFor(step, { ...place, next, linkAbove, isFirst });
    const entry = state.entry === undefined ? [] : [state.entry].flat();
    const enter = { type: 'enter', params: { stepId: step.id } };
    place.states[stateOf(step.id)] = { ...state, entry: [enter, ...entry] };
  }
  return steps[0] ? stateOf(steps[0].id) : place.next;
}

/** The state that a branch begins with. What comes after it is the end of the run. */
const branch = (steps: readonly Step[], place: Place): string =>
  target(addSteps(steps, { ...place, next: 'completed', isFirst: false }));

function stateFor(step: Step, place: Place): State {
  switch (step.type) {
    case 'message':
      return messageState(step, place);
    case 'wait':
      return { exit: 'forgetEarly', after: { [step.minutes * 60_000]: { target: target(place.next) } } };
    case 'condition':
      return step.check === 'follows' ? followsState(step, place) : conditionState(step, place);
    case 'handoff': {
      const params = ({ context }: { context: FlowContext }) => ({
        runId: context.runId,
        stepId: step.id,
        note: step.note ?? null,
      });
      return {
        entry: { type: 'flagConversation', params },
        on: { 'conversation.flagged': { target: target('handoff') } },
      };
    }
    default:
      return step satisfies never;
  }
}

function messageState(step: MessageStep, place: Place): State {
  const { choices = [] } = step;
  const branches = choices.map(({ label, steps }) => ({ label, to: branch(steps, place) }));
  const onward = choices.length > 0 ? 'waiting' : target(place.next);
  const again = { target: 'waiting', reenter: true, actions: 'renewWindow' };
  const states: { [name: string]: State } = {
    checking: {
      always: [{ guard: 'isWindowClosed', target: target('window_closed') }, { target: 'sending' }],
    },
    sending: {
      description: 'The message is being sent.',
      entry: [
        'forgetEarly',
        {
          type: 'placeMessage',
          params: ({ context }: { context: FlowContext }) => outgoingOf(step, context),
        },
      ],
      on: {
        ...onAnswer([{ actions: 'keepEarly' }]),
        'message.sent': { target: onward, actions: 'countSent' },
        'message.unknown': { target: onward, actions: 'countSent' },
        'message.refused': { target: target('failed'), actions: 'keepReason' },
        'message.too_late': { target: target('window_closed') },
        'message.held': { target: 'held', actions: 'keepReason' },
      },
    },
    held: {
      description: 'The account cannot send now. Nothing is lost: it is tried again.',
      after: { held: { target: 'checking' } },
    },
  };
  if (choices.length > 0)
    states['waiting'] = {
      description: 'The person chooses.',
      always: branches.map(({ label, to }) => ({
        guard: { type: 'wasLabel', params: { label } },
        target: to,
        actions: leave(label),
      })),
      exit: 'forgetEarly',
      on: {
        ...onAnswer([
          ...branches.map(({ label, to }) => ({
            guard: { type: 'isLabel', params: { label } },
            target: to,
            actions: ['renewWindow', leave(label)],
          })),
          again,
        ]),
        // a reaction moves the end of the window like any other act
        'person.reacted': again,
      },
      after: { window: { target: target('window_closed') } },
    };
  return { initial: 'checking', states };
}

function followsState(step: ConditionStep, place: Place): State {
  const [yes, no] = [branch(step.yes, place), branch(step.no, place)];
  const params = ({ context }: { context: FlowContext }) => ({ runId: context.runId, stepId: step.id });
  return {
    description: 'Asks the network whether the person follows the account.',
    entry: { type: 'askFollows', params },
    exit: 'forgetEarly',
    on: {
      'follows.known': [
        { guard: 'isFollower', target: yes, actions: 'leaveByFollows' },
        { target: no, actions: 'leaveByFollows' },
      ],
    },
  };
}

function conditionState(step: ConditionStep, place: Place): State {
  const [yes, no] = [branch(step.yes, place), branch(step.no, place)];
  const delay = step.withinMinutes === undefined ? 'answer' : step.withinMinutes * 60_000;
  return {
    exit: 'forgetEarly',
    after: { [delay]: { target: no, actions: leave('no') } },
    ...decision(step, place, { yes, no }),
  };
}

/** What decides a condition: at once by what is known already, and later by an event. */
function decision(
  { check, keywords = [] }: ConditionStep,
  { linkAbove, isFirst }: Place,
  { yes, no }: { yes: string; no: string },
): Pick<State, 'always' | 'on'> {
  if (check === 'clicked') {
    const params = { stepId: linkAbove ?? '' };
    return {
      always: [{ guard: { type: 'wasClicked', params }, target: yes, actions: leave('yes') }],
      on: {
        'link.clicked': [
          { guard: { type: 'isClickOf', params }, target: yes, actions: ['keepClick', leave('yes')] },
          { actions: 'keepClick' },
        ],
      },
    };
  }
  if (check === 'replied')
    return {
      always: [{ guard: 'hasEarly', target: yes, actions: leave('yes') }],
      on: onAnswer([{ target: yes, actions: ['renewWindow', leave('yes')] }]),
    };
  const [had, textGuard] = isFirst ? ['triggerHasKeyword', 'triggerHasText'] : ['hadKeyword', 'hasEarlyText'];
  return {
    always: [
      { guard: { type: had, params: { keywords } }, target: yes, actions: leave('yes') },
      { guard: textGuard, target: no, actions: leave('no') },
    ],
    on: onAnswer([
      {
        guard: { type: 'hasKeyword', params: { keywords } },
        target: yes,
        actions: ['renewWindow', leave('yes')],
      },
      { guard: 'isText', target: no, actions: ['renewWindow', leave('no')] },
      { actions: 'renewWindow' },
    ]),
  };
}
