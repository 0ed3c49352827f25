/** Titles of actors in the debugger, with the networks they are about. */
import { networks, type Platform } from '../../../adapters/networks.ts';
import { type AccountRow, readAccounts } from '../../../store/accounts.ts';
import type { ActorOverview } from '../../../store/actors.ts';
import type { Db } from '../../../store/connect.ts';
import type { Described } from '../../engine/kind-view.ts';

/** Describes actors by their account: its network and its name. */
export async function describeByAccount(
  db: Db,
  rows: readonly ActorOverview[],
): Promise<Map<string, Described>> {
  const accounts = await accountsOf(db, rows);
  return new Map(
    rows.map(({ id, kind, platform, accountId }) => {
      const account = accounts.get(accountId ?? '');
      return [
        id,
        account
          ? {
              title: `${networks[account.platform as Platform].name} · ${account.displayName}`,
              platform: account.platform,
            }
          : { title: `${platform ?? kind} · no account` },
      ];
    }),
  );
}

/**
 * Describes actors by a statement that reads a title for each id, with the network of their account.
 * @param read of `store/`. Without a row the account is the title
 */
export const describeBy =
  (read: (db: Db, ids: readonly string[]) => Promise<{ id: string; title: string }[]>) =>
  async (db: Db, rows: readonly ActorOverview[]): Promise<Map<string, Described>> => {
    const ids = rows.map(({ id }) => id);
    const [described, found] = await Promise.all([describeByAccount(db, rows), read(db, ids)]);
    for (const { id, title } of found) described.set(id, { ...described.get(id), title });
    return described;
  };

async function accountsOf(db: Db, rows: readonly ActorOverview[]): Promise<Map<string, AccountRow>> {
  const ids = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))];
  return new Map((await readAccounts(db, ids)).map((account) => [account.id, account]));
}
