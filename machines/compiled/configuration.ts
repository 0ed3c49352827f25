/** The states that are active together, and the transitions that start there. */
import type { AnyStateNode, StateValue } from 'xstate';
import type { Guard } from './guards.ts';
import { type Move, withoutConflicts } from './moves.ts';
import { childrenOf, isLeaf, withAncestors } from './nodes.ts';
import type { Operation } from './operations.ts';

/** A transition. */
export interface Edge {
  /** The same id as in `Step.taken`. */
  id: string;
  /** null means the transition is always taken. */
  guard: Guard | null;
  /** The transition's own operations, in order. */
  operations: readonly Operation[];
  /** null means that no state is exited or entered. */
  move: Move | null;
  /** Whether it has an effect. A transition without target and actions only hides the event from outer states. */
  reacts: boolean;
}

/**
 * The edges for an event. Each region chooses its own; if none has one, the first of `edges` whose guard holds is taken:
 * those of the state and of the states around it, up to the next one with regions, innermost first.
 */
export interface Choice {
  regions: readonly Choice[];
  edges: readonly Edge[];
}

/** What happens when edges are followed together. */
export interface Passage {
  /** The edges that are followed: not those that another one forestalls. */
  edges: readonly Edge[];
  /** All operations, in order. */
  operations: readonly Operation[];
  /** The configuration afterwards. */
  to: Configuration;
}

/** What a configuration needs to know of its chart. */
export interface Edges {
  of(node: AnyStateNode, type: string): readonly Edge[];
  always(node: AnyStateNode): readonly Edge[];
  /** @param edges that do not conflict */
  follow(from: Configuration, edges: readonly Edge[]): Omit<Passage, 'edges'>;
}

export class Configuration {
  /**
   * The active states, in XState's order: those that stay active keep their places, those that are entered follow in the
   * order of the chart.
   */
  readonly nodes: readonly AnyStateNode[];
  /** The value as snapshots store it. It is frozen, because all snapshots with this configuration share it. */
  readonly value: StateValue;
  /** Whether the actor has ended. */
  readonly isFinal: boolean;
  readonly #edges: Edges;
  /** By the type of the event. */
  readonly #choices = new Map<string, Choice>();
  #always: readonly (readonly Edge[])[] | null = null;
  readonly #alone = new Map<Edge, Passage>();
  /** By the ids of the edges. */
  readonly #together = new Map<string, Passage>();

  constructor(nodes: readonly AnyStateNode[], edges: Edges) {
    this.nodes = nodes;
    this.value = valueOf(nodes);
    this.isFinal = nodes.some(({ type }) => type === 'final');
    this.#edges = edges;
  }

  /** The edges for an event. */
  choice(type: string): Choice {
    let choice = this.#choices.get(type);
    if (!choice) {
      choice = this.#choiceOf(
        this.nodes.find(({ parent }) => !parent)!,
        type,
        [],
      );
      // events of no transition are not kept: their types may be any text
      if (choice.edges.length + choice.regions.length > 0) this.#choices.set(type, choice);
    }
    return choice;
  }

  /** The eventless edges of each leaf and of the states around it, innermost first. */
  get always(): readonly (readonly Edge[])[] {
    return (this.#always ??= this.nodes
      .filter(isLeaf)
      .map((leaf) => withAncestors(leaf).flatMap((node) => this.#edges.always(node)))
      .filter((edges) => edges.length > 0));
  }

  /** @param edges that were chosen, in order */
  passage(edges: readonly Edge[]): Passage {
    const [only] = edges;
    const name = edges.length > 1 ? edges.map(({ id }) => id).join('\n') : '';
    const existing = edges.length > 1 ? this.#together.get(name) : this.#alone.get(only!);
    if (existing) return existing;
    const followed = withoutConflicts(edges, this.nodes);
    const passage = { edges: followed, ...this.#edges.follow(this, followed) };
    if (edges.length > 1) this.#together.set(name, passage);
    else this.#alone.set(only!, passage);
    return passage;
  }

  /** @param around edges of the states around the node, up to the next one with regions */
  #choiceOf(node: AnyStateNode, type: string, around: readonly Edge[]): Choice {
    const edges = [...this.#edges.of(node, type), ...around];
    if (isLeaf(node)) return { regions: [], edges };
    const inside = this.nodes.filter(({ parent }) => parent === node);
    if (node.type === 'compound') return this.#choiceOf(inside[0]!, type, edges);
    const regions = inside
      .map((region) => this.#choiceOf(region, type, []))
      .filter((region) => region.edges.length + region.regions.length > 0);
    return { regions, edges };
  }
}

/**
 * The states that a stored value names, in the order in which XState restores them; undefined when it names none, or not
 * completely.
 */
export function nodesOf(root: AnyStateNode, value: StateValue): AnyStateNode[] | undefined {
  const nodes = new Set([root]);
  return addNodes(root, value, nodes) ? [...nodes] : undefined;
}

function addNodes(node: AnyStateNode, value: StateValue, nodes: Set<AnyStateNode>): boolean {
  if (typeof value === 'string') {
    const child = node.states[value];
    if (node.type !== 'compound' || !child || !isLeaf(child)) return false;
    nodes.add(child);
    return true;
  }
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  const named = keys.map((key) => node.states[key]);
  if (keys.length !== (node.type === 'compound' ? 1 : childrenOf(node).length)) return false;
  for (const child of named) {
    // a leaf inside a compound state is named by a text
    if (!child || (node.type === 'compound' && isLeaf(child))) return false;
    nodes.add(child);
  }
  return named.every((child, index) => addNodes(child!, value[keys[index]!]!, nodes));
}

function valueOf(nodes: readonly AnyStateNode[]): StateValue {
  const inside = (node: AnyStateNode): StateValue => {
    const children = nodes.filter(({ parent }) => parent === node);
    const [only] = children;
    if (node.type === 'compound' && isLeaf(only!)) return only!.key;
    return Object.freeze(Object.fromEntries(children.map((child) => [child.key, inside(child)])));
  };
  return inside(nodes.find(({ parent }) => !parent)!);
}
