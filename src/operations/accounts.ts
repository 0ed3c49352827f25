/** Connected accounts (spec 2.2, 4.5). */
import { Type } from 'typebox';
import { type AccountRow, listAccounts } from '../../store/accounts.ts';
import { workspaceOf } from './access.ts';
import { operation } from './operation.ts';
import { Account, WorkspaceSlug } from './schemas.ts';

/** The account as callers see it: nothing of its credentials. */
export function publicAccount(row: AccountRow) {
  return {
    id: row.id,
    platform: row.platform,
    displayName: row.displayName,
    username: row.username,
    avatarUrl: row.avatarUrl,
    url: row.url,
    status: row.status,
    warning: warningOf(row),
    connectedAt: row.connectedAt.toISOString(),
    onUnknown: row.onUnknown,
  };
}

function warningOf({ status, expiresAt, platform }: AccountRow) {
  const at = expiresAt?.toISOString() ?? null;
  switch (status) {
    case 'healthy':
      return null;
    case 'expiring':
      return {
        code: 'token_expiring',
        message: `the access to ${platform} lapses soon; connect the account again`,
        expiresAt: at,
      };
    case 'needs_reconnect':
      return {
        code: 'needs_reconnect',
        message: `${platform} no longer accepts the access; connect the account again`,
        expiresAt: at,
      };
    default:
      return status satisfies never;
  }
}

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
      accounts: [
        {
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
        },
      ],
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listAccounts(call.context.sql, workspace.id);
    return { body: { accounts: rows.map(publicAccount) } };
  },
});
