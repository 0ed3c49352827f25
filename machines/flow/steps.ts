/** The steps of a DM automation, checked: each has an id (docs/contract.md, DM automations; docs/flows.md). */

/** Types, not interfaces: the compiled chart holds them as JSON. */
export type Step = MessageStep | WaitStep | ConditionStep | HandoffStep;

export type MessageStep = {
  id: string;
  type: 'message';
  text: string;
  button?: { title: string; url: string };
  /** Each leads to a list of steps. The message waits for one of them. */
  choices?: { label: string; steps: Step[] }[];
};

type WaitStep = { id: string; type: 'wait'; minutes: number };

export type ConditionStep = {
  id: string;
  type: 'condition';
  check: 'replied' | 'keyword' | 'clicked' | 'follows';
  /** For `keyword`. */
  keywords?: string[];
  /** Absent means until 23 hours after the person's last act. Never for `follows`. */
  withinMinutes?: number;
  yes: Step[];
  no: Step[];
};

type HandoffStep = { id: string; type: 'handoff'; note?: string };

/** A branch of a step: one way out of it, with its steps, in the order of the JSON. */
interface Branch {
  /** Its place in the step, as the parts of a JSON pointer. */
  path: readonly (string | number)[];
  /** What people call it: `yes`, `no`, or the label of the choice. */
  name: string;
  steps: readonly Step[];
}

/** The branches of a step; none for a step that is followed by the next one. */
export function branchesOf(step: Step): Branch[] {
  if (step.type === 'condition')
    return (['yes', 'no'] as const).map((name) => ({ path: [name], name, steps: step[name] }));
  if (step.type !== 'message') return [];
  return (step.choices ?? []).map(({ label, steps }, index) => ({
    path: ['choices', index, 'steps'],
    name: label,
    steps,
  }));
}

/** Every step of a list and of its branches, in reading order, each with its JSON pointer below `path`. */
export function everyStep(steps: readonly Step[], path = ''): { step: Step; path: string }[] {
  return steps.flatMap((step, index) => {
    const own = `${path}/${index}`;
    const inner = branchesOf(step).flatMap((branch) =>
      everyStep(branch.steps, `${own}/${branch.path.join('/')}`),
    );
    return [{ step, path: own }, ...inner];
  });
}
