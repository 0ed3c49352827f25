/** Refuses what the plan of a workspace does not include (docs/contract.md, Workspaces and plans). */
import { type Feature, whyNot } from '../base/plans/plan.ts';
import type { Workspace } from './principal.ts';
import { Problem } from './problem.ts';

/**
 * @param now epoch ms
 * @throws Problem plan_required when the workspace's plan does not include the feature now
 */
export function requirePlan(workspace: Workspace, feature: Feature, now: number): void {
  const why = whyNot(workspace, feature, now);
  if (why !== null) throw new Problem('plan_required', why, { values: { feature } });
}
