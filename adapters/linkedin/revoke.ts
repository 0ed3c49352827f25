/** Ends the access of a sign-in. */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { ask } from '../lib/http.ts';
import { readRevoked, revokeRequest } from '../lib/revoke.ts';

export async function revoke({ account, app, fetch, signal, now }: RevokeStep): Promise<RevokeAnswer> {
  const request = revokeRequest(`${account.endpoints['www']}/oauth/v2/revoke`, {
    client_id: app?.clientId ?? '',
    client_secret: app?.clientSecret ?? '',
    token: account.credentials['accessToken'] ?? '',
  });
  return readRevoked(await ask(fetch, request, signal), 'LinkedIn', now);
}
