/**
 * Runs a talk on the machine of an automation with a simulated clock: no network, no rows, no waiting. The talk contains the
 * network's responses.
 */
import { type FlowMachine, stateOf, stepIdOf } from '../../../machines/flow/compile.ts';
import { firstNameOf } from '../../../machines/flow/fill.ts';
import type { EndReason, FlowEvent, Outgoing } from '../../../machines/flow/setup.ts';
import { everyStep, type Step as FlowStep } from '../../../machines/flow/steps.ts';
import { type Persisted, start, step } from '../../../machines/durable.ts';
import { SEND_AGAIN_AFTER_MS } from '../../../machines/message-send.ts';
import { type Act, starts, type Trigger } from './trigger.ts';
import { words } from '../../kinds/flow-words.ts';

type Follows = 'yes' | 'no' | 'unknown';
/** What happens to the next message that is sent. */
type Refuse = 'blocked' | 'window' | 'transient';

/** One line of a talk. */
export type TalkAct =
  | Act
  | { kind: 'tap'; label: string }
  | { kind: 'click' }
  | { kind: 'react' }
  | { kind: 'follow' }
  | { kind: 'unfollow' }
  | { kind: 'human' }
  | { kind: 'refuse'; how: Refuse };

export interface Played {
  /** What the automation sent, each with its time in ms from the start of the talk. */
  messages: { atMs: number; stepId: string; text: string; button: Outgoing['button']; choices: string[] }[];
  /** The steps that the run entered, in order. */
  path: string[];
  /** Edges of the chart that the run took. */
  transitions: string[];
  /** null if the run is still active, or no run was started. */
  end: { reason: EndReason; atMs: number; detail: string | null } | null;
  /** What it waits for; null if nothing. */
  waiting: { for: 'reply' | 'tap' | 'click' | 'time'; untilMs: number } | null;
  hasStarted: boolean;
}

export interface Talk {
  machine: FlowMachine;
  trigger: Trigger;
  steps: readonly FlowStep[];
  contact: { username: string | null; name: string | null; follows: Follows };
  /** In the order of their times. */
  acts: readonly { atMs: number; act: TalkAct }[];
  /** When it is looked at, ms from the start; null means when the run has ended. */
  untilMs: number | null;
  /** Opens the first message. Absent or null if nothing does. */
  disclosure?: string | null;
  /** Messages that end a run, when they are all of the text. */
  stopWords?: readonly string[];
}

/** A talk that is played act by act. */
interface Playing {
  /** Lets everything happen that is due until then, ms from the start. */
  runUntil(atMs: number): void;
  /** Something is done. What is due before has happened: `runUntil`. */
  act(act: TalkAct, atMs: number): void;
  /** What has happened until now. */
  played(): Played;
}

/** Starts a conversation; the caller then passes one act after another. */
export const begin = (talk: Omit<Talk, 'acts' | 'untilMs'>): Playing => new Player(talk);

/** Plays a talk from its first act to its end. */
export function play(talk: Talk): Played {
  const player = new Player(talk);
  for (const { atMs, act } of talk.acts) {
    if (talk.untilMs !== null && atMs > talk.untilMs) break;
    player.runUntil(atMs);
    player.act(act, atMs);
  }
  player.runUntil(talk.untilMs ?? Infinity);
  return player.played();
}

