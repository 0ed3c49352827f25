/** Warnings for the owner of an automation about settings that work, but are probably a mistake. Pure. */
import { branchesOf, type ConditionStep, everyStep, type Step } from '../../../machines/flow/steps.ts';
import type { Trigger } from './trigger.ts';

interface Warning {
  code: 'too_late' | 'no_human' | 'ref_needs_entry' | 'unreachable' | 'rules_go_on';
  /** JSON pointer of the step; of the trigger for `ref_needs_entry`; `/active` for `rules_go_on`. */
  path: string;
  message: string;
}

const WINDOW_MINUTES = 24 * 60;
const ANSWER_BY_MINUTES = 23 * 60;
/** A ref link opens a new conversation only through one of these. */
const REF_NETWORKS = ['instagram', 'facebook'];

/**
 * @param hasEntry whether the account has an icebreaker or a get-started button
 * @param path JSON pointer of the list of steps
 */
export function warningsOf(
  { trigger, steps }: { trigger: Trigger; steps: readonly Step[] },
  {
    platform,
    hasEntry,
    path = '/steps',
    triggerPath = '/trigger',
  }: { platform: string; hasEntry: boolean; path?: string; triggerPath?: string },
): Warning[] {
  const warnings = [...tooLate(steps, path), ...unreachable(steps, path)];
  if (!everyStep(steps).some(({ step }) => step.type === 'handoff'))
    warnings.push({
      code: 'no_human',
      path,
      message: 'no step hands the conversation to a person; Meta asks for a way to one',
    });
  if (trigger.type === 'ref' && REF_NETWORKS.includes(platform) && !hasEntry)
    warnings.push({
      code: 'ref_needs_entry',
      path: triggerPath,
      message:
        'a ref link starts this only in a conversation that exists; for new people the account needs an icebreaker or a get-started button',
    });
  return warnings;
}

/** The warning when somebody pauses or deletes an automation that rules start. */
export function rulesGoOn(rules: readonly { id: string; keywords: readonly string[] }[]): Warning[] {
  if (rules.length === 0) return [];
  const names = rules.map(({ id, keywords: [word] }) => (word === undefined ? id : `${id} (“${word}”)`));
  const message = `comment-to-DM rules start it with a person's first answer, and go on without it: ${names.join(', ')}`;
  return [{ code: 'rules_go_on', path: '/active', message }];
}

/**
 * The messages that come 24 hours or later after the last act that their path requires of the person, so that they are
 * sent only to somebody who happens to write in between.
 */
export function tooLate(steps: readonly Step[], path = '/steps'): Warning[] {
  const warnings: Warning[] = [];
  const walk = (list: readonly Step[], at: string, since: number) => {
    let minutes = since;
    for (const [index, step] of list.entries()) {
      const own = `${at}/${index}`;
      if (step.type === 'wait') minutes += step.minutes;
      if (step.type === 'message' && minutes >= WINDOW_MINUTES)
        warnings.push({ code: 'too_late', path: own, message: warningOf(minutes) });
      for (const branch of branchesOf(step)) {
        const after =
          step.type === 'condition' ? minutesAfter(step, branch.name, minutes, own === `${path}/0`) : 0;
        walk(branch.steps, `${own}/${branch.path.join('/')}`, after);
      }
    }
  };
  walk(steps, path, 0);
  return warnings;
}

/** Whether no step after a step of this type can be reached: the run ends there, or continues in its branches only. */
const ENDS: { [type in Step['type']]: (step: Step) => boolean } = {
  message: (step) => branchesOf(step).length > 0,
  wait: () => false,
  condition: () => true,
  handoff: () => true,
};

/** The first step of each list that nobody gets to. */
export function unreachable(steps: readonly Step[], path = '/steps'): Warning[] {
  const end = steps.findIndex((step) => ENDS[step.type](step));
  const isFollowed = end !== -1 && end < steps.length - 1;
  return [
    ...(isFollowed ? [unreachableStep(steps[end]!, `${path}/${end + 1}`)] : []),
    ...steps.flatMap((step, index) =>
      branchesOf(step).flatMap((branch) =>
        unreachable(branch.steps, `${path}/${index}/${branch.path.join('/')}`),
      ),
    ),
  ];
}

function unreachableStep({ type }: Step, path: string): Warning {
  const why =
    type === 'handoff'
      ? 'the hand-off before it ends the flow'
      : 'the step before it goes on in its branches';
  return {
    code: 'unreachable',
    path,
    message: `nobody gets to this step: ${why}. Move it before that, or delete it`,
  };
}

const warningOf = (minutes: number) =>
  `this comes ${Math.floor(minutes / 60)} h ${minutes % 60} min after the person's last act, or later; messages are sent for 24 hours`;

/** The least minutes since the person's last act at the start of a branch of a condition. */
function minutesAfter(
  { check, withinMinutes }: ConditionStep,
  branch: string,
  before: number,
  isFirst: boolean,
): number {
  const waited = withinMinutes === undefined ? Math.max(before, ANSWER_BY_MINUTES) : before + withinMinutes;
  switch (check) {
    case 'follows':
      return before;
    case 'replied':
      return branch === 'yes' ? 0 : waited;
    case 'keyword':
      // both branches follow a message, which opens the window; the first condition checks the message that started the run
      return isFirst ? before : 0;
    case 'clicked':
      // the click may be earlier, and clicks do not open the window
      return branch === 'yes' ? before : waited;
    default:
      return check satisfies never;
  }
}
