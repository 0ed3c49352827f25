/** Who calls, and which workspace a call is about. */
import type { PlanTerms } from '../plans/plan.ts';
import { Problem } from './problem.ts';

/** A workspace as a caller's key reaches it. */
export interface Workspace extends PlanTerms {
  id: string;
  slug: string;
  name: string;
  timezone: string;
}

/** Who calls: the user behind a key or session, with the user's workspaces, oldest membership first. */
export interface Principal {
  userId: string;
  /** Id of the API key, or of the session of a person who is signed in to the dashboard. */
  keyId: string;
  workspaces: Workspace[];
}

/** What the ids of sessions begin with; those of API keys begin otherwise. */
const SESSION_PREFIX = 'ses_';

/** Whether this id is that of a session (a person at the dashboard), not of an API key. */
export const isSession = (keyId: string): boolean => keyId.startsWith(SESSION_PREFIX);

/**
 * The workspace that a caller names, or else the caller's first one.
 * @throws Problem when the caller is not a member of it
 */
export function workspaceOf(call: { principal: Principal }, slug: string | undefined): Workspace {
  const { workspaces } = call.principal;
  const found = slug === undefined ? workspaces[0] : workspaces.find((workspace) => workspace.slug === slug);
  if (found) return found;
  if (slug === undefined)
    throw new Problem('no_workspace', 'this key belongs to no workspace; create one first');
  throw new Problem('not_a_member', `this key does not reach the workspace "${slug}"`, {
    param: '/workspace',
  });
}
