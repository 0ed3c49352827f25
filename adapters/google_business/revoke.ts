/**
 * Takes the permission back that the person gave: Google ends every token of it. It needs no proof of the app. The token
 * goes into the body, which Google takes as well as the query.
 */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { ask } from '../lib/http.ts';
import { readRevoked, revokeRequest } from '../lib/revoke.ts';
import { endpoints } from './version.ts';

export async function revoke({ account, fetch, signal, now }: RevokeStep): Promise<RevokeAnswer> {
  const { accessToken = '', refreshToken = '' } = account.credentials;
  const base = account.endpoints['oauth'] ?? endpoints.oauth;
  const request = revokeRequest(`${base}/revoke`, { token: refreshToken || accessToken });
  return readRevoked(await ask(fetch, request, signal), 'Google', now);
}
