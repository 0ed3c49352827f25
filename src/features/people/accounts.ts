/** The accounts that a member is held to (docs/people.md). */
import { Type } from 'typebox';
import type { HeldTo, Role } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { nullable, resourceId } from '../../api/schemas.ts';

/** How many accounts a member can be held to. */
const MAX_ACCOUNTS = 500;

/** The field of a request. */
export const accountIdsField = Type.Optional(
  nullable(
    Type.Array(resourceId('account'), {
      minItems: 1,
      maxItems: MAX_ACCOUNTS,
      uniqueItems: true,
      description:
        'The only accounts of the workspace that the person reaches; null means all. Not for an owner.',
    }),
  ),
);

/** The field of a response. */
export const accountIdsSchema = nullable(
  Type.Array(Type.String(), {
    description: 'The only accounts of the workspace that the person reaches; null means all.',
  }),
);

/** @throws Problem 400 for an owner who would be held to some accounts */
export function insistOnHoldable(role: Role, accountIds: HeldTo): void {
  if (role === 'owner' && accountIds !== null)
    throw invalid(
      '/accountIds',
      'an owner reaches all accounts: send accountIds: null with the role owner, or give another role',
    );
}
