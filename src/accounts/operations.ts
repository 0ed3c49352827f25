/** Connected accounts (spec 2.2, 4.5). */
import { Type } from 'typebox';
import {
  type AccountRow,
  deleteAccount,
  listAccounts,
  readAccounts,
  saveOnUnknown,
} from '../../store/accounts.ts';
import { accountDisconnected } from './connect/accounts.ts';
import { workspaceOf } from '../api/access.ts';
import { operation } from '../api/operation.ts';
import { notFound } from '../api/problem.ts';
import { Account, IdParams, WorkspaceSlug } from '../api/schemas.ts';

/** The account as callers see it: nothing of its credentials. */
export function publicAccount(row: AccountRow) {
  return {
    id: row.id,
    platform: row.platform,
    displayName: row.displayName,
    username: row.username,
    avatarUrl: row.avatarUrl,
    url: row.url,
    status: publicStatus(row.status),
    warning: warningOf(row),
    connectedAt: row.connectedAt.toISOString(),
    onUnknown: row.onUnknown,
  };
}

/** Callers know three: what they can do about an account without an app is as little as about a broken one. */
function publicStatus(status: AccountRow['status']): 'healthy' | 'expiring' | 'needs_reconnect' {
  return status === 'disconnected' || status === 'needs_app' ? 'needs_reconnect' : status;
}

function warningOf({ status, reason, expiresAt, platform }: AccountRow) {
  const at = expiresAt?.toISOString() ?? null;
  switch (status) {
    case 'healthy':
    case 'disconnected': // its row is about to go
      return null;
    case 'expiring':
      return {
        code: 'token_expiring',
        message: `the access to ${platform} ends soon: connect the account again before then`,
        expiresAt: at,
      };
    case 'needs_reconnect':
      return {
        code: 'needs_reconnect',
        message: `connect the account again, then posts that wait for it go on by themselves${reason === null ? '' : ` (${reason})`}`,
        expiresAt: at,
      };
    case 'needs_app':
      return {
        code: 'app_not_configured',
        message: `whoever runs this service has to mend its settings, then posts that wait go on by themselves${reason === null ? '' : ` (${reason})`}`,
        expiresAt: at,
      };
    default:
      return status satisfies never;
  }
}

export const accountExample = {
  id: 'acc_01JD0000000000000000000001',
  platform: 'bluesky',
  displayName: 'Café Luna',
  username: 'cafe-luna.example.social',
  avatarUrl: null,
  url: 'https://bsky.app/profile/cafe-luna.example.social',
  status: 'healthy' as const,
  warning: null,
  connectedAt: '2026-05-04T08:00:00.000Z',
  onUnknown: 'retry' as const,
};

export const listAccountsOperation = operation({
  id: 'listAccounts',
  method: 'get',
  path: '/v1/accounts',
  tag: 'Accounts',
  summary: 'List connected accounts',
  description: 'The ids are what accountIds takes. `warning` tells when a token is about to lapse.',
  query: Type.Object({ workspace: Type.Optional(WorkspaceSlug) }, { additionalProperties: false }),
  result: Type.Object({ accounts: Type.Array(Account) }),
  example: {
    result: {
      accounts: [accountExample],
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listAccounts(call.context.sql, workspace.id);
    return { body: { accounts: rows.map(publicAccount) } };
  },
});

export const updateAccount = operation({
  id: 'updateAccount',
  method: 'patch',
  path: '/v1/accounts/{id}',
  tag: 'Accounts',
  summary: 'Change what is decided for an account',
  description:
    'What to do with a post whose answer was lost, where the network cannot be asked whether it is live: `retry` sends it again as after any temporary failure, at the risk that it is there twice; `hold` lets it fail until somebody has looked. It counts for posts that are written, changed or tried again from then on.',
  params: IdParams,
  body: Type.Object(
    {
      onUnknown: Type.Optional(Type.Enum(['retry', 'hold'], { type: 'string' })),
      workspace: Type.Optional(WorkspaceSlug),
    },
    { additionalProperties: false },
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
    if (onUnknown !== undefined) await saveOnUnknown(sql, { id, workspaceId: workspace.id, onUnknown });
    const [row] = await readAccounts(sql, [id]);
    if (row?.workspaceId !== workspace.id) throw notFound('account', id);
    return { body: { account: publicAccount(row) } };
  },
});

export const disconnectAccount = operation({
  id: 'disconnectAccount',
  method: 'delete',
  path: '/v1/accounts/{id}',
  tag: 'Accounts',
  summary: 'Disconnect an account',
  description:
    'Forgets the account, and ends its access at the network where that has a call for it. What is published stays; posts that are still to go out to it fail there.',
  params: IdParams,
  query: Type.Object({ workspace: Type.Optional(WorkspaceSlug) }, { additionalProperties: false }),
  result: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  errors: { 404: 'There is no such account in the workspace' },
  example: {
    params: { id: 'acc_01JD0000000000000000000001' },
    result: { id: 'acc_01JD0000000000000000000001', deleted: true },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await call.context.node.command(async (tx, turn) => {
      if (!(await deleteAccount(tx, { id, workspaceId: workspace.id }, turn.now)))
        throw notFound('account', id);
      await accountDisconnected(tx, turn, { accountId: id, workspaceId: workspace.id });
      return { result: null };
    });
    return { body: { id, deleted: true as const } };
  },
});
