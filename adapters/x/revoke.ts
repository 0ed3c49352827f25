/** Ends the access of a sign-in: its refresh token, and with it the access tokens that came of it. */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { ask } from '../lib/http.ts';
import { basicOf, readRevoked, revokeRequest } from '../lib/revoke.ts';

export async function revoke({ account, app, fetch, signal, now }: RevokeStep): Promise<RevokeAnswer> {
  const { accessToken = '', refreshToken = '', clientId = '' } = account.credentials;
  const token = refreshToken || accessToken;
  const url = `${account.endpoints['api']}/2/oauth2/revoke`;
  // a public client has no secret: it names itself in the body
  const isPublic = !app || app.clientSecret === '';
  const request = isPublic
    ? revokeRequest(url, { token, client_id: app?.clientId ?? clientId })
    : revokeRequest(url, { token }, { authorization: basicOf(app) });
  return readRevoked(await ask(fetch, request, signal), 'X', now);
}
