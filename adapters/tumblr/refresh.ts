/** Renews the access token. The refresh token is spent by it: the new pair is answered whole. */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { appRefused, refusesApp, withoutAppSecret } from '../lib/app.ts';
import { withoutSecrets } from '../lib/http.ts';
import { readTrouble } from './errors.ts';
import { askForTokens } from './token.ts';

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  const { credentials, endpoints } = step.account;
  const { refreshToken = '' } = credentials;
  const app = step.app ?? { clientId: '', clientSecret: '' };
  if (refreshToken === '') {
    return {
      kind: 'reauthorize',
      reason: 'the access to Tumblr is over and cannot be renewed: connect the account again',
    };
  }
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const tokens = await askForTokens({ ...step, endpoints }, app, grant);
  if ('accessToken' in tokens) {
    const { accessToken, expiresAt } = tokens;
    const kept = { accessToken, refreshToken: tokens.refreshToken ?? refreshToken };
    return { kind: 'refreshed', credentials: { ...withoutAppSecret(credentials), ...kept }, expiresAt };
  }
  if (refusesApp(tokens)) return appRefused('Tumblr');
  const trouble = readTrouble(tokens, step.now);
  if (trouble.kind === 'retry') return trouble;
  const reason = withoutSecrets(trouble.reason, { ...credentials, ...app }, ['refreshToken', 'clientSecret']);
  return { kind: 'reauthorize', reason };
}
