/** The effects of an account: new credentials (`refreshAccount`), and who waits for it (`findWaiting`). */
import { findWaitingDeliveries } from '../../store/accounts.ts';
import type { Sql } from '../../store/connect.ts';
import type { Handler } from '../runtime/effects.ts';
import type { Refresher } from './refresh.ts';

export function accountHandlers({ sql, refresher }: { sql: Sql; refresher: Refresher }): {
  refreshAccount: Handler;
  findWaiting: Handler;
} {
  return {
    refreshAccount: async ({ effect, signal }) => {
      const { accountId, refusedCredentials } = effect.params as {
        accountId: string;
        refusedCredentials: number;
      };
      const { kind, ...rest } = await refresher.refresh(accountId, refusedCredentials, signal);
      return { type: `refresh.${kind}`, ...rest };
    },
    findWaiting: async ({ effect }) => {
      const { accountId, after, limit } = effect.params as {
        accountId: string;
        after: string;
        limit: number;
      };
      const { workspaceId } = effect;
      const deliveryIds = await findWaitingDeliveries(sql, { accountId, workspaceId, after, limit });
      return { type: 'waiting.found', deliveryIds, more: deliveryIds.length === limit };
    },
  };
}
