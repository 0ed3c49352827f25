/** Ends a token, by the app that was registered at its server. Accounts of before that was kept cannot end theirs. */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { ask } from '../lib/http.ts';
import { readRevoked, revokeRequest } from '../lib/revoke.ts';

export async function revoke({ account, fetch, signal, now }: RevokeStep): Promise<RevokeAnswer> {
  const { accessToken = '', clientId, clientSecret } = account.credentials;
  if (clientId === undefined || clientSecret === undefined) {
    return { kind: 'refused', reason: 'the app that the account was connected by is not known any more' };
  }
  const form = { client_id: clientId, client_secret: clientSecret, token: accessToken };
  const request = revokeRequest(`${account.endpoints['server']}/oauth/revoke`, form);
  return readRevoked(await ask(fetch, request, signal), 'the server', now);
}
