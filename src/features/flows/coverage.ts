/** Which branches of an automation its tests have gone through. Pure. */
import { branchesOf, everyStep, type Step } from '../../../machines/flow/steps.ts';
import { stateOf } from '../../../machines/flow/compile.ts';
import type { Played } from './play.ts';

export interface BranchOf {
  stepId: string;
  /** `yes`, `no`, or the label of a choice. */
  name: string;
  /** JSON pointer of the branch. */
  path: string;
}

/** The branches that no talk has entered. */
export function missedBranches(
  steps: readonly Step[],
  talks: readonly Pick<Played, 'path' | 'transitions' | 'end'>[],
): BranchOf[] {
  return everyStep(steps, '/steps').flatMap(({ step, path }) =>
    branchesOf(step).flatMap((branch, index) => {
      const [first] = branch.steps;
      const isEntered = talks.some((talk) =>
        first ? talk.path.includes(first.id) : hasEndedIn(step, index, talk),
      );
      return isEntered
        ? []
        : [{ stepId: step.id, name: branch.name, path: `${path}/${branch.path.join('/')}` }];
    }),
  );
}

/** Whether a talk has ended in an empty branch. Of two empty branches of a condition, either counts as both. */
function hasEndedIn(
  step: Step,
  index: number,
  { path, transitions, end }: Pick<Played, 'path' | 'transitions' | 'end'>,
): boolean {
  if (path.at(-1) !== step.id || end?.reason !== 'completed') return false;
  if (step.type !== 'message') return true;
  // the edges of choices are in the order of the choices, so their numbers are equal
  const last = transitions.findLast((edge) => edge.startsWith(`dm_run.${stateOf(step.id)}.waiting|`));
  return last?.split('|').at(-1) === String(index);
}
