/** Accounts: what other features and the service use. */
import type { Operation } from '../../api/operation.ts';
import {
  createConnectLink,
  getConnectLink,
  listConnectLinks,
  revokeConnectLink,
} from './connect/operations.ts';
import type { AccountsContext } from './context.ts';
import { createGroup, deleteGroup, listGroups, updateGroup } from './groups.ts';
import { disconnectAccount, listAccountsOperation, updateAccount } from './operations.ts';
import { listPinterestBoards } from './pinterest-boards.ts';

export { jitterOf } from './attend.ts';
export type { Budgets } from './budgets/budgets.ts';
export { meteredComments, meteredMessages } from './budgets/paid-reads.ts';
export { accountDisconnected } from './connect/accounts.ts';
export type { AccountsContext } from './context.ts';
export { accountLoader, type LoadedAccount, READS_FOR_CALLS } from './load.ts';
export { acceptedApps, isBelow, type Networks, scopesOf } from './connect/networks.ts';
export { tellConfigured } from './attend.ts';
export { type Apps, findStoredApp, listStoredApps, saveApp } from './app-settings.ts';
export { canReceive, startReceiver, tellReceiver } from './receivers.ts';
export { isRenewable, type Refresher } from './refresh.ts';

export const accountOperations: readonly Operation<AccountsContext>[] = [
  listAccountsOperation,
  listPinterestBoards,
  updateAccount,
  disconnectAccount,
  listGroups,
  createGroup,
  updateGroup,
  deleteGroup,
  createConnectLink,
  listConnectLinks,
  getConnectLink,
  revokeConnectLink,
];

/** The groups its operations are listed in. */
export const accountTags = {
  Accounts: 'Accounts at the networks that posts go to.',
};
