/**
 * A chart in the form that compiled steps use: its leaves (states without states inside), and for each leaf the edges
 * that start there.
 *
 * All transitions are looked up and checked when the chart is compiled. The edges of a leaf are only built when the leaf
 * is first active, so a chart of a thousand states costs as much as its actors use of it.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate';
import { edgeId } from '../edge-id.ts';
import { type Guard, type GuardImplementations, guardOf } from './guards.ts';
import { firstMove, type Move, moveOf } from './moves.ts';
import { everyNode, requireKnown, requireUniqueIds, withAncestors } from './nodes.ts';
import { type ActionImplementations, type Operation, operationsOf } from './operations.ts';

/** A transition as it is taken while a certain leaf is active. */
export interface Edge {
  /** The same id as in `Step.taken`. */
  id: string;
  /** null means the transition is always taken. */
  guard: Guard | null;
  /** The operations of the transition, in order. */
  operations: readonly Operation[];
  /** The leaf that is active afterwards; null means the same as before, and no state is exited or entered. */
  to: Leaf | null;
  /** Whether it has an effect. A transition without target and actions only hides the event from outer states. */
  reacts: boolean;
}

/** The edges of a leaf and of the states around it, innermost first. The first edge whose guard holds is taken. */
interface Edges {
  /** By the type of the event. */
  on: ReadonlyMap<string, readonly Edge[]>;
  always: readonly Edge[];
}

export class Leaf {
  /** The value as snapshots store it. */
  readonly value: StateValue;
  /** Whether the actor has ended when this leaf is active. */
  readonly isFinal: boolean;
  readonly #join: () => Edges;
  #edges: Edges | null = null;

  constructor(node: AnyStateNode, join: () => Edges) {
    this.value = valueOf(node);
    this.isFinal = node.type === 'final';
    this.#join = join;
  }

  get edges(): Edges {
    return (this.#edges ??= this.#join());
  }
}

/** The operations of a state on entry, on exit, and when its initial state is entered. */
interface NodeOperations {
  entry: Operation[];
  exit: Operation[];
  initial: Operation[];
}

export class CompiledChart {
  /** The leaf that is active first, before any eventless transition. */
  readonly first: Leaf;
  readonly firstOperations: readonly Operation[];
  readonly #root: AnyStateNode;
  readonly #leaves = new Map<AnyStateNode, Leaf>();
  readonly #nodes = new Map<AnyStateNode, NodeOperations>();
  /** The edges without the part that depends on the active leaf: complete if the transition has no target. */
  readonly #transitions = new Map<AnyTransitionDefinition, Edge>();

  /** @throws NotCompiled when the chart uses a feature that is not compiled */
  constructor(machine: AnyStateMachine) {
    const implementations = machine.implementations as unknown as ActionImplementations & {
      guards: GuardImplementations;
    };
    this.#root = machine.root;
    const nodes = everyNode(machine.root);
    requireUniqueIds(nodes);
    for (const node of nodes) {
      requireKnown(node);
      const initial = node.type === 'compound' ? node.initial.actions : [];
      this.#nodes.set(node, {
        entry: operationsOf(node.entry, implementations),
        exit: operationsOf(node.exit, implementations),
        initial: operationsOf(initial, implementations),
      });
      for (const transition of transitionsOf(node)) {
        moveOf(node, transition); // checks the move at compile time, so that a step never finds one that is not compiled
        this.#transitions.set(transition, targetlessOf(transition, implementations));
      }
      if (node.type !== 'compound') this.#leaves.set(node, new Leaf(node, () => this.#edgesOf(node)));
    }
    const start = firstMove(machine.root);
    this.first = this.#leaves.get(start.leaf)!;
    this.firstOperations = this.#operationsOf(start, []);
  }

  /** The leaf that a stored value names; undefined when it names none, or a state that has states inside. */
  leafOf(value: StateValue): Leaf | undefined {
    let node = this.#root;
    let rest: StateValue | undefined = value;
    while (typeof rest === 'object') {
      const keys: string[] = Object.keys(rest);
      if (keys.length === 0) break; // the value of a chart whose only state is its root
      if (keys.length > 1) return undefined;
      const inner: AnyStateNode | undefined = node.states[keys[0]!];
      if (!inner) return undefined;
      node = inner;
      rest = rest[keys[0]!];
    }
    if (typeof rest === 'string') return this.#leaves.get(node.states[rest] as AnyStateNode);
    return node === this.#root ? this.#leaves.get(node) : undefined;
  }

  #edgesOf(leaf: AnyStateNode): Edges {
    const on = new Map<string, Edge[]>();
    const always: Edge[] = [];
    for (const node of withAncestors(leaf)) {
      for (const [type, transitions] of node.transitions) {
        const edges = transitions.map((transition) => this.#edgeOf(leaf, transition));
        on.set(type, [...(on.get(type) ?? []), ...edges]);
      }
      always.push(...(node.always ?? []).map((transition) => this.#edgeOf(leaf, transition)));
    }
    return { on, always };
  }

  #edgeOf(leaf: AnyStateNode, transition: AnyTransitionDefinition): Edge {
    const edge = this.#transitions.get(transition)!;
    const move = moveOf(leaf, transition);
    if (!move) return edge;
    return {
      ...edge,
      operations: this.#operationsOf(move, edge.operations),
      to: this.#leaves.get(move.leaf)!,
    };
  }

  /** All operations of a move, in order. */
  #operationsOf({ left, entered, leaf }: Move, ownOperations: readonly Operation[]): Operation[] {
    const exits = (nodes: readonly AnyStateNode[]) => nodes.flatMap((node) => this.#nodes.get(node)!.exit);
    return [
      ...exits(left),
      ...ownOperations,
      ...entered.flatMap(({ node, byDefault }) => {
        const { entry, initial } = this.#nodes.get(node)!;
        return byDefault ? [...entry, ...initial] : entry;
      }),
      // an actor that ends exits every state
      ...(leaf.type === 'final' ? exits(withAncestors(leaf)) : []),
    ];
  }
}

function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...(node.always ?? []), ...[...node.transitions.values()].flat()];
}

/** The edge of a transition without its move: only the transition's own actions. */
function targetlessOf(
  transition: AnyTransitionDefinition,
  implementations: ActionImplementations & { guards: GuardImplementations },
): Edge {
  const { guard, actions, target } = transition;
  return {
    id: edgeId(transition),
    guard: guard === undefined ? null : guardOf(guard, implementations.guards),
    operations: operationsOf(actions, implementations),
    to: null,
    reacts: target !== undefined || actions.length > 0,
  };
}

/** The value of a leaf. It is frozen, because all snapshots with this leaf share it. */
function valueOf(leaf: AnyStateNode): StateValue {
  const [last, ...around] = withAncestors(leaf)
    .slice(0, -1)
    .map(({ key }) => key);
  if (last === undefined) return Object.freeze({});
  return around.reduce<StateValue>((inner, key) => Object.freeze({ [key]: inner }), last);
}
