/** Which workspace a call is about, and what its plan allows. */
import type { Call, Workspace } from './operation.ts';
import { Problem } from './problem.ts';

/**
 * The workspace a caller names, or else the caller's first (spec 4.1).
 * @throws Problem 403 when the caller is not a member of it
 */
export function workspaceOf(call: Call, slug: string | undefined): Workspace {
  const { workspaces } = call.principal;
  const found = slug === undefined ? workspaces[0] : workspaces.find((workspace) => workspace.slug === slug);
  if (found) return found;
  if (slug === undefined)
    throw new Problem(403, 'no_workspace', 'this key belongs to no workspace; create one first');
  throw new Problem(403, 'not_a_member', `this key does not reach the workspace "${slug}"`, {
    param: '/workspace',
  });
}

/** @throws Problem 403 when the workspace's plan does not include publishing (spec section 8, Billing) */
export function requirePublishingPlan(workspace: Workspace): void {
  if (workspace.plan === 'none') {
    throw new Problem(
      403,
      'plan_required',
      'publishing starts with a plan; this workspace has none (drafts can be saved)',
    );
  }
}

/** @throws Problem 403 when the workspace's plan has no webhooks (spec 6.1: Developer, Pro and Agency) */
export function requireWebhookPlan(workspace: Workspace): void {
  if (!['developer', 'pro', 'agency'].includes(workspace.plan)) {
    throw new Problem(403, 'plan_required', 'webhooks come with the Developer, Pro and Agency plans');
  }
}
