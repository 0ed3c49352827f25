/** What every part of the outline is given, and how a place in it is named. */
import type { Finding } from './finding.ts';
import type { ListAt } from './outline.ts';
import type { Step, StepCounts } from './shapes.ts';
import type { StepActs } from './step-acts.ts';
import type { Editing } from './use-editing.ts';

export interface OutlineProps {
  editing: Editing;
  acts: StepActs;
  platform: string;
  findings: readonly Finding[];
  /** Ids of the steps that the trial went through, and of the one that it is in. */
  been: ReadonlySet<string>;
  active: string | null;
  /** What people did in each step, by its id. */
  counts: ReadonlyMap<string, StepCounts>;
  /** The place whose menu is open, as `placeKey` names it; null if none. */
  adding: string | null;
  setAdding: (key: string | null) => void;
}

/** Names a place where steps can be added. */
export const placeKey = (at: ListAt, index: number): string =>
  at === null ? `${index}` : `${at.stepId} ${at.branch} ${index}`;

export interface CardProps extends OutlineProps {
  step: Step;
}
