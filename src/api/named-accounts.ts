/** Accounts that a request names: one that is not in the workspace is an error, and never an empty list. */
import { readAccounts } from '../../store/accounts.ts';
import { findAccountGroup } from '../../store/account-groups.ts';
import type { Db } from '../../store/connect.ts';
import { reaches, within } from './held.ts';
import type { Membership, Workspace } from './principal.ts';
import { invalid, notFound, type Problem } from './problem.ts';

/** @param accountId absent or null means the list is of all accounts. @throws Problem 404 when the workspace has no such account */
export async function insistOnAccount(
  db: Db,
  workspace: Workspace,
  accountId: string | null | undefined,
): Promise<void> {
  if (accountId != null) await insistOnAccounts(db, workspace, [accountId]);
}

/** The same for each account of a list. @throws Problem 404 that names the first one which the workspace does not have */
export async function insistOnAccounts(
  db: Db,
  workspace: Workspace,
  accountIds: readonly string[],
): Promise<void> {
  const own = await ownAmong(db, workspace, accountIds);
  const absent = accountIds.find((id) => !own.has(id));
  if (absent !== undefined) throw notFound('account', absent);
}

/**
 * Checks the accounts in the fields of a body.
 * @param lists ids by the name of their field
 * @throws Problem 400 that names the first one which the workspace does not have, or the caller does not reach
 */
export async function insistOnListedAccounts(
  db: Db,
  workspace: Membership,
  lists: { [field: string]: readonly string[] },
): Promise<void> {
  const own = await ownAmong(db, workspace, Object.values(lists).flat());
  for (const [field, ids] of Object.entries(lists)) {
    const index = ids.findIndex((id) => !own.has(id) || !reaches(workspace.heldTo, id));
    if (index >= 0) throw unknownAccount(workspace, { field, index, id: ids[index]! });
  }
}

/** An account of another workspace, or one that the caller does not reach, is as unknown as one that never was: ids tell nothing. */
export const unknownAccount = (
  workspace: Pick<Workspace, 'slug'>,
  { field, index, id }: { field: string; index: number; id: string },
): Problem =>
  invalid(
    `/${field}/${index}`,
    `${field}[${index}]: there is no account ${id.slice(0, 60)} in the workspace "${workspace.slug}"; see GET /v1/accounts`,
    { code: 'unknown_account', accountId: id },
  );

/**
 * The accounts of a group that a list is narrowed to.
 * @param groupId absent means the list is not narrowed
 * @returns null for a list that is not; else those of the accounts that the caller reaches, which may be none
 * @throws Problem 404 where the caller sees no such group
 */
export async function accountsOfGroup(
  db: Db,
  workspace: Membership,
  groupId: string | undefined,
): Promise<string[] | null> {
  if (groupId === undefined) return null;
  const group = await findAccountGroup(db, { id: groupId, ...within(workspace) });
  if (!group) throw notFound('group', groupId);
  return group.accountIds;
}

async function ownAmong(
  db: Db,
  workspace: Pick<Workspace, 'id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await readAccounts(db, [...ids]);
  return new Set(rows.flatMap((row) => (row.workspaceId === workspace.id ? [row.id] : [])));
}
