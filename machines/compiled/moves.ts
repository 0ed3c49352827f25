/**
 * Which states a transition leaves and enters, by the rules of SCXML (https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation)
 * as XState follows them, for charts in which one state is active with the states around it.
 */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { isInside, NotCompiled, withAncestors, withInitialStates } from './nodes.ts';

export interface Move {
  /** States whose exit actions are done, innermost first. */
  left: AnyStateNode[];
  /** States whose entry actions are done, outermost first. */
  entered: Entered[];
  /** The state that is active then: it has none inside. */
  leaf: AnyStateNode;
}

export interface Entered {
  node: AnyStateNode;
  /** Its initial state follows because nothing else was asked for: the actions of `initial` are done too. */
  byDefault: boolean;
}

/** The move that starts a machine: everything is entered, from the root to its initial state. */
export function firstMove(root: AnyStateNode): Move {
  const entered = withInitialStates(root);
  return { left: [], entered: entered.map((node) => ({ node, byDefault: true })), leaf: entered.at(-1)! };
}

/**
 * The move of a transition while a leaf is active.
 * @returns null when it has no target: no state is left or entered
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
  // the source itself is entered again only where the transition says so
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
 * The innermost state that stays active: what is inside it is left. `undefined`: nothing stays, not even the root.
 * A transition into the source's own states keeps the source, unless it says `reenter`.
 */
function domainOf(source: AnyStateNode, target: AnyStateNode, reenter: boolean): AnyStateNode | undefined {
  if (!reenter && (target === source || isInside(target, source))) return source;
  const shared = withAncestors(target)
    .slice(1)
    .find((ancestor) => isInside(source, ancestor));
  return shared ?? (reenter ? undefined : source.machine.root);
}
