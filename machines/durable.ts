/**
 * The only file that uses XState's execution protocol: one event in, one row and a list of intentions out.
 *
 * A machine is never started as a live actor. `start` and `step` are pure: the runtime saves what they return in one
 * transaction and acts afterwards. A live actor would lose its pending `after` delays when it is restored, and fire a
 * delay of more than 24.8 days at once; here a delay is a row with a due time (docs/architecture.md).
 *
 * It depends on a few internals of the pinned xstate version (a stub actor system, `_transitions` of the inspection
 * event). `test/machines/durable.test.ts` compares it with live actors, so an upgrade that changes them fails there.
 */
import {
  type ActorScope,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type StateMachine,
  type StateValue,
  getNextTransitions,
} from 'xstate';

declare const named: unique symbol;

/**
 * Declares a named side effect: the machine says *what*, the runtime decides *how*. Nothing runs here; `step` returns
 * the name and its parameters as data.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is how a machine names the parameters
export function effect<P extends object>(): (_: unknown, params: P & { [named]?: never }) => void {
  return () => undefined;
}

/* oxlint-disable typescript/no-explicit-any -- XState's machine type has fifteen parameters; only one matters here. */
type ActionOf<M> =
  M extends StateMachine<any, any, any, any, infer A, any, any, any, any, any, any, any, any, any, any>
    ? A
    : never;
/* oxlint-enable typescript/no-explicit-any */
type Described<A> = A extends { type: infer T; params: infer P }
  ? typeof named extends keyof NonNullable<P>
    ? { type: T; params: Omit<NonNullable<P>, typeof named> }
    : never
  : never;

/** The discriminated union of all effects of a machine. */
export type EffectOf<M extends AnyStateMachine> = Described<ActionOf<M>>;

/** A snapshot as it is stored: plain JSON, read back by `step`. */
export interface Persisted<M extends AnyStateMachine = AnyStateMachine> {
  status: 'active' | 'done';
  value: StateValue;
  context: ContextFrom<M>;
  /** Absent: none. */
  historyValue?: object;
  /** Absent: none. */
  children?: object;
  output?: unknown;
}

/** A delayed event, delivered `delayMs` after the step unless it is cancelled by its id. */
export interface Timer {
  id: string;
  event: EventObject;
  delayMs: number;
}

/** What one step did: the next snapshot and every intention, as data. */
export interface Step<M extends AnyStateMachine = AnyStateMachine> {
  snapshot: Persisted<M>;
  effects: EffectOf<M>[];
  timers: Timer[];
  cancels: string[];
  /** Ids of the transitions that fired, `<source>|<event>|<index>`: the same ids as the edges of the chart. */
  taken: string[];
  done: boolean;
}

/** An event that a machine accepts: one of its own, or XState's own for a timer. */
export type Incoming<M extends AnyStateMachine> = EventFromLogic<M> | { type: `xstate.${string}` };

let instant = 0;

/** The instant (epoch ms) of the event being processed: the only clock a machine may read. */
export const now = (): number => instant;

/**
 * Takes a machine's first step.
 * @param at instant of the step, epoch ms
 * @throws what the machine's context factory, guards or assigns throw
 */
export function start<M extends AnyStateMachine>(machine: M, input: InputFrom<M>, at: number): Step<M> {
  return settle(machine, at, (scope) => machine.getInitialSnapshot(scope, input) as AnyMachineSnapshot);
}

/**
 * Takes one event.
 * @param from the stored snapshot, which is not changed
 * @param at instant of the event, epoch ms
 * @throws if the machine has ended, or if a guard or assign throws
 */
export function step<M extends AnyStateMachine>(
  machine: M,
  from: Persisted<M>,
  event: Incoming<M>,
  at: number,
): Step<M> {
  if (from.status !== 'active') throw new Error(`${machine.id} is ${from.status} and takes no more events`);
  return settle(
    machine,
    at,
    (scope) =>
      machine.transition(restore(machine, from) as never, event as never, scope) as AnyMachineSnapshot,
  );
}

/**
 * Whether a machine in this snapshot would react to an event. Evaluates its guards and changes nothing.
 * @param at instant that guards see as `now()`, epoch ms
 */
export function accepts<M extends AnyStateMachine>(
  machine: M,
  from: Persisted<M>,
  event: EventFromLogic<M>,
  at: number,
): boolean {
  if (from.status !== 'active') return false;
  instant = at;
  return restore(machine, from).can(event);
}

/**
 * The timers that a snapshot's states imply, whether started or not: those an upgraded actor has to wait for.
 * @param at instant from which the delays count, epoch ms
 */
export function impliedTimers<M extends AnyStateMachine>(
  machine: M,
  from: Persisted<M>,
  at: number,
): Timer[] {
  instant = at;
  const snapshot = restore(machine, from);
  const declared = machine.implementations.delays as { [name: string]: unknown };
  const timers = new Map<string, Timer>(); // one timer may guard several transitions
  for (const transition of getNextTransitions(snapshot)) {
    const { eventType, delay } = transition as typeof transition & { delay?: number | string };
    if (delay === undefined) continue;
    const value = typeof delay === 'string' ? declared[delay] : delay;
    const delayMs =
      typeof value === 'function' ? (value as (args: object) => number)(snapshot) : Number(value);
    timers.set(eventType, { id: eventType, event: { type: eventType }, delayMs });
  }
  return [...timers.values()];
}

