/** Automations, their steps and their runs, as the service responds. */
import type { components } from '../../base/api-types.ts';
import type { Input, Reply } from '../../base/operations.ts';

type Schemas = components['schemas'];

type Template = Reply<'listDmAutomationTemplates'>['templates'][number];
export type Trigger = NonNullable<Template['automation']>['trigger'];
export type TriggerType = Trigger['type'];

type Written<Type extends Schemas['DmAutomationStep']['type']> = Extract<
  Schemas['DmAutomationStep'],
  { type: Type }
> & { id: string };

/**
 * A step of an automation. It always has an id here: the editor gives one to each step that it makes. Not interfaces: the API takes
 * steps as objects of any fields.
 */
export type Step = StepOf<StepType>;
export type StepType = Schemas['DmAutomationStep']['type'];
/** A step type that a page does not handle fails to compile where the page distinguishes the types. */
type StepOf<Type extends StepType> = Type extends 'message'
  ? MessageStep
  : Type extends 'condition'
    ? ConditionStep
    : Written<Type>;
export type MessageStep = Omit<Written<'message'>, 'choices'> & {
  choices?: { label: string; steps: Step[] }[];
};
export type WaitStep = Written<'wait'>;
export type ConditionStep = Omit<Written<'condition'>, 'yes' | 'no'> & { yes: Step[]; no: Step[] };
export type HandoffStep = Written<'handoff'>;
export type Check = ConditionStep['check'];

/** A network with automations. */
export type AutomationPlatform = NonNullable<
  NonNullable<Input<'simulateDmAutomation'>['automation']>['platform']
>;

export type Automation = Omit<Schemas['DmAutomation'], 'trigger' | 'steps'> & {
  trigger: Trigger;
  steps: Step[];
};
export type Version = Schemas['DmAutomationVersion'];
export type Run = Schemas['DmRun'];
export type StepCounts = Schemas['DmStepCounts'];
export type Talk = Reply<'simulateDmAutomation'>;
/** How a test ended with what is written. */
export type Verdict = Schemas['DmAutomationTestVerdict'];
export type SavedTest = Schemas['DmAutomationTest'];
/** A talk that an automation has to pass. */
export type TalkTest = Pick<SavedTest, 'name' | 'contact' | 'loose' | 'talk'>;
export type DraftReply = Reply<'getDmAutomationDraft'>;
export type Draft = NonNullable<DraftReply['draft']>;
export type EndReason = NonNullable<Run['reason']>;

/** What the editor changes, as a whole. */
export interface Flow {
  name: string;
  accountId: string;
  trigger: Trigger;
  steps: Step[];
  reentry: 'once' | 'always';
  cooldownHours: number;
  requireTests: boolean;
  /** Of a new automation: they are kept with it once it is published. */
  tests: readonly TalkTest[];
}
