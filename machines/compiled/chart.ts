/**
 * A chart in the form that compiled steps use: its configurations, and for each the edges that start there.
 *
 * All transitions are looked up and checked when the chart is compiled. What depends on a configuration is only built when
 * it is first active, so a chart of a thousand states costs as much as its actors use of it.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate';
import { edgeId } from '../edge-id.ts';
import { Configuration, type Edge, type Edges, nodesOf, type Passage } from './configuration.ts';
import { type GuardImplementations, guardOf } from './guards.ts';
import { firstEntered, leftBy, type Move, moveOf } from './moves.ts';
import { everyNode, requireSupported, requireUniqueIds } from './nodes.ts';
import { type ActionImplementations, type Operation, operationsOf } from './operations.ts';

/** A state with its operations on entry, on exit, and when its initial state is entered, and its edges. */
interface CompiledNode {
  entry: Operation[];
  exit: Operation[];
  initial: Operation[];
  /** By the type of the event. */
  on: ReadonlyMap<string, readonly Edge[]>;
  always: readonly Edge[];
}

const NONE: readonly Edge[] = [];

export class CompiledChart {
  /** The configuration that is active first, before any eventless transition. */
  readonly first: Configuration;
  readonly firstOperations: readonly Operation[];
  readonly #root: AnyStateNode;
  readonly #nodes = new Map<AnyStateNode, CompiledNode>();
  /** By the numbers of their states. */
  readonly #configurations = new Map<string, Configuration>();
  /** Those of stored snapshots, by their values as JSON, or the value itself where it is a text. */
  readonly #byValue = new Map<string, Configuration>();
  readonly #edges: Edges = {
    of: (node, type) => this.#nodes.get(node)!.on.get(type) ?? NONE,
    always: (node) => this.#nodes.get(node)!.always,
    follow: (from, edges) => this.#follow(from, edges),
  };

  /** @throws NotCompiled when the chart uses a feature that is not compiled */
  constructor(machine: AnyStateMachine) {
    const implementations = machine.implementations as unknown as Implementations;
    this.#root = machine.root;
    const nodes = everyNode(machine.root);
    requireUniqueIds(nodes);
    for (const node of nodes) {
      requireSupported(node);
      this.#nodes.set(node, compiledNodeOf(node, implementations));
    }
    const entered = firstEntered(machine.root);
    this.first = this.#configuration(entered.map(({ node }) => node));
    this.firstOperations = this.#operationsOf({ left: [], own: [], entered, to: this.first });
  }

  /** The configuration that a stored value names; undefined when it names none, or not completely. */
  configurationOf(value: StateValue): Configuration | undefined {
    const name = typeof value === 'string' ? value : JSON.stringify(value);
    const existing = this.#byValue.get(name);
    if (existing) return existing;
    const nodes = nodesOf(this.#root, value);
    if (!nodes) return undefined;
    const configuration = this.#configuration(nodes);
    this.#byValue.set(name, configuration);
    return configuration;
  }

  #configuration(nodes: readonly AnyStateNode[]): Configuration {
    const name = nodes.map(({ order }) => order).join(' ');
    let existing = this.#configurations.get(name);
    if (!existing) this.#configurations.set(name, (existing = new Configuration(nodes, this.#edges)));
    return existing;
  }

  #follow(from: Configuration, edges: readonly Edge[]): Omit<Passage, 'edges'> {
    const moves = edges.flatMap(({ move }) => move ?? []);
    const left = new Set(moves.flatMap((move) => leftBy(move, from.nodes)));
    const entered = inOrder(moves.flatMap((move) => move.entered));
    const nodes = new Set(from.nodes.filter((node) => !left.has(node)));
    for (const { node } of entered) nodes.add(node);
    // where the same states are active as before, they keep their places
    const isSame = nodes.size === from.nodes.length && from.nodes.every((node) => nodes.has(node));
    const to = isSame ? from : this.#configuration([...nodes]);
    const own = edges.flatMap(({ operations }) => operations);
    return { operations: this.#operationsOf({ left: [...left], own, entered, to }), to };
  }

  /** All operations of a step from one configuration to another, in order. */
  #operationsOf(step: {
    left: readonly AnyStateNode[];
    own: readonly Operation[];
    entered: Move['entered'];
    to: Configuration;
  }): Operation[] {
    const exits = (nodes: readonly AnyStateNode[]) =>
      nodes.toSorted((a, b) => b.order - a.order).flatMap((node) => this.#nodes.get(node)!.exit);
    return [
      ...exits(step.left),
      ...step.own,
      ...step.entered.flatMap(({ node, byDefault }) => {
        const { entry, initial } = this.#nodes.get(node)!;
        return byDefault ? [...entry, ...initial] : entry;
      }),
      // an actor that ends exits every state
      ...(step.to.isFinal ? exits(step.to.nodes) : []),
    ];
  }
}

type Implementations = ActionImplementations & { guards: GuardImplementations };

const inOrder = (entered: Move['entered']): Move['entered'] =>
  entered.toSorted((a, b) => a.node.order - b.node.order);

function compiledNodeOf(node: AnyStateNode, implementations: Implementations): CompiledNode {
  const edgesOf = (transitions: readonly AnyTransitionDefinition[]) =>
    transitions.map((transition) => edgeOf(transition, implementations));
  const initial = node.type === 'compound' ? node.initial.actions : [];
  return {
    entry: operationsOf(node.entry, implementations),
    exit: operationsOf(node.exit, implementations),
    initial: operationsOf(initial, implementations),
    on: new Map([...node.transitions].map(([type, transitions]) => [type, edgesOf(transitions)])),
    always: edgesOf(node.always ?? []),
  };
}

function edgeOf(transition: AnyTransitionDefinition, implementations: Implementations): Edge {
  const { guard, actions, target } = transition;
  return {
    id: edgeId(transition),
    guard: guard === undefined ? null : guardOf(guard, implementations.guards),
    operations: operationsOf(actions, implementations),
    move: moveOf(transition),
    reacts: target !== undefined || actions.length > 0,
  };
}
