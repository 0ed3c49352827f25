/**
 * Computes which states transitions exit and enter, by the rules of SCXML
 * (https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation) as XState follows them, for transitions with one target
 * or none.
 */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { childrenOf, isInside, NotCompiled, withAncestors, withInitialStates } from './nodes.ts';

export interface Move {
  source: AnyStateNode;
  /**
   * The innermost state that stays active: the active states inside it are exited. `undefined`: every state is exited,
   * even the root.
   */
  domain: AnyStateNode | undefined;
  entered: Entered[];
}

interface Entered {
  node: AnyStateNode;
  /**
   * Whether its initial state is entered because the transition names no state inside it: then the actions of `initial`
   * run too.
   */
  byDefault: boolean;
}

/** What a machine enters when it starts, from the root to its initial leaves. */
export const firstEntered = (root: AnyStateNode): Entered[] => byDefault(withInitialStates(root));

/**
 * The move of a transition.
 * @returns null when the transition has no target: no state is exited or entered
 * @throws NotCompiled when it has several targets
 */
export function moveOf(transition: AnyTransitionDefinition): Move | null {
  const { source, reenter } = transition;
  const [target, ...others] = transition.target ?? [];
  if (!target) return null;
  if (others.length > 0) throw new NotCompiled(`a transition of ${source.id} has several targets`);
  const domain = domainOf(source, target, reenter);
  // the source itself is entered again only if the transition has `reenter`
  const stays = !reenter && target === source && domain === source;
  return {
    source,
    domain,
    entered: [...byDefault(withInitialStates(target).slice(stays ? 1 : 0)), ...onTheWay(target, domain)],
  };
}

/** The active states that a move exits. */
export function leftBy({ domain }: Move, active: readonly AnyStateNode[]): AnyStateNode[] {
  return active.filter((node) => isInside(node, domain));
}

/**
 * The moves that happen when these are chosen together: of two that exit a common state, the one from the inner state, or
 * else the first.
 */
export function withoutConflicts<T extends { move: Move | null }>(
  chosen: readonly T[],
  active: readonly AnyStateNode[],
): T[] {
  let remaining: T[] = [];
  for (const one of chosen) {
    const rivals = remaining.filter((other) => areInConflict(one.move, other.move, active));
    if (rivals.every((other) => isInside(one.move!.source, other.move!.source)))
      remaining = [...remaining.filter((other) => !rivals.includes(other)), one];
  }
  return remaining;
}

function areInConflict(one: Move | null, other: Move | null, active: readonly AnyStateNode[]): boolean {
  if (!one || !other) return false;
  const left = leftBy(other, active);
  return leftBy(one, active).some((node) => left.includes(node));
}

/** The states between the domain and the target, and the regions beside the target that are entered with them. */
function onTheWay(target: AnyStateNode, domain: AnyStateNode | undefined): Entered[] {
  const above = withAncestors(target).slice(1);
  const between = domain === undefined ? above : above.slice(0, Math.max(0, above.indexOf(domain)));
  const parallels = [...between, ...(domain && domain !== target ? [domain] : [])].filter(
    ({ type }) => type === 'parallel',
  );
  const regions = parallels
    .flatMap(childrenOf)
    .filter((region) => region !== target && !isInside(target, region));
  return [
    ...between.map((node) => ({ node, byDefault: false })),
    ...regions.flatMap((region) => [
      { node: region, byDefault: false },
      ...byDefault(withInitialStates(region).slice(1)),
    ]),
  ];
}

const byDefault = (nodes: readonly AnyStateNode[]): Entered[] =>
  nodes.map((node) => ({ node, byDefault: true }));

/** A transition to a state inside its source keeps the source active, unless it has `reenter`. */
function domainOf(source: AnyStateNode, target: AnyStateNode, reenter: boolean): AnyStateNode | undefined {
  if (!reenter && (target === source || isInside(target, source))) return source;
  const shared = withAncestors(target)
    .slice(1)
    .find((ancestor) => isInside(source, ancestor));
  return shared ?? (reenter ? undefined : source.machine.root);
}
