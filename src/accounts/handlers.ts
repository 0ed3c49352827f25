/**
 * The effects of an account: new credentials (`refreshAccount`), who waits for it (`findWaiting`), and the end of its
 * access (`revokeAccess`, `forgetAccess`).
 */
import { findWaitingDeliveries } from '../../store/accounts.ts';
import type { Sql } from '../../store/connect.ts';
import { deleteRevocation } from '../../store/revocations.ts';
import type { Recorder } from '../engine/recorder.ts';
import type { Handler } from '../engine/effects.ts';
import type { Refresher } from './refresh.ts';
import type { Revoked } from './revoke.ts';

export function accountHandlers({
  sql,
  refresher,
  revoke,
}: {
  sql: Sql;
  refresher: Refresher;
  /** Ends the access of a disconnected account at its network. */
  revoke: (asked: { accountId: string; signal: AbortSignal; recorder: Recorder }) => Promise<Revoked>;
}): {
  refreshAccount: Handler;
  findWaiting: Handler;
  revokeAccess: Handler;
  forgetAccess: Handler;
} {
  return {
    refreshAccount: async ({ effect, signal, recorder }) => {
      const { accountId, refusedCredentials } = effect.params as {
        accountId: string;
        refusedCredentials: number;
      };
      const { kind, ...rest } = await refresher.refresh(accountId, refusedCredentials, signal, recorder);
      return { type: `refresh.${kind}`, ...rest };
    },
    revokeAccess: ({ effect, signal, recorder }) => {
      const { accountId } = effect.params as { accountId: string };
      return revoke({ accountId, signal, recorder });
    },
    forgetAccess: async ({ effect }) => {
      await deleteRevocation(sql, (effect.params as { accountId: string }).accountId);
      return { type: 'access.forgotten' };
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
