/**
 * Reads XState's own nodes (`machine.root`) for compiled steps: which states are around and inside a state, and whether a
 * state uses a feature that is not compiled.
 */
import type { AnyStateNode } from 'xstate';

/** Thrown while a chart is compiled. Its message says which part of the chart is not compiled, and why. */
export class NotCompiled extends Error {
  override readonly name = 'NotCompiled';
}

/** The node and all nodes inside it. */
export function everyNode(node: AnyStateNode): AnyStateNode[] {
  return [node, ...childrenOf(node).flatMap(everyNode)];
}

/** The node and the states around it, innermost first. */
export function withAncestors(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...withAncestors(node.parent)] : [node];
}

/** The node and the states inside it that are entered with it, in the order of the chart. */
export function withInitialStates(node: AnyStateNode): AnyStateNode[] {
  if (node.type === 'parallel') return [node, ...childrenOf(node).flatMap(withInitialStates)];
  if (node.type !== 'compound') return [node];
  const initial = node.initial.target[0];
  if (!initial) throw new NotCompiled(`${node.id} has no initial state`);
  return [node, ...withInitialStates(initial)];
}

/** Whether a state has no states inside. */
export const isLeaf = ({ type }: AnyStateNode): boolean => type === 'atomic' || type === 'final';

/** Whether a node is inside another, at any depth. Every node is inside `undefined`. */
export function isInside(node: AnyStateNode, outer: AnyStateNode | undefined): boolean {
  return outer === undefined || (node !== outer && withAncestors(node).includes(outer));
}

/** @throws NotCompiled when the node uses a feature of XState that is not compiled */
export function requireSupported(node: AnyStateNode): void {
  const { id, type } = node;
  if (type === 'history') throw new NotCompiled(`${id} is a history state`);
  if (isLeaf(node) !== (childrenOf(node).length === 0))
    throw new NotCompiled(`${id} is ${type} and has ${isLeaf(node) ? '' : 'no '}states inside`);
  if (type === 'final' && !isTopState(node)) throw new NotCompiled(`${id} is final, but no state of the top`);
  if (node.invoke.length > 0) throw new NotCompiled(`${id} invokes an actor`);
  if (node.output !== undefined) throw new NotCompiled(`${id} has an output`);
  for (const type of node.transitions.keys())
    if (type.includes('*')) throw new NotCompiled(`${id} takes events by the wildcard '${type}'`);
}

/** @throws NotCompiled when two states have the same id: XState's order of states depends on unique ids */
export function requireUniqueIds(nodes: readonly AnyStateNode[]): void {
  const ids = new Set<string>();
  for (const { id } of nodes) {
    if (ids.has(id)) throw new NotCompiled(`two states have the id ${id}`);
    ids.add(id);
  }
}

/** The states directly inside a node. */
export function childrenOf(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states);
}

/** Whether the actor ends in a state when it is final. */
function isTopState({ parent }: AnyStateNode): boolean {
  return parent?.type === 'compound' && parent.parent === undefined;
}
