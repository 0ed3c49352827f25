/** What is checked before every operation, on every face: the person's role, then the accounts that the person is held to. */
import { insistOnAccountsFor, isForHeld } from './held.ts';
import type { Operation } from './operation.ts';
import type { Principal } from './principal.ts';
import { insistOnRoleFor, mayCall } from './roles.ts';

/**
 * To be called before the handler, with the fields of the call, which need not be checked yet.
 * @throws Problem as `insistOnRoleFor` and `insistOnAccountsFor`
 */
export function insistOnAccess(
  principal: Principal,
  operation: Operation<never>,
  input: Parameters<typeof insistOnAccountsFor>[2],
): void {
  insistOnRoleFor(principal, operation, input);
  insistOnAccountsFor(principal, operation, input);
}

/** Whether a caller may call an operation in any workspace that they reach. Who reaches none is refused for that reason. */
export const mayCallSomewhere = ({ workspaces }: Principal, operation: Operation<never>): boolean =>
  workspaces.length === 0 ||
  workspaces.some((workspace) => mayCall(workspace.role, operation) && isForHeld(workspace, operation));
