/**
 * Compiled steps: the same steps as XState's, at a tenth of the cost.
 *
 * For every transition, XState computes again which states it exits and enters and which timers it starts and cancels. In
 * the charts compiled here, all that depends only on the active states and the transitions, so it is derived once from the
 * machine's own nodes. A step then only evaluates guards, assigns and parameters, which are the machine's own functions.
 *
 * Supported are compound and parallel states, top-level final states, `always`, `after`, guards with parameters and and/or/not,
 * assign, effects, delayed `raise` and `cancel`. XState takes the steps of a chart that uses anything else
 * (machines/interpreter.ts). `compilationOf` returns the reason, and the chart in the debugger shows it
 * (machines/chart.ts).
 */
import type { AnyStateMachine, EventObject } from 'xstate';
import { setNow } from '../instant.ts';
import { scopeOf } from '../interpreter.ts';
import type { Persisted, Step } from '../step.ts';
import { CompiledChart } from './chart.ts';
import type { Context } from './operations.ts';
import { type MachineTraits, refuseToSpawn, Run } from './run.ts';

export interface CompiledSteps {
  /**
   * Takes the first step.
   * @param at instant of the step, epoch ms
   * @throws what the machine throws; also when one of its functions does something that is not compiled
   */
  start(input: unknown, at: number): Step;
  /**
   * Takes the step of one event.
   * @param from the stored snapshot of an actor that has not ended; it is not changed
   * @param at instant of the event, epoch ms
   * @returns null when XState has to take this step: the snapshot has children or a history, or does not name complete
   *   states of the chart, or the event is one of XState's own
   * @throws as `start`
   */
  step(from: Persisted, event: EventObject, at: number): Step | null;
  /** Whether a transition for the event may be taken; null and errors as for `step`. */
  accepts(from: Persisted, event: EventObject, at: number): boolean | null;
}

/** The compiled steps of a machine, or the reason why there are none. */
type Compilation = { steps: CompiledSteps; reason: null } | { steps: null; reason: string };

/**
 * An entry exists as long as its machine. The machines of stored definitions are in a bounded cache
 * (src/engine/definitions.ts).
 */
const compilations = new WeakMap<AnyStateMachine, Compilation>();

/** The compilation of a machine. The first call compiles it. */
export function compilationOf(machine: AnyStateMachine): Compilation {
  let compilation = compilations.get(machine);
  if (!compilation) compilations.set(machine, (compilation = compile(machine)));
  return compilation;
}

/**
 * Compiles a machine. Any error becomes the reason why it is not compiled. If the error is a mistake in the chart, XState
 * reports that mistake when it takes a step.
 */
export function compile(machine: AnyStateMachine): Compilation {
  try {
    return { steps: new Steps(machine), reason: null };
  } catch (error) {
    return { steps: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

class Steps implements CompiledSteps {
  readonly #chart: CompiledChart;
  readonly #traits: MachineTraits;
  readonly #context: unknown;

  constructor(machine: AnyStateMachine) {
    this.#chart = new CompiledChart(machine);
    const { self, system } = scopeOf(machine, {});
    const { maxIterations = Infinity } = machine.options;
    this.#traits = { maxIterations, self, system };
    this.#context = machine.config.context;
  }

  start(input: unknown, at: number): Step {
    setNow(at);
    const event = { type: 'xstate.init', input };
    const run = new Run(this.#firstContext(input), this.#chart.first, event, this.#traits);
    run.perform(this.#chart.firstOperations);
    return run.settle();
  }

  step(from: Persisted, event: EventObject, at: number): Step | null {
    if (isOwnEvent(event.type)) return null;
    const active = this.#activeIn(from);
    if (!active) return null;
    setNow(at);
    const run = new Run(from.context as Context, active, event, this.#traits);
    const edges = run.choose(active.choice(event.type));
    if (edges.length > 0) run.follow(edges);
    return run.settle();
  }

  accepts(from: Persisted, event: EventObject, at: number): boolean | null {
    const active = this.#activeIn(from);
    if (!active) return null;
    setNow(at);
    const run = new Run(from.context as Context, active, event, this.#traits);
    return run.choose(active.choice(event.type)).some(({ reacts }) => reacts);
  }

  #activeIn({ value, context, children, historyValue, output }: Persisted) {
    if (children !== undefined || historyValue !== undefined || output !== undefined) return undefined;
    if (typeof context !== 'object' || context === null) return undefined;
    const active = this.#chart.configurationOf(value);
    return active?.isFinal ? undefined : active;
  }

  #firstContext(input: unknown): Context {
    const context = this.#context;
    if (typeof context !== 'function') return (context ?? {}) as Context;
    const made = (context as (args: object) => object)({
      spawn: refuseToSpawn,
      input,
      self: this.#traits.self,
    });
    return { ...made };
  }
}

/** Events that XState handles itself: they end an actor or put it into an error, independently of its chart. */
function isOwnEvent(type: string): boolean {
  return (
    type.startsWith('xstate.') &&
    (type === 'xstate.init' || type === 'xstate.stop' || type.startsWith('xstate.error.actor'))
  );
}