/**
 * Whether a stored snapshot names complete states of the chart. If a state has gained children since, XState would
 * restore the snapshot into the first child without its entry effects and timers, which is a step that never
 * happened.
 * @throws if it names a state that does not exist
 */
export function fits<M extends AnyStateMachine>(machine: M, from: Persisted<M>): boolean {
  const restored = restore(machine, from);
  return sameValue(restored.value as StateValue, from.value);
}

function sameValue(a: StateValue | undefined, b: StateValue | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameValue(a[name], b[name]));
}

/** Live snapshots of each machine, by their state value. The context is filled in for each use. */
const templates = new WeakMap<AnyStateMachine, Map<string, AnyMachineSnapshot>>();

/**
 * Makes a live snapshot from a stored one. Finding the nodes of a state value in the chart takes longer than the step
 * itself, and there are few values, so each is computed once. Contexts are plain JSON and need no conversion.
 * @throws if it names a state that does not exist
 */
function restore(machine: AnyStateMachine, from: Persisted): AnyMachineSnapshot {
  if (from.children || from.historyValue || from.output !== undefined) return restoreWhole(machine, from);
  let known = templates.get(machine);
  if (!known) templates.set(machine, (known = new Map<string, AnyMachineSnapshot>()));
  const name = `${from.status} ${typeof from.value === 'string' ? from.value : JSON.stringify(from.value)}`;
  let template = known.get(name);
  if (!template) known.set(name, (template = restoreWhole(machine, from)));
  return { ...template, context: from.context as object } as AnyMachineSnapshot;
}

function restoreWhole(machine: AnyStateMachine, from: Persisted): AnyMachineSnapshot {
  const whole = { historyValue: {}, children: {}, ...from };
  return machine.restoreSnapshot(whole as never, scopeOf(machine, {})) as AnyMachineSnapshot;
}

/** A live snapshot in its stored form, without empty fields. */
function persist<M extends AnyStateMachine>(machine: M, live: AnyMachineSnapshot): Persisted<M> {
  const { status, value, context, children, output } = live;
  const historyValue = (live as { historyValue?: object }).historyValue ?? {};
  if (isEmpty(children as object) && isEmpty(historyValue)) {
    const persisted = { status, value, context, ...(output !== undefined && { output }) };
    return persisted as unknown as Persisted<M>;
  }
  return machine.getPersistedSnapshot(live) as unknown as Persisted<M>;
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

interface TakenTransition {
  eventType: string;
  source: {
    id: string;
    transitions: Map<string, readonly unknown[]>;
    always?: readonly unknown[];
    initial?: unknown;
  };
}
type Scope = ActorScope<AnyMachineSnapshot, EventObject>;
interface Sinks {
  act?: (action: { type: string; params: unknown }) => void;
  took?: (transition: TakenTransition) => void;
}

/** A stub of XState's actor scope: it collects effects instead of running them. */
function scopeOf(machine: AnyStateMachine, sinks: Sinks): Scope {
  const system = {
    _bookId: () => machine.id,
    _set: () => undefined,
    _unregister: () => undefined,
    _sendInspectionEvent: (inspected: { _transitions?: TakenTransition[] }) => {
      // oxlint-disable-next-line no-underscore-dangle -- XState's name
      for (const transition of inspected._transitions ?? []) sinks.took?.(transition);
    },
  };
  const self = { id: machine.id, sessionId: machine.id, system, getSnapshot: () => undefined };
  return {
    self: self as unknown as AnyActorRef,
    system,
    id: machine.id,
    sessionId: machine.id,
    actionExecutor: (action: { type: string; params: unknown }) => sinks.act?.(action),
    logger: () => undefined,
    defer: () => undefined,
    emit: () => undefined,
    stopChild: () => undefined,
  } as unknown as Scope;
}

function settle<M extends AnyStateMachine>(
  machine: M,
  at: number,
  advance: (scope: Scope) => AnyMachineSnapshot,
): Step<M> {
  const effects: { type: string; params: unknown }[] = [];
  const taken: string[] = [];
  const timers = new Map<string, Timer>();
  const cancels = new Set<string>();
  const declared = machine.implementations.actions;

  const scope = scopeOf(machine, {
    took: (transition) => taken.push(edgeId(transition)),
    act: ({ type, params }) => {
      if (type === 'xstate.raise') {
        const raised = params as { id?: string; event: EventObject; delay?: number };
        if (raised.delay === undefined) return; // consumed within the macrostep
        const id = raised.id ?? raised.event.type;
        timers.set(id, { id, event: raised.event, delayMs: raised.delay });
      } else if (type === 'xstate.cancel') {
        const { sendId } = params as { sendId: string };
        timers.delete(sendId);
        cancels.add(sendId);
      } else if (type in declared) {
        effects.push({ type, params: params ?? {} });
      } else {
        throw new Error(`${machine.id}: '${type}' is neither a declared effect nor a durable built-in`);
      }
    },
  });

  instant = at;
  const next = advance(scope);
  if (next.status === 'error') throw next.error;
  return {
    snapshot: persist(machine, next),
    effects: effects as EffectOf<M>[],
    timers: [...timers.values()],
    cancels: [...cancels],
    taken,
    done: next.status === 'done',
  };
}

/** The chart's id of a transition: its source, its event ('' for an eventless one) and its index among those. */
export function edgeId(transition: TakenTransition): string {
  const { source, eventType } = transition;
  const siblings = eventType === '' ? source.always : source.transitions.get(eventType);
  return `${source.id}|${eventType}|${siblings?.indexOf(transition) ?? -1}`;
}
