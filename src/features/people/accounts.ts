/** The accounts that a member is held to (docs/people.md). */
import { Type } from 'typebox';
import { readAccounts } from '../../../store/accounts.ts';
import type { Db } from '../../../store/connect.ts';
import type { HeldTo, Role, Workspace } from '../../api/principal.ts';
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
export const shownAccountIds = nullable(
  Type.Array(Type.String(), {
    description: 'The only accounts of the workspace that the person reaches; null means all.',
  }),
);

/** @throws Problem 400 for an account that is not in the workspace */
export async function insistOnAccounts(
  db: Db,
  workspace: Workspace,
  accountIds: HeldTo | undefined,
): Promise<void> {
  if (!accountIds) return;
  const rows = await readAccounts(db, [...accountIds]);
  const own = new Set(rows.flatMap(({ id, workspaceId }) => (workspaceId === workspace.id ? [id] : [])));
  const index = accountIds.findIndex((id) => !own.has(id));
  if (index === -1) return;
  const id = accountIds[index]!;
  throw invalid(
    `/accountIds/${index}`,
    `accountIds[${index}]: there is no account ${id} in the workspace "${workspace.slug}"; see GET /v1/accounts`,
    { code: 'unknown_account', accountId: id },
  );
}

/** @throws Problem 400 for an owner who would be held to some accounts */
export function insistOnHoldable(role: Role, accountIds: HeldTo): void {
  if (role === 'owner' && accountIds !== null)
    throw invalid(
      '/accountIds',
      'an owner reaches all accounts: send accountIds: null with the role owner, or give another role',
    );
}
