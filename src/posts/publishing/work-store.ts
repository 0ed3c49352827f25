/**
 * What the effects of a delivery read: the account with its credentials opened, the post's content, posts of other
 * deliveries. Effects come by the hundred, so those that ask in the same moment share a query.
 */
import DataLoader from 'dataloader';
import type { Sql } from '../../../store/connect.ts';
import { type HeldQuery, readHeldIds } from '../../../store/network-posts.ts';
import { type PostWork, readPostWork } from '../../../store/posts.ts';
import { accountLoader, type LoadedAccount } from '../../accounts/index.ts';
import type { Sealer } from '../../seal.ts';

export type { LoadedAccount };

export interface WorkStore {
  /** null when the account was disconnected. */
  account(id: string): Promise<LoadedAccount | null>;
  /** null when there is no such post. */
  post(id: string): Promise<PostWork | null>;
  /** Those of the network post ids that another delivery holds. */
  heldIds(query: HeldQuery): Promise<ReadonlySet<string>>;
}

/** Keys a query takes at most. */
const MAX_KEYS = 500;

export function postgresWorkStore({ sql, sealer }: { sql: Sql; sealer: Sealer }): WorkStore {
  // no cache: posts change, on this node and on others
  const options = { cache: false, maxBatchSize: MAX_KEYS };
  const posts = new DataLoader<string, PostWork | null>(async (ids) => {
    const found = new Map((await readPostWork(sql, [...new Set(ids)])).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  }, options);
  return {
    account: accountLoader({ sql, sealer }),
    post: (id) => posts.load(id),
    heldIds: async (query) => new Set(await readHeldIds(sql, query)),
  };
}
