/** Ends the access of a sign-in. TikTok's refusals may come with status 200. */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { ask } from '../lib/http.ts';
import { readRevoked, revokeRequest } from '../lib/revoke.ts';
import { addressOf } from './request.ts';

export async function revoke({ account, app, fetch, signal, now }: RevokeStep): Promise<RevokeAnswer> {
  const request = revokeRequest(addressOf(account.endpoints, '/oauth/revoke/'), {
    client_key: app?.clientId ?? '',
    client_secret: app?.clientSecret ?? '',
    token: account.credentials['accessToken'] ?? '',
  });
  return readRevoked(await ask(fetch, request, signal), 'TikTok', now);
}
