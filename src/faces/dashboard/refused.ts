/** What people may not call by their role, so that the dashboard shows them no button for it and has no list of its own. */
import type { Operation } from '../../api/operation.ts';
import type { Role } from '../../api/principal.ts';
import { mayCall } from '../../api/roles.ts';

/** @returns for each of these roles the ids of the operations that it may not call */
export const refusedTo = (
  roles: readonly Role[],
  operations: readonly Operation<never>[],
): { [role: string]: string[] } =>
  Object.fromEntries(
    roles.map((role) => [
      role,
      operations.filter((operation) => !mayCall(role, operation)).map(({ id }) => id),
    ]),
  );
