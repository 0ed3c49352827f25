/** Calls of the client API: the account's own server, and the token in a header. */
import type { AccountAccess } from '../port/account.ts';

export function addressOf(account: AccountAccess, path: string): string {
  return `${account.endpoints['server']}${path}`;
}

export function authorization(account: AccountAccess): { authorization: string } {
  return { authorization: `Bearer ${account.credentials['accessToken'] ?? ''}` };
}
