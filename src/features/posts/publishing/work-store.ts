/**
 * What the effects of a delivery read: the account with its credentials opened, the post's content, posts of other
 * deliveries. Effects come by the hundred, so those that ask in the same moment share a query.
 */
import type { Sql } from '../../../../store/connect.ts';
import { type HeldQuery, readHeldIds } from '../../../../store/network-posts.ts';
import { type PostWork, readPostWork } from '../../../../store/posts.ts';
import { accountLoader, type LoadedAccount, READS_FOR_CALLS } from '../../accounts/index.ts';
import { gather } from '../../../engine/batch.ts';
import type { Sealer } from '../../../base/seal.ts';

export type { LoadedAccount };

export interface WorkStore {
  /** null when the account was disconnected. */
  account(id: string): Promise<LoadedAccount | null>;
  /** null when there is no such post. */
  post(id: string): Promise<PostWork | null>;
  /** Those of the network post ids that another delivery holds. */
  heldIds(query: HeldQuery): Promise<ReadonlySet<string>>;
}

export function postgresWorkStore({ sql, sealer }: { sql: Sql; sealer: Sealer }): WorkStore {
  return {
    account: accountLoader({ sql, sealer }),
    post: gather<string, PostWork | null>(async (ids) => {
      const found = new Map((await readPostWork(sql, [...new Set(ids)])).map((row) => [row.id, row]));
      return ids.map((id) => found.get(id) ?? null);
    }, READS_FOR_CALLS),
    heldIds: async (query) => new Set(await readHeldIds(sql, query)),
  };
}
