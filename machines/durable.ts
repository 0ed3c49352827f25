/**
 * The only interface to the machines: one event goes in, the new row and a list of intentions come out.
 *
 * A machine is never started as a live actor. `start` and `step` are pure: the runtime saves what they return in one
 * transaction and acts afterwards. A live actor would lose its pending `after` delays when it is restored, and fire a
 * delay of more than 24.8 days at once. Here a delay is a timer with a due time (docs/architecture.md).
 *
 * Steps are compiled: the states and actions of each transition are derived once from the chart (machines/compiled).
 * XState takes the steps of charts that are not compiled, and single steps that compiled code leaves to it
 * (machines/interpreter.ts). Both give exactly the same result: `test/machines/compiled.test.ts` compares them on random
 * steps.
 */
import {
  type AnyStateMachine,
  type EventFromLogic,
  type InputFrom,
  type StateValue,
  getNextTransitions,
} from 'xstate';
import { compilationOf } from './compiled/index.ts';
import { setNow } from './instant.ts';
import { interpretAccepts, interpretStart, interpretStep, restore } from './interpreter.ts';
import type { Incoming, Persisted, Step, Timer } from './step.ts';

export { now } from './instant.ts';
export { effect, type EffectOf, type Incoming, type Persisted, type Step, type Timer } from './step.ts';

/**
 * Takes a machine's first step.
 * @param at instant of the step, epoch ms
 * @throws what the machine's context factory, guards or assigns throw
 */
export function start<M extends AnyStateMachine>(machine: M, input: InputFrom<M>, at: number): Step<M> {
  const { steps } = compilationOf(machine);
  const stepped = steps && unlessItThrows(() => steps.start(input, at));
  return (stepped as Step<M> | null) ?? interpretStart(machine, input, at);
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
  const { steps } = compilationOf(machine);
  const stepped = steps && unlessItThrows(() => steps.step(from, event, at));
  return (stepped as Step<M> | null) ?? interpretStep(machine, from, event, at);
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
  const { steps } = compilationOf(machine);
  const accepted = steps && unlessItThrows(() => steps.accepts(from, event, at));
  return accepted ?? interpretAccepts(machine, from, event, at);
}

/**
 * What a compiled step returns; null when it throws. XState then takes the step again. Steps are pure, so it throws as
 * well, and its error says which guard of which state failed.
 */
function unlessItThrows<T>(take: () => T): T | null {
  try {
    return take();
  } catch {
    return null;
  }
}

/**
 * The timers that the active states of a snapshot imply, whether started or not. An upgraded actor has to wait for them.
 * @param at instant from which the delays count, epoch ms
 */
export function impliedTimers<M extends AnyStateMachine>(
  machine: M,
  from: Persisted<M>,
  at: number,
): Timer[] {
  setNow(at);
  const snapshot = restore(machine, from);
  const declared = machine.implementations.delays as { [name: string]: unknown };
  const timers = new Map<string, Timer>(); // several transitions may share one timer
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
