/** One step in progress: the transitions that follow from one event, until no eventless transition can be taken. */
import type { EventObject } from 'xstate';
import type { Persisted, Step, Timer } from '../step.ts';
import type { Choice, Configuration, Edge, Passage } from './configuration.ts';
import type { ActionArgs, AssignArgs, Assignment, Context, Operation, Params } from './operations.ts';

/** The properties of a machine that are the same for all its steps. */
export interface MachineTraits {
  /** How many transitions a step may take before it counts as an endless loop. */
  maxIterations: number;
  /** XState's stub of the actor, which assigns and delays get as a parameter. */
  self: unknown;
  system: unknown;
}

const NONE: readonly Edge[] = [];

export class Run {
  #context: Context;
  #active: Configuration;
  readonly #event: EventObject;
  readonly #machine: MachineTraits;
  /** Whether the current transition has set the context. */
  #hasAssigned = false;
  #timers: Timer[] = [];
  readonly #effects: { type: string; params: unknown }[] = [];
  readonly #cancels: string[] = [];
  readonly #taken: string[] = [];

  /** @param context is not changed: an assign creates a new one */
  constructor(context: Context, active: Configuration, event: EventObject, machine: MachineTraits) {
    this.#context = context;
    this.#active = active;
    this.#event = event;
    this.#machine = machine;
  }

  /** The edges that an event takes, one for each region that has one. Empty means none. */
  choose({ regions, edges }: Choice): readonly Edge[] {
    if (regions.length > 0) {
      const inside = regions.flatMap((region) => this.choose(region));
      if (inside.length > 0) return inside;
    }
    const edge = this.#first(edges);
    return edge ? [edge] : NONE;
  }

  /**
   * Follows the edges that an event takes.
   * @returns whether anything has changed in XState's sense: other states are active, or an assign ran, even
   *   if it assigned equal values
   */
  follow(edges: readonly Edge[]): boolean {
    for (const { id } of edges) this.#taken.push(id);
    return this.#pass(this.#active.passage(edges));
  }

  perform(operations: readonly Operation[]): void {
    for (const operation of operations) this.#perform(operation);
  }

  /**
   * Takes eventless transitions until there is none, or the last one changed nothing.
   * @throws Error when there are more than `maxIterations`
   */
  settle(): Step {
    const { maxIterations } = this.#machine;
    let hasChanged = true;
    for (let iteration = 1; !this.#active.isFinal; iteration += 1) {
      if (iteration > maxIterations) throw new Error(`more than ${maxIterations} transitions in one step`);
      const edges = hasChanged ? this.#chooseEventless() : NONE;
      if (edges.length === 0) break;
      // XState names only those that are followed
      const passage = this.#active.passage(edges);
      for (const { id } of passage.edges) this.#taken.push(id);
      hasChanged = this.#pass(passage);
    }
    const done = this.#active.isFinal;
    const snapshot = {
      status: done ? 'done' : 'active',
      value: this.#active.value,
      context: this.#context,
    } satisfies Persisted;
    return {
      snapshot,
      effects: this.#effects as Step['effects'],
      timers: this.#timers,
      cancels: this.#cancels,
      taken: this.#taken,
      done,
    };
  }

  #pass({ operations, to }: Passage): boolean {
    const before = this.#active;
    this.#hasAssigned = false;
    this.perform(operations);
    this.#active = to;
    return this.#hasAssigned || to !== before;
  }

  #chooseEventless(): readonly Edge[] {
    const { always } = this.#active;
    if (always.length === 0) return NONE;
    const edges = always.flatMap((ofLeaf) => this.#first(ofLeaf) ?? []);
    return always.length === 1 ? edges : [...new Set(edges)];
  }

  /** The first of these edges whose guard holds. */
  #first(edges: readonly Edge[]): Edge | undefined {
    for (const edge of edges) {
      if (edge.guard === null || edge.guard(this.#context, this.#event)) return edge;
    }
    return undefined;
  }

  #perform(operation: Operation): void {
    const params = this.#resolve(operation.params);
    switch (operation.kind) {
      case 'assign':
        this.#assign(operation.assignment(this.#assignArgs(), params));
        return;
      case 'assignFields':
        this.#assign(this.#valuesOf(operation.fields, params));
        return;
      case 'effect':
        this.#effects.push({ type: operation.type, params: params ?? {} });
        return;
      case 'startTimer': {
        const { id, event, delay } = operation;
        const delayMs = typeof delay === 'number' ? delay : delay(this.#args(), params);
        // XState would raise the event at once, which is not compiled
        if (typeof delayMs !== 'number') throw new TypeError(`the delay of ${id} is no number`);
        this.#startTimer({ id, event, delayMs });
        return;
      }
      case 'cancelTimer':
        this.#cancelTimer(operation.id);
        return;
      default:
        operation satisfies never;
    }
  }

  #args(): ActionArgs {
    const { self, system } = this.#machine;
    return { context: this.#context, event: this.#event, self, system };
  }

  #resolve(params: Params): unknown {
    return typeof params === 'function' ? params({ context: this.#context, event: this.#event }) : params;
  }

  #assignArgs(): AssignArgs {
    const { self, system } = this.#machine;
    return { context: this.#context, event: this.#event, spawn: refuseToSpawn, self, system };
  }

  #valuesOf(fields: { readonly [name: string]: unknown }, params: unknown): object {
    const args = this.#assignArgs();
    const values: { [name: string]: unknown } = {};
    for (const name of Object.keys(fields)) {
      const field = fields[name];
      values[name] = typeof field === 'function' ? (field as Assignment)(args, params) : field;
    }
    return values;
  }

  /** Creates a new context every time: the parameters of effects may contain the previous one, and so may its own fields. */
  #assign(changed: object): void {
    this.#context = Object.assign({ ...this.#context }, changed);
    this.#hasAssigned = true;
  }

  /** Starts a timer. One that is started again keeps its position among the others. */
  #startTimer(timer: Timer): void {
    const index = this.#timers.findIndex(({ id }) => id === timer.id);
    if (index >= 0) this.#timers[index] = timer;
    else this.#timers.push(timer);
  }

  #cancelTimer(id: string): void {
    if (this.#timers.length > 0) this.#timers = this.#timers.filter((timer) => timer.id !== id);
    if (!this.#cancels.includes(id)) this.#cancels.push(id);
  }
}

/** Starting child actors is not compiled: an assign that starts one throws, and XState takes its step. */
export function refuseToSpawn(): never {
  throw new Error('a compiled step spawns no actor');
}
