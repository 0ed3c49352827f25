/** The filter `accountId` of lists: an account that is not in the workspace is 404, never an empty list. */
import { readAccounts } from '../../store/accounts.ts';
import type { Db } from '../../store/connect.ts';
import type { Workspace } from './principal.ts';
import { notFound } from './problem.ts';

/** @param accountId absent or null means the list is of all accounts. @throws Problem 404 when the workspace has no such account */
export async function insistOnAccount(
  db: Db,
  workspace: Workspace,
  accountId: string | null | undefined,
): Promise<void> {
  if (accountId == null) return;
  const [account] = await readAccounts(db, [accountId]);
  if (account?.workspaceId !== workspace.id) throw notFound('account', accountId);
}

/** As much for each of a list of accounts. @throws Problem 404 that names the first one which the workspace does not have */
export async function insistOnAccounts(
  db: Db,
  workspace: Workspace,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return;
  const rows = await readAccounts(db, [...accountIds]);
  const known = new Set(rows.flatMap((row) => (row.workspaceId === workspace.id ? [row.id] : [])));
  const absent = accountIds.find((id) => !known.has(id));
  if (absent !== undefined) throw notFound('account', absent.slice(0, 64));
}
