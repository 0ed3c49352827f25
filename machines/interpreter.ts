/**
 * Steps that XState takes: for charts that are not compiled (machines/compiled), and in the tests that compare compiled
 * steps with it. No actor is started: XState's transition functions get a stub of an actor, which collects what the
 * machine requests instead of doing it.
 *
 * It depends on a few internals of the pinned xstate version (a stub actor system, `_transitions` of the inspection
 * event). `test/machines/durable.test.ts` compares it with live actors, so an upgrade that changes these internals fails
 * there.
 */
import type {
  ActorScope,
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  InputFrom,
} from 'xstate';
import { edgeId, type IdentifiedTransition } from './edge-id.ts';
import { setNow } from './instant.ts';
import type { EffectOf, Incoming, Persisted, Step, Timer } from './step.ts';

/**
 * Takes a machine's first step.
 * @param at instant of the step, epoch ms
 * @throws what the machine's context factory, guards or assigns throw
 */
export function interpretStart<M extends AnyStateMachine>(
  machine: M,
  input: InputFrom<M>,
  at: number,
): Step<M> {
  return settle(machine, at, (scope) => machine.getInitialSnapshot(scope, input) as AnyMachineSnapshot);
}

/**
 * Takes one event.
 * @param from the stored snapshot of an actor that has not ended; it is not changed
 * @param at instant of the event, epoch ms
 * @throws if the snapshot names a state that does not exist, or if a guard or assign throws
 */
export function interpretStep<M extends AnyStateMachine>(
  machine: M,
  from: Persisted<M>,
  event: Incoming<M>,
  at: number,
): Step<M> {
  return settle(
    machine,
    at,
    (scope) =>
      machine.transition(restore(machine, from) as never, event as never, scope) as AnyMachineSnapshot,
  );
}

/**
 * Whether the snapshot's states, or those around them, have a transition for an event whose guard holds.
 * @param at instant that guards see as `now()`, epoch ms
 */
export function interpretAccepts<M extends AnyStateMachine>(
  machine: M,
  from: Persisted<M>,
  event: EventFromLogic<M>,
  at: number,
): boolean {
  setNow(at);
  return restore(machine, from).can(event);
}

/** Live snapshots of each machine, by their state value. The context is filled in for each use. */
const templates = new WeakMap<AnyStateMachine, Map<string, AnyMachineSnapshot>>();

/**
 * Makes a live snapshot from a stored one. Finding the nodes of a state value in the chart takes longer than the step
 * itself, and there are few values, so each is computed once. Contexts are plain JSON and need no conversion.
 * @throws if it names a state that does not exist
 */
export function restore(machine: AnyStateMachine, from: Persisted): AnyMachineSnapshot {
  if (from.children || from.historyValue || from.output !== undefined) return restoreWhole(machine, from);
  let existing = templates.get(machine);
  if (!existing) templates.set(machine, (existing = new Map<string, AnyMachineSnapshot>()));
  const name = `${from.status} ${typeof from.value === 'string' ? from.value : JSON.stringify(from.value)}`;
  let template = existing.get(name);
  if (!template) existing.set(name, (template = restoreWhole(machine, from)));
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

type Scope = ActorScope<AnyMachineSnapshot, EventObject>;
interface Sinks {
  act?: (action: { type: string; params: unknown }) => void;
  took?: (transition: IdentifiedTransition) => void;
}

/** A stub of XState's actor scope: it collects effects instead of running them. */
export function scopeOf(machine: AnyStateMachine, sinks: Sinks): Scope {
  const system = {
    _bookId: () => machine.id,
    _set: () => undefined,
    _unregister: () => undefined,
    _sendInspectionEvent: (inspected: { _transitions?: IdentifiedTransition[] }) => {
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
  const edges: string[] = [];
  const timers = new Map<string, Timer>();
  const cancels = new Set<string>();
  const declared = machine.implementations.actions;

  const scope = scopeOf(machine, {
    took: (transition) => edges.push(edgeId(transition)),
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

  setNow(at);
  const next = advance(scope);
  if (next.status === 'error') throw next.error;
  return {
    snapshot: persist(machine, next),
    effects: effects as EffectOf<M>[],
    timers: [...timers.values()],
    cancels: [...cancels],
    taken: edges,
    done: next.status === 'done',
  };
}
