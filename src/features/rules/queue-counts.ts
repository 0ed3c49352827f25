/**
 * Keeps the count of places in the queue of a network account true (`Budgets.reserve`). It is counted anew from the database after
 * those that wait have moved up, and after a start, where nothing else knows it: else who comes later would have an earlier place.
 */
import type { AccountAccess } from '../../../adapters/port/account.ts';
import { listClaimed } from '../../../store/answered-comments.ts';
import type { Sql } from '../../../store/connect.ts';
import { listPlaced } from '../../../store/private-replies.ts';
import type { Budgets } from '../accounts/index.ts';
import type { Pace } from './pace.ts';

interface CountDeps {
  sql: Sql;
  directory: Sql;
  budgets: Pick<Budgets, 'recount'>;
}

interface Counted {
  accountId: string;
  account: AccountAccess;
  pace: Pace;
  /** When those that wait moved up last, epoch ms; null: they never did. */
  movedUpAt: number | null;
  now: number;
}

/** @returns `keep`, which is called before a place is reserved, for one of an account at a time */
export function queueCounts({ sql, directory, budgets }: CountDeps): {
  keep: (counted: Counted) => Promise<void>;
} {
  /** Up to which move it was counted, epoch ms. */
  const countedAt = new Map<string, number>();
  return {
    keep: async ({ accountId, account, pace, movedUpAt, now }) => {
      const key = `${accountId} ${pace.name}`;
      const known = countedAt.get(key);
      const latest = movedUpAt ?? 0;
      if (known !== undefined && latest <= known) return;
      const { platform, remoteId } = account;
      const [sent, placed] = await Promise.all([
        listClaimed(directory, { platform, remoteId, since: now - pace.windowMs }),
        listPlaced(sql, { platform, remoteId }),
      ]);
      const places = [...sent, ...placed.map(({ at }) => at)].toSorted((one, other) => one - other);
      await budgets.recount({ account, ...pace, places, ifUnknown: known === undefined, now });
      countedAt.set(key, latest);
    },
  };
}
