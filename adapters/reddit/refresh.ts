/** Renews the access token. The refresh token stays the same until it is revoked; should another one come, it is kept. */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { appRefused, refusesApp, withoutAppSecret } from '../lib/app.ts';
import { readTrouble } from './errors.ts';
import { askForTokens, grantError } from './token.ts';

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  const { credentials, endpoints } = step.account;
  const { refreshToken = '' } = credentials;
  const app = step.app ?? { clientId: '', clientSecret: '' };
  if (refreshToken === '') {
    return {
      kind: 'reauthorize',
      reason: 'the access to Reddit is over and cannot be renewed: connect the account again',
    };
  }
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const tokens = await askForTokens({ ...step, endpoints }, app, grant);
  if ('accessToken' in tokens) {
    const { accessToken, expiresAt } = tokens;
    const kept = { accessToken, refreshToken: tokens.refreshToken ?? refreshToken };
    return { kind: 'refreshed', credentials: { ...withoutAppSecret(credentials), ...kept }, expiresAt };
  }
  // a 401 is taken for a wrong client id or secret, since the grant is refused with 200 or 400 (unconfirmed)
  if (tokens.kind === 'answer' && (tokens.status === 401 || refusesApp(tokens))) return appRefused('Reddit');
  const refused = grantError(tokens);
  if (refused !== null) {
    return { kind: 'reauthorize', reason: `the access to Reddit was taken back: ${refused}` };
  }
  const trouble = readTrouble(tokens, step.now);
  return trouble.kind === 'retry' ? trouble : { kind: 'reauthorize', reason: trouble.reason };
}
