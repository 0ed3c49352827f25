/** The operations of a step: the actions of a chart in their order, each looked up and checked once. */
import { assign, cancel, type EventObject, raise } from 'xstate';
import { NotCompiled } from './nodes.ts';

export type Context = { [field: string]: unknown };

/** The parameters that XState passes to guards and to functions that compute parameters. */
export interface Args {
  context: Context;
  event: EventObject;
}
/** The parameters that XState passes to assigns and to delays. */
export interface ActionArgs extends Args {
  self: unknown;
  system: unknown;
}
export interface AssignArgs extends ActionArgs {
  spawn: () => never;
}

/** Parameters of an action or guard: constant in the chart, or computed in the step. */
export type Params = ((args: Args) => unknown) | object | undefined;
type Delay = number | ((args: ActionArgs, params: unknown) => unknown);
export type Assignment = (args: AssignArgs, params: unknown) => object;

export type Operation =
  /** Changes the context by the fields that a function returns. */
  | { kind: 'assign'; assignment: Assignment; params: Params }
  /** Changes fields of the context, each by a constant or a function. */
  | { kind: 'assignFields'; fields: { readonly [name: string]: unknown }; params: Params }
  | { kind: 'effect'; type: string; params: Params }
  | { kind: 'startTimer'; id: string; event: EventObject; delay: Delay; params: Params }
  | { kind: 'cancelTimer'; id: string; params: Params };

/** The part of a machine's `implementations` that actions use. */
export interface ActionImplementations {
  actions: { [name: string]: unknown };
  delays: { [name: string]: unknown };
}

/** An action that was made by XState's own `assign`, `raise` or `cancel`. */
type BuiltIn = Function & {
  type: string;
  resolve: unknown;
  assignment?: unknown;
  event?: unknown;
  id?: unknown;
  delay?: unknown;
  sendId?: unknown;
};

// an action is recognised as an assign, a raise or a cancel by XState's function that resolves it, not by its name
const ASSIGN = resolverOf(assign({}));
const RAISE = resolverOf(raise({ type: '' }));
const CANCEL = resolverOf(cancel(''));

/**
 * Compiles a list of actions to operations, in order.
 * @throws NotCompiled when an action is not declared, or uses a feature that is not compiled
 */
export function operationsOf(
  actions: readonly unknown[],
  implementations: ActionImplementations,
): Operation[] {
  return actions.map((action) => operationOf(action, implementations));
}

function operationOf(action: unknown, { actions, delays }: ActionImplementations): Operation {
  const isInline = typeof action === 'function';
  const name = typeof action === 'string' ? action : (action as { type: string }).type;
  const declared = isInline ? action : actions[name];
  const params = typeof action === 'object' ? (action as { params?: Params }).params : undefined;
  if (typeof declared !== 'function') throw new NotCompiled(`the action '${name}' is not declared`);
  if (!('resolve' in declared)) {
    if (isInline) throw new NotCompiled('it has an action without a name');
    if (name.startsWith('xstate.')) throw new NotCompiled(`the action '${name}' has a name of XState's own`);
    return { kind: 'effect', type: name, params };
  }
  const builtIn = declared as BuiltIn;
  switch (builtIn.resolve) {
    case ASSIGN:
      return assignOf(builtIn, params);
    case RAISE:
      return timerOf(builtIn, params, delays);
    case CANCEL: {
      const { sendId } = builtIn;
      if (typeof sendId !== 'string') throw new NotCompiled('it cancels a timer whose id is computed');
      return { kind: 'cancelTimer', id: sendId, params };
    }
    default:
      throw new NotCompiled(`it uses the action ${builtIn.type}`);
  }
}

function assignOf({ assignment }: BuiltIn, params: Params): Operation {
  if (typeof assignment === 'function') {
    return { kind: 'assign', assignment: assignment as Assignment, params };
  }
  return { kind: 'assignFields', fields: assignment as { [name: string]: unknown }, params };
}

/**
 * The timer of an event that is raised later. An event without a delay would be processed in the same step, which is not
 * compiled.
 */
function timerOf(
  { event, id, delay }: BuiltIn,
  params: Params,
  delays: ActionImplementations['delays'],
): Operation {
  if (typeof event !== 'object' || event === null) throw new NotCompiled('it raises a computed event');
  const raised = event as EventObject;
  const wait = typeof delay === 'string' ? delays[delay] : delay;
  if (delay === undefined) throw new NotCompiled(`it raises ${raised.type} without a delay`);
  if (typeof wait !== 'number' && typeof wait !== 'function')
    throw new NotCompiled(`the delay of ${raised.type} is not declared`);
  if (id !== undefined && typeof id !== 'string') throw new NotCompiled('a timer has a computed id');
  return { kind: 'startTimer', id: id ?? raised.type, event: raised, delay: wait as Delay, params };
}

function resolverOf(action: unknown): unknown {
  return (action as { resolve: unknown }).resolve;
}
