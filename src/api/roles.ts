/**
 * What people of a workspace may do, by their role in it (docs/people.md). Keys, apps and sessions act for a person: what they may do is
 * their scopes (scope.ts) and the role of their person together. The check before every operation is here, for all faces.
 */
import type { TObject } from 'typebox';
import type { Faces } from './operation.ts';
import {
  type Membership,
  type Principal,
  ROLES,
  type Role,
  type Scope,
  slugIn,
  workspaceOf,
} from './principal.ts';
import { Problem } from './problem.ts';
import { hasScope, scopesOf } from './scope.ts';

/** What an operation needs, as it is declared. */
interface Guarded extends Faces {
  id: string;
  scope?: Scope | readonly Scope[];
  roles?: readonly Role[];
  isPersonal?: true;
  params?: TObject;
}

const WRITERS: readonly Role[] = ['owner', 'editor'];

/** Who may use a scope. An operation that fewer people may call names them itself. */
const ROLES_OF_SCOPE: { [scope in Scope]: readonly Role[] } = {
  read: ROLES,
  draft: WRITERS,
  publish: WRITERS,
  answer: WRITERS,
  manage: WRITERS,
};

/** Whether a role allows what the scope stands for. */
export const roleAllows = (role: Role, scope: Scope): boolean => ROLES_OF_SCOPE[scope].includes(role);

/** Who may approve posts. */
export const APPROVERS: readonly Role[] = ['owner', 'approver'];

/** Who takes part in the work on a post before it goes out, by notes: all but viewers. */
export const NOTE_WRITERS: readonly Role[] = ['owner', 'editor', 'approver'];

/**
 * Whether what a caller would publish waits for an approval: in a workspace that has it on, posts of everybody who may not approve.
 * A key of a person who may is not asked if it has the scope `publish`.
 */
export const needsApproval = (principal: Principal, { approval, role }: Membership): boolean =>
  approval === true && !(APPROVERS.includes(role) && hasScope(principal, 'publish'));

/** The roles that may call an operation. One that concerns the caller alone, not a workspace, needs none. */
export function rolesOf(operation: Guarded): readonly Role[] {
  const allowed = derived.get(operation) ?? deriveRoles(operation);
  derived.set(operation, allowed);
  return allowed;
}

/** By operation, because each request asks. */
const derived = new WeakMap<Guarded, readonly Role[]>();

function deriveRoles(operation: Guarded): readonly Role[] {
  if (operation.isPersonal) return ROLES;
  const scopes = scopesOf(operation);
  return operation.roles ?? ROLES.filter((role) => scopes.some((scope) => roleAllows(role, scope)));
}

/** Whether somebody with this role may call an operation about the workspace. */
export const mayCall = (role: Role, operation: Guarded): boolean => rolesOf(operation).includes(role);

/**
 * To be called before the handler, with the fields that name the workspace.
 * @param input fields of the path, the query and the body, which need not be checked yet
 * @throws Problem 403 insufficient_role for a caller whose role in the workspace does not allow the operation; 403 also for a
 * workspace that the caller does not reach
 */
export function insistOnRoleFor(
  principal: Principal,
  operation: Guarded,
  input: Parameters<typeof slugIn>[1],
): void {
  const roles = rolesOf(operation);
  if (roles.length === ROLES.length) return;
  const slug = slugIn(operation, input);
  if (slug !== undefined && typeof slug !== 'string') return; // the check of the input refuses it
  insistOnRole(workspaceOf({ principal }, slug), roles);
}

/** @throws Problem 403 insufficient_role where the caller has none of these roles in the workspace */
export function insistOnRole({ role, slug }: Membership, needed: readonly Role[]): void {
  if (needed.includes(role)) return;
  throw new Problem(
    'insufficient_role',
    `this needs the role ${needed.join(' or ')} in the workspace "${slug}", and yours is ${role}: ask an owner of the workspace`,
    { values: { needed: needed.join(' '), role, workspace: slug } },
  );
}
