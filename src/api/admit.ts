/**
 * What is checked before every operation, on every face: whether it is for operators of the installation, the person's role, then the
 * accounts that the person is held to.
 */
import { insistOnAccountsFor, isForHeld } from './held.ts';
import type { Operation } from './operation.ts';
import { insistOnOperatorFor, isForCaller } from './operators.ts';
import type { Principal } from './principal.ts';
import { insistOnRoleFor, mayCall } from './roles.ts';

/**
 * To be called before the handler, with the fields of the call, which need not be checked yet.
 * @throws Problem as `insistOnOperatorFor`, `insistOnRoleFor` and `insistOnAccountsFor`
 */
export function insistOnAccess(
  principal: Principal,
  operation: Operation<never>,
  input: Parameters<typeof insistOnAccountsFor>[2],
): void {
  insistOnOperatorFor(principal, operation);
  insistOnRoleFor(principal, operation, input);
  insistOnAccountsFor(principal, operation, input);
}

/** Whether a caller may call an operation in any workspace that they reach. Who reaches none is refused for that reason. */
export const mayCallSomewhere = (principal: Principal, operation: Operation<never>): boolean =>
  isForCaller(principal, operation) &&
  (principal.workspaces.length === 0 ||
    principal.workspaces.some(
      (workspace) => mayCall(workspace.role, operation) && isForHeld(workspace, operation),
    ));
