/** Calls of the client API: the account's own server. */
import type { AccountAccess } from '../port/account.ts';

export function addressOf(account: AccountAccess, path: string): string {
  return `${account.endpoints['server']}${path}`;
}
