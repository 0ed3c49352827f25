/** The input and output of a machine's step: plain data, the same whether compiled code or XState took the step. */
import type {
  AnyStateMachine,
  ContextFrom,
  EventFromLogic,
  EventObject,
  StateMachine,
  StateValue,
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
  /** Absent means none. */
  historyValue?: object;
  /** Absent means none. */
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

/** An event that a machine accepts: one that it declares, or XState's event of a timer. */
export type Incoming<M extends AnyStateMachine> = EventFromLogic<M> | { type: `xstate.${string}` };
