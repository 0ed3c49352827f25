import { readAccounts } from '../../../store/accounts.ts';
import type { ActorOverview } from '../../../store/actors.ts';
import type { Db } from '../../../store/connect.ts';
import type { Described } from '../../engine/kind-view.ts';

/** Titles for actors that belong to an account: its network and its name. */
export async function describeByAccount(
  db: Db,
  rows: readonly ActorOverview[],
): Promise<Map<string, Described>> {
  const ids = [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))];
  const accounts = new Map((await readAccounts(db, ids)).map((account) => [account.id, account]));
  return new Map(
    rows.map(({ id, kind, platform, accountId }) => {
      const account = accountId === null ? undefined : accounts.get(accountId);
      return [
        id,
        account
          ? { title: `${account.platform} · ${account.displayName}`, platform: account.platform }
          : { title: `${platform ?? kind} · no account` },
      ];
    }),
  );
}
