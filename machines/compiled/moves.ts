/**
 * Computes which states a transition exits and enters, by the rules of SCXML
 * (https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation) as XState follows them, for charts in which one leaf and
 * the states around it are active.
 */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { isInside, NotCompiled, withAncestors, withInitialStates } from './nodes.ts';

export interface Move {
  /** States whose exit actions run, innermost first. */
  left: AnyStateNode[];
  /** States whose entry actions run, outermost first. */
  entered: Entered[];
  /** The leaf that is active after the move. */
  leaf: AnyStateNode;
}

interface Entered {
  node: AnyStateNode;
  /**
   * Whether its initial state is entered because the transition names no state inside it: then the actions of `initial`
   * run too.
   */
  byDefault: boolean;
}

/** The move that starts a machine: it enters every state from the root to the initial leaf. */
export function firstMove(root: AnyStateNode): Move {
  const entered = withInitialStates(root);
  return { left: [], entered: entered.map((node) => ({ node, byDefault: true })), leaf: entered.at(-1)! };
}

/**
 * The move of a transition while a leaf is active.
 * @returns null when the transition has no target: no state is exited or entered
 * @throws NotCompiled when it has several targets
 */
export function moveOf(leaf: AnyStateNode, transition: AnyTransitionDefinition): Move | null {
  const { source, reenter } = transition;
  const [target, ...others] = transition.target ?? [];
  if (!target) return null;
  if (others.length > 0) throw new NotCompiled(`a transition of ${source.id} has several targets`);
  const domain = domainOf(source, target, reenter);
  const left = withAncestors(leaf).filter((node) => isInside(node, domain));
  const below = withInitialStates(target);
  // the source itself is entered again only if the transition has `reenter`
  const stays = !reenter && target === source && domain === source;
  const above = withAncestors(target).slice(1);
  const onTheWay = domain === undefined ? above : above.slice(0, Math.max(0, above.indexOf(domain)));
  return {
    left,
    entered: [
      ...onTheWay.toReversed().map((node) => ({ node, byDefault: false })),
      ...below.slice(stays ? 1 : 0).map((node) => ({ node, byDefault: true })),
    ],
    leaf: below.at(-1)!,
  };
}

/**
 * The innermost state that stays active: the states inside it are exited. `undefined`: every state is exited, even the
 * root. A transition to a state inside its source keeps the source active, unless it has `reenter`.
 */
function domainOf(source: AnyStateNode, target: AnyStateNode, reenter: boolean): AnyStateNode | undefined {
  if (!reenter && (target === source || isInside(target, source))) return source;
  const shared = withAncestors(target)
    .slice(1)
    .find((ancestor) => isInside(source, ancestor));
  return shared ?? (reenter ? undefined : source.machine.root);
}
