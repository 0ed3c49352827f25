/** Ends the access of a sign-in. The refresh token takes its access tokens along. */
import type { RevokeAnswer, RevokeStep } from '../port/app.ts';
import { ask } from '../lib/http.ts';
import { basicOf, readRevoked, revokeRequest } from '../lib/revoke.ts';
import { userAgent } from './errors.ts';

export async function revoke({ account, app, fetch, signal, now }: RevokeStep): Promise<RevokeAnswer> {
  const { accessToken = '', refreshToken = '' } = account.credentials;
  const { clientId, clientSecret } = app ?? { clientId: '', clientSecret: '' };
  const form =
    refreshToken === ''
      ? { token: accessToken, token_type_hint: 'access_token' }
      : { token: refreshToken, token_type_hint: 'refresh_token' };
  const request = revokeRequest(`${account.endpoints['www']}/api/v1/revoke_token`, form, {
    authorization: basicOf({ clientId, clientSecret }),
    'user-agent': userAgent(clientId, account.username),
  });
  return readRevoked(await ask(fetch, request, signal), 'Reddit', now);
}
