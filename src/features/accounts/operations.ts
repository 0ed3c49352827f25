/** Connected accounts: list, change, disconnect. */
import { Type } from 'typebox';
import { deleteAccount, listAccounts, readAccounts, saveOnUnknown } from '../../../store/accounts.ts';
import { deleteConversationsOf } from '../../../store/removals.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound } from '../../api/problem.ts';
import { closed, Deleted, idParams, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { recorded, recordedIn } from '../../api/recorded.ts';
import { accountDisconnected } from './connect/accounts.ts';
import { operation } from './context.ts';
import { Account } from '../../kinds/views/account-schemas.ts';
import { removeCopies } from '../../kinds/media-copy.ts';
import { accountExample, publicAccount } from '../../kinds/views/account.ts';
import { within } from '../../api/held.ts';

export const listAccountsOperation = operation({
  id: 'listAccounts',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/accounts' },
  tool: { name: 'list_accounts' },
  tag: 'Accounts',
  summary: 'List connected accounts',
  description: 'The ids are what accountIds takes. `warning` tells when a token is about to lapse.',
  query: workspaceQuery,
  result: Type.Object({ accounts: Type.Array(Account) }),
  example: {
    result: {
      accounts: [accountExample],
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listAccounts(call.context.sql, within(workspace));
    return { body: { accounts: rows.map(publicAccount) } };
  },
});

export const updateAccount = operation({
  id: 'updateAccount',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/accounts/{id}' },
  scope: 'manage',
  tag: 'Accounts',
  summary: 'Change what is decided for an account',
  description:
    'What to do with a post whose answer was lost, where the network cannot be asked whether it is live: `retry` sends it again as after any temporary failure, at the risk that it is there twice; `hold` lets it fail until somebody has looked. It counts for posts that are written, changed or tried again from then on.',
  params: idParams('account'),
  body: Type.Object(
    {
      onUnknown: Type.Optional(Type.Enum(['retry', 'hold'], { type: 'string' })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ account: Account }),
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    params: { id: accountExample.id },
    body: { onUnknown: 'hold' },
    result: { account: { ...accountExample, onUnknown: 'hold' } },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { sql } = call.context;
    const { id } = call.params;
    const { onUnknown } = call.body;
    const row = await recordedIn(sql, call, async (tx) => {
      if (onUnknown !== undefined) await saveOnUnknown(tx, { id, workspaceId: workspace.id, onUnknown });
      const [found] = await readAccounts(tx, [id]);
      if (found?.workspaceId !== workspace.id) throw notFound('account', id);
      return found;
    });
    return { body: { account: publicAccount(row) } };
  },
});

export const disconnectAccount = operation({
  id: 'disconnectAccount',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/accounts/{id}' },
  scope: 'manage',
  tag: 'Accounts',
  summary: 'Disconnect an account',
  description:
    'Forgets the account, and ends its access at the network where that has a call for it. What is published stays; posts that are still to go out to it fail there. Its comment-to-DM rules are deleted, and messages of theirs that wait are not sent.',
  params: idParams('account'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    params: { id: 'acc_01JD0000000000000000000001' },
    result: { id: 'acc_01JD0000000000000000000001', deleted: true },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await recorded(call, async (tx, turn) => {
      const own = (await readAccounts(tx, [id])).some(({ workspaceId }) => workspaceId === workspace.id);
      if (!own) throw notFound('account', id);
      const { copies } = await deleteConversationsOf(tx, id);
      removeCopies(turn, { workspaceId: workspace.id, accountId: id }, copies);
      await accountDisconnected(tx, turn, { accountId: id, workspaceId: workspace.id });
      if (!(await deleteAccount(tx, { id, workspaceId: workspace.id }, turn.now)))
        throw notFound('account', id);
      return { result: null };
    });
    return { body: { id, deleted: true as const } };
  },
});
