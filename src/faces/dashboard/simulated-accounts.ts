/** Which accounts are simulated. The dashboard links their posts to the sandbox, not to the real network. */
import { Type } from 'typebox';
import { listAccounts } from '../../../store/accounts.ts';
import { isBelow } from '../../features/accounts/connect/networks.ts';
import type { Core } from '../../api/context.ts';
import { type Operation, operationsWith } from '../../api/operation.ts';
import { workspaceOf } from '../../api/principal.ts';
import { workspaceQuery } from '../../api/schemas.ts';
import { within } from '../../api/held.ts';

const operation = operationsWith<Core>();

/** @param sandboxUrl address of the sandbox, without a slash at the end; null if there is none */
export const simulatedAccounts = (sandboxUrl: string | null): Operation<Core> =>
  operation({
    id: 'listSimulatedAccounts',
    accountLimit: 'followed',
    dashboard: { method: 'get', path: '/app/api/simulated-accounts' },
    tag: 'Accounts',
    summary: 'Accounts whose network is simulated by the sandbox',
    query: workspaceQuery,
    result: Type.Object({ accountIds: Type.Array(Type.String()) }),
    example: { result: { accountIds: ['acc_01JD0000000000000000000001'] } },
    handle: async (call) => {
      const workspace = workspaceOf(call, call.query.workspace);
      const accounts = sandboxUrl === null ? [] : await listAccounts(call.context.sql, within(workspace));
      const simulated = accounts.filter(({ endpoints }) => isBelow(sandboxUrl!, endpoints));
      return { body: { accountIds: simulated.map(({ id }) => id) } };
    },
  });
