/**
 * The chart of a machine as plain JSON. The debugger shows it, and it is checked in under `machines/charts/`, so that a
 * change of a machine can be reviewed as a change of its chart. Edges have the ids that a step reports as `taken`.
 *
 * It reads `machine.root`, because `machine.definition` leaves out eventless transitions, contains neither the names of
 * guards nor those of inline actions, and mixes XState's internal timer actions into entry and exit.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { compilationOf } from './compiled/index.ts';
import { edgeId } from './edge-id.ts';

export interface Chart extends ChartState {
  /** Every timer of the machine, by the name under which an actor's row stores it. */
  timers: string[];
  /** Which of the actions are effects, executed by the runtime; the others only change the context. */
  effects: string[];
  /** Why XState takes the steps of this chart. Absent means they are compiled, which is true of nearly every chart. */
  interpreted?: string;
}

export interface ChartState {
  id: string;
  key: string;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  description?: string;
  tags?: string[];
  /** Id of the initial state. */
  initial?: string;
  /** Effects and other actions on entry and exit, by name. */
  entry?: string[];
  exit?: string[];
  /** Actors that run while the state is active. */
  invokes?: { id: string; src: string }[];
  edges: ChartEdge[];
  states: ChartState[];
}

export interface ChartEdge {
  /** `<source>|<event>|<index>`, as in `Step.taken`. */
  id: string;
  /** The event's type; '' for an eventless transition, which is taken at once when its guard holds. */
  event: string;
  /** The delay's name, if a timer sends the event. */
  after?: string;
  /** For example `and(attemptsLeft, not(holds))`. */
  guard?: string;
  /** Ids of the target states; none if the state does not change. */
  targets: string[];
  /** The transition leaves its own state and enters it again. */
  reenters?: true;
  actions?: string[];
  description?: string;
}

export function chartOf(machine: AnyStateMachine): Chart {
  const chart = stateOf(machine.root);
  const declared = Object.entries(machine.implementations.actions as { [name: string]: { type?: string } });
  const effects = declared.filter(([, action]) => action.type === undefined).map(([name]) => name);
  const { reason } = compilationOf(machine);
  return { ...chart, timers: timersOf(chart), effects, ...(reason !== null && { interpreted: reason }) };
}

function stateOf(node: AnyStateNode): ChartState {
  const edges = [...(node.always ?? []), ...[...node.transitions.values()].flat()].map(edgeOf);
  const entry = namesOf(node.entry);
  const exit = namesOf(node.exit);
  const invokes = node.invoke.map(({ id, src }) => ({
    id,
    src: typeof src === 'string' ? src : '(inline)',
  }));
  const initial = node.type === 'compound' ? node.initial.target[0]?.id : undefined;
  return {
    id: node.id,
    key: node.key,
    type: node.type,
    ...(node.description !== undefined && { description: node.description }),
    ...(node.tags.length > 0 && { tags: node.tags }),
    ...(initial !== undefined && { initial }),
    ...(entry.length > 0 && { entry }),
    ...(exit.length > 0 && { exit }),
    ...(invokes.length > 0 && { invokes }),
    edges,
    states: Object.values(node.states).map(stateOf),
  };
}

type Transition = Parameters<typeof edgeId>[0] & {
  target?: readonly AnyStateNode[] | undefined;
  actions: readonly unknown[];
  guard?: unknown;
  delay?: string | number;
  reenter: boolean;
  description?: string | undefined;
};

function edgeOf(transition: Transition): ChartEdge {
  const { eventType, delay, guard, target, reenter, description } = transition;
  const actions = namesOf(transition.actions);
  return {
    id: edgeId(transition),
    event: eventType,
    ...(delay !== undefined && { after: String(delay) }),
    ...(guard !== undefined && { guard: guardName(guard) }),
    targets: (target ?? []).map((state) => state.id),
    ...(reenter && { reenters: true as const }),
    ...(actions.length > 0 && { actions }),
    ...(description !== undefined && { description }),
  };
}

/** A guard or action as XState stores it: a name, a name with parameters, or a function it created (`and`, `raise`). */
type Named = string | { type: string } | (Function & { type?: string; guards?: unknown[]; sendId?: unknown });

function guardName(guard: unknown): string {
  const named = guard as Named;
  if (typeof named === 'string') return named;
  if (typeof named !== 'function') return named.type;
  if (named.guards) return `${named.name}(${named.guards.map(guardName).join(', ')})`;
  return '(inline)';
}

/** Names of actions, without those that only start and cancel the timers of `after`. */
function namesOf(actions: readonly unknown[]): string[] {
  return actions.flatMap((action) => {
    const named = action as Named & { id?: unknown };
    if (typeof named === 'string') return [named];
    const timer = typeof named === 'function' ? (named.id ?? named.sendId) : undefined;
    if (typeof timer === 'string' && timer.startsWith('xstate.after.')) return [];
    return [named.type ?? '(inline)'];
  });
}

function timersOf(state: ChartState): string[] {
  const own = state.edges.filter((edge) => edge.after !== undefined).map((edge) => edge.event);
  return [...new Set([...own, ...state.states.flatMap(timersOf)])];
}
