/** Who calls, and which workspace a call is about. */
import type { TObject } from 'typebox';
import type { HeldTo } from '../../store/held.ts';
import type { PlanTerms } from '../base/plans/plan.ts';
import type { WorkspaceNetworks } from '../base/workspace-networks.ts';
import { Problem } from './problem.ts';

/**
 * What has to happen before a tool publishes, sends or deletes: nothing, a second call of the same caller, or a person's consent
 * (docs/mcp.md, Confirmations). In order of strictness.
 */
export const CONFIRMS = ['none', 'call', 'person'] as const;
export type Confirm = (typeof CONFIRMS)[number];

/**
 * Parts of what may be done: `read` everything; `draft` drafts and media; `publish` what goes out, and when; `answer` comments, messages,
 * rules and automations; `manage` accounts, keys, webhooks and settings (docs/keys.md).
 */
export const SCOPES = ['read', 'draft', 'publish', 'answer', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What a person is in a workspace: `owner` all; `editor` all but people and settings; `approver` reads and approves posts; `viewer`
 * reads (docs/people.md).
 */
export const ROLES = ['owner', 'editor', 'approver', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export interface Workspace extends PlanTerms {
  id: string;
  slug: string;
  name: string;
  timezone: string;
  /** Slugs that it had before, by which it is found too. Absent or null means none. */
  formerSlugs?: readonly string[] | null;
}

/** A workspace as a caller's key reaches it. */
export interface Membership extends Workspace {
  /** Of the person behind the key. */
  role: Role;
  /** The only accounts that this person reaches in the workspace (held.ts); null means all. */
  heldTo: HeldTo;
  /** Whether posts of people who may not approve need an approval. Absent means no. */
  approval?: boolean;
  /** Which networks its accounts are on. Absent means both. */
  networks?: WorkspaceNetworks;
}

export type { HeldTo };

/** Who calls: the user behind a key or session, with the user's workspaces, oldest membership first. */
export interface Principal {
  userId: string;
  /** Of the user. */
  userName?: string;
  /** Id of the API key, of what a person lets an app do, or of the session of a person who is signed in to the dashboard. */
  keyId: string;
  /** Of the key or the app. */
  keyName?: string;
  /** Of the key. Default none. */
  confirm?: Confirm;
  /** What the key may do. undefined: everything. */
  scopes?: readonly string[] | undefined;
  /** The key reaches only the workspaces that it was made for, not those that its user joins. Default: all. */
  isHeld?: boolean;
  /**
   * The user is an operator of the installation and calls in a session of the dashboard. Keys and apps never have this right. Default: no.
   */
  isOperator?: boolean;
  /** Those that the key reaches. */
  workspaces: Membership[];
}

/** The stricter one. */
export const stricter = (one: Confirm, other: Confirm): Confirm =>
  CONFIRMS.indexOf(one) > CONFIRMS.indexOf(other) ? one : other;

/**
 * What a caller means that names no workspace: for the hash by which a repeated request is recognized. Keys of one person share their
 * idempotency keys, and one that is held must get nothing that another one did elsewhere. A person who is held to other accounts than
 * before gets nothing again that they were shown before.
 */
export function reachOf({ isHeld, workspaces }: Principal): string {
  const held = workspaces.flatMap(({ id, heldTo }) =>
    heldTo === null ? [] : `${id} of ${heldTo.join(' ')}\n`,
  );
  return (isHeld === true ? `in ${workspaces[0]?.id ?? 'no workspace'}\n` : '') + held.join('');
}

/** What the ids of sessions begin with; those of API keys begin otherwise. */
const SESSION_PREFIX = 'ses_';

/** Whether this id is that of a session (a person at the dashboard), not of an API key. */
export const isSession = (keyId: string): boolean => keyId.startsWith(SESSION_PREFIX);

/** @param why the sentence of the error. @throws Problem 403 for an API key */
export function insistOnSession({ keyId }: Principal, why: string): void {
  if (!isSession(keyId)) throw new Problem('session_required', why);
}

/** The workspace that a caller names, by its slug or by one that it had before, or else the caller's first one; undefined if there is none. */
export function findWorkspace(
  { workspaces }: Pick<Principal, 'workspaces'>,
  slug: unknown,
): Membership | undefined {
  if (slug === undefined) return workspaces[0];
  return (
    workspaces.find((workspace) => workspace.slug === slug) ??
    workspaces.find(({ formerSlugs }) => formerSlugs?.some((former) => former === slug))
  );
}

/**
 * The workspace that a caller names, or else the caller's first one.
 * @throws Problem when the caller is not a member of it
 */
export function workspaceOf(call: { principal: Principal }, slug: string | undefined): Membership {
  const found = findWorkspace(call.principal, slug);
  if (found) return found;
  if (slug === undefined)
    throw new Problem('no_workspace', 'this key belongs to no workspace; create one first');
  throw new Problem('not_a_member', `this key does not reach the workspace "${slug}"`, {
    values: { workspace: slug },
    param: '/workspace',
  });
}

/**
 * The slug by which a call names its workspace, which need not be checked yet: of the path, where the operation is about workspaces, else
 * the field `workspace`. undefined: it names none.
 */
export function slugIn(
  { params: schema }: { params?: TObject },
  { params, query, body }: { [place in 'params' | 'query' | 'body']: { [field: string]: unknown } },
): unknown {
  const named = Object.entries(schema?.properties ?? {}).find(
    ([, field]) => (field as { 'x-resource'?: string })['x-resource'] === 'workspace',
  );
  return named === undefined ? (query['workspace'] ?? body['workspace']) : params[named[0]];
}
