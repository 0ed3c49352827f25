/**
 * The effects of an account: new credentials (`refreshAccount`), who waits for it (`findWaiting`), and the end of its
 * access (`revokeAccess`, `forgetAccess`).
 */
import { findWaitingDeliveries } from '../../../store/accounts.ts';
import type { Sql } from '../../../store/connect.ts';
import { deleteRevocation } from '../../../store/revocations.ts';
import type { Recorder } from '../../engine/recorder.ts';
import type { AccountHandlers } from '../../kinds/account.ts';
import { prefixed } from '../../engine/prefixed.ts';
import type { Refresher } from './refresh.ts';
import type { Revoked } from './revoke.ts';

export function accountHandlers({
  sql,
  refresher,
  revoke,
}: {
  sql: Sql;
  refresher: Refresher;
  /** Ends the webhooks and the access of a disconnected account at its network. */
  revoke: (request: {
    accountId: string;
    triesLeft?: boolean;
    signal: AbortSignal;
    recorder: Recorder;
  }) => Promise<Revoked>;
}): AccountHandlers {
  return {
    refreshAccount: async ({ accountId, refusedCredentials }, { signal, recorder }) =>
      prefixed('refresh', await refresher.refresh(accountId, refusedCredentials, signal, recorder)),
    revokeAccess: (params, { signal, recorder }) => revoke({ ...params, signal, recorder }),
    forgetAccess: async ({ accountId }) => {
      await deleteRevocation(sql, accountId);
      return { type: 'access.forgotten' };
    },
    findWaiting: async ({ accountId, after, limit }, { effect: { workspaceId } }) => {
      const deliveryIds = await findWaitingDeliveries(sql, { accountId, workspaceId, after, limit });
      return { type: 'waiting.found', deliveryIds, more: deliveryIds.length === limit };
    },
  };
}
