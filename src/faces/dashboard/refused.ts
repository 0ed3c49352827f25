/** What people may not call by their role, or because they are no operators, so that the dashboard shows them no button for it and has no list of its own. */
import type { Operation } from '../../api/operation.ts';
import type { Role } from '../../api/principal.ts';
import { isForHeld } from '../../api/held.ts';
import { isForCaller } from '../../api/operators.ts';
import { mayCall } from '../../api/roles.ts';

/** @returns the ids of the operations that nobody who is held to some accounts may call */
export const refusedToHeld = (operations: readonly Operation<never>[]): string[] =>
  operations.filter((operation) => !isForHeld({ heldTo: [] }, operation)).map(({ id }) => id);

/** @returns for each of these roles the ids of the operations that a person with it may not call */
export const refusedTo = (
  roles: readonly Role[],
  { isOperator, operations }: { isOperator: boolean; operations: readonly Operation<never>[] },
): { [role: string]: string[] } =>
  Object.fromEntries(
    roles.map((role) => [
      role,
      operations
        .filter((operation) => !mayCall(role, operation) || !isForCaller({ isOperator }, operation))
        .map(({ id }) => id),
    ]),
  );
