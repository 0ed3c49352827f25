/** Calls of the API: the token and the name of this installation in headers. */
import type { AccountAccess } from '../port/account.ts';
import { authorization } from '../lib/request.ts';

/**
 * Reddit requires a client name that is unique to this installation and blocks generic ones. The app's id makes it
 * unique.
 * @param username null before an account is known
 */
export function userAgent(clientId: string, username: string | null): string {
  const app = clientId.replaceAll(/[^A-Za-z0-9_-]/g, '') || 'app';
  return `web:troupe.${app}:v1.0${username === null ? '' : ` (by /u/${username})`}`;
}

export function headersOf(account: AccountAccess): { [name: string]: string } {
  const { credentials, username } = account;
  return { ...authorization(account), 'user-agent': userAgent(credentials['clientId'] ?? '', username) };
}

/** A reading call. Without `raw_json`, Reddit escapes `&`, `<` and `>`. */
export function getRequest(
  account: AccountAccess,
  path: string,
  query: { [name: string]: string } = {},
): Request {
  const search = new URLSearchParams({ ...query, raw_json: '1' });
  return new Request(`${account.endpoints['oauth']}${path}?${search.toString()}`, {
    headers: headersOf(account),
    redirect: 'manual',
  });
}