class Player implements Playing {
  readonly #talk: Omit<Talk, 'acts' | 'untilMs'>;
  readonly #steps: ReadonlyMap<string, FlowStep>;
  readonly #played: Omit<Played, 'waiting' | 'hasStarted'> = {
    messages: [],
    path: [],
    transitions: [],
    end: null,
  };
  #snapshot: Persisted<FlowMachine> | null = null;
  #timers = new Map<string, { atMs: number; event: { type: string } }>();
  #follows: Follows;
  #refusals: Refuse[] = [];
  /** The message that the network refused for a time, and how often. */
  #sending: { message: Outgoing; tries: number; atMs: number } | null = null;

  constructor(talk: Omit<Talk, 'acts' | 'untilMs'>) {
    this.#talk = talk;
    this.#steps = new Map(everyStep(talk.steps).map(({ step: one }) => [one.id, one]));
    this.#follows = talk.contact.follows;
  }

  /** Lets all timers fire that are due until then, in the order of their times. */
  runUntil(atMs: number): void {
    for (;;) {
      if (this.#isOver()) return;
      const [next] = [...this.#timers].toSorted(([, one], [, other]) => one.atMs - other.atMs);
      const again = this.#sending;
      if (again && again.atMs <= atMs && (!next || again.atMs <= next[1].atMs)) {
        this.#sending = null;
        this.#send(again.message, again.tries, again.atMs);
      } else if (next && next[1].atMs <= atMs) {
        this.#timers.delete(next[0]);
        this.#step(next[1].event as FlowEvent, next[1].atMs);
      } else return;
    }
  }

  act(act: TalkAct, atMs: number): void {
    if (act.kind === 'refuse') return void this.#refusals.push(act.how);
    if (act.kind === 'follow' || act.kind === 'unfollow') {
      this.#follows = act.kind === 'follow' ? 'yes' : 'no';
      return;
    }
    if (this.#snapshot) {
      const event = this.#eventOf(act);
      if (event && !this.#isOver()) this.#step(event, atMs);
      return;
    }
    // a tap on a button of an earlier run counts as a message with its label
    const asTrigger: TalkAct = act.kind === 'tap' ? { kind: 'message', text: act.label } : act;
    if (isTrigger(asTrigger) && starts(this.#talk.trigger, asTrigger)) this.#start(asTrigger, atMs);
  }

  played(): Played {
    return { ...this.#played, waiting: this.#waiting(), hasStarted: this.#snapshot !== null };
  }

  #isOver = (): boolean => this.#snapshot?.status === 'done';

  #start(act: Act, atMs: number): void {
    const { username, name } = this.#talk.contact;
    const input = {
      runId: 'run',
      names: { username, firstName: firstNameOf(name) },
      triggerText: 'text' in act ? act.text : null,
      actedAt: atMs,
      disclosure: this.#talk.disclosure ?? null,
    };
    this.#take(start(this.#talk.machine, input, atMs), atMs);
  }

  #step(event: FlowEvent, atMs: number): void {
    if (this.#snapshot) this.#take(step(this.#talk.machine, this.#snapshot, event, atMs), atMs);
  }

  #take(stepped: ReturnType<typeof step<FlowMachine>>, atMs: number): void {
    this.#snapshot = stepped.snapshot;
    for (const id of stepped.cancels) this.#timers.delete(id);
    for (const { id, event, delayMs } of stepped.timers)
      this.#timers.set(id, { atMs: atMs + delayMs, event });
    const { path, transitions: edges } = this.#played;
    edges.push(...stepped.taken);
    const left = stepped.taken.map((edge) => stepIdOf(edge.split('|')[0]!));
    for (const stepId of [...left, this.#currentStep()])
      if (stepId !== null && !path.includes(stepId)) path.push(stepId);
    if (stepped.done) {
      const { value, context } = stepped.snapshot;
      this.#played.end = { reason: value as EndReason, atMs, detail: context.reason };
      this.#sending = null;
      return;
    }
    for (const { type, params } of stepped.effects) {
      if (type === 'placeMessage') this.#send(params, 0, atMs);
      if (type === 'flagConversation') this.#step({ type: 'conversation.flagged' }, atMs);
      if (type === 'askFollows') this.#step({ type: 'follows.known', follows: this.#follows }, atMs);
    }
  }

  #send(message: Outgoing, tries: number, atMs: number): void {
    const refusal = this.#refusals.shift();
    if (refusal === 'blocked')
      return this.#step({ type: 'message.refused', reason: 'the person blocked the account' }, atMs);
    if (refusal === 'window') return this.#step({ type: 'message.too_late' }, atMs);
    if (refusal === 'transient') {
      const afterMs = SEND_AGAIN_AFTER_MS[tries];
      if (afterMs === undefined)
        return this.#step({ type: 'message.refused', reason: 'the network was out of order' }, atMs);
      this.#sending = { message, tries: tries + 1, atMs: atMs + afterMs };
      return;
    }
    const { stepId, text, button, choices } = message;
    this.#played.messages.push({ atMs, stepId, text, button, choices });
    this.#step({ type: 'message.sent' }, atMs);
  }

  #eventOf(act: TalkAct): FlowEvent | null {
    switch (act.kind) {
      case 'message':
      case 'story_reply':
        if (act.text !== null && this.#stops(act.text))
          return { type: 'stop', reason: 'the person wrote STOP' };
        return { type: 'person.replied', text: act.text };
      case 'tap':
        return { type: 'person.tapped', text: act.label };
      case 'story_mention':
        return { type: 'person.replied', text: null };
      case 'click': {
        const linked = this.#played.messages.findLast(({ button }) => button !== null);
        return linked ? { type: 'link.clicked', stepId: linked.stepId } : null;
      }
      case 'react':
        return { type: 'person.reacted' };
      case 'ref':
        return { type: 'person.reacted' };
      case 'human':
        return { type: 'human.replied' };
      case 'follow':
      case 'unfollow':
      case 'refuse':
        return null;
      default:
        return act satisfies never;
    }
  }

  /** A word that the person is asked for is no STOP word. */
  #stops(text: string): boolean {
    const { stopWords = ['STOP'] } = this.#talk;
    if (!stopWords.some((word) => words.isLabel(text, word))) return false;
    const current = this.#steps.get(this.#currentStep() ?? '');
    if (current?.type === 'message')
      return !(current.choices ?? []).some(({ label }) => words.isLabel(text, label));
    const isAsked = current?.type === 'condition' && current.check === 'keyword';
    return !(isAsked && words.hasKeyword(text, current.keywords ?? []));
  }

  #currentStep(): string | null {
    const value = this.#snapshot?.value;
    if (value === undefined) return null;
    const name = typeof value === 'string' ? value : Object.keys(value)[0]!;
    return stepIdOf(`dm_run.${name}`);
  }

  #waiting(): Played['waiting'] {
    const stepId = this.#currentStep();
    if (stepId === null) return null;
    const untilMs = Math.min(
      ...[...this.#timers.values()].map(({ atMs }) => atMs),
      this.#sending?.atMs ?? Infinity,
    );
    const current = this.#steps.get(stepId)!;
    const isChoosing =
      JSON.stringify(this.#snapshot!.value) === JSON.stringify({ [stateOf(stepId)]: 'waiting' });
    if (isChoosing) return { for: 'tap', untilMs };
    if (current.type !== 'condition') return { for: 'time', untilMs };
    return { for: current.check === 'clicked' ? 'click' : 'reply', untilMs };
  }
}

const isTrigger = (act: TalkAct): act is Act =>
  act.kind === 'message' || act.kind === 'story_mention' || act.kind === 'story_reply' || act.kind === 'ref';
