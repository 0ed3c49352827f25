/**
 * A new access token, for an hour. The refresh token is kept; it dies when the person takes the access back, after six
 * months without use, and after a week while the app's consent screen is in testing.
 */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { appRefused, refusesApp } from '../lib/app.ts';
import { ask, textAt } from '../lib/http.ts';
import { troubleOf, wordsOf } from './errors.ts';
import { tokenRequest, tokensIn } from './token.ts';
import { withUploadKey } from '../lib/upload-address.ts';

export async function refresh({ account, fetch, signal, now, ...step }: RefreshStep): Promise<RefreshAnswer> {
  const { credentials, endpoints } = account;
  const refreshToken = credentials['refreshToken'];
  if (!refreshToken) return { kind: 'reauthorize', reason: 'YouTube: no refresh token is kept' };
  const app = step.app ?? { clientId: '', clientSecret: '' };
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const answer = await ask(fetch, tokenRequest(endpoints, app, grant), signal);
  const tokens = answer.kind === 'answer' ? tokensIn(answer, now) : null;
  if (tokens !== null) {
    const { accessToken, expiresAt } = tokens;
    const kept = {
      ...withUploadKey(account),
      accessToken,
      refreshToken: tokens.refreshToken ?? refreshToken,
    };
    return { kind: 'refreshed', credentials: kept, expiresAt };
  }
  if (refusesApp(answer)) return appRefused('Google');
  // OAuth's errors are flat: invalid_grant, invalid_client
  if (answer.kind === 'answer' && answer.status < 500 && textAt(answer.json, 'error') !== null) {
    return { kind: 'reauthorize', reason: wordsOf(answer, { ...credentials, ...app }) };
  }
  const trouble = troubleOf(answer, { ...credentials, ...app }, now);
  return trouble.kind === 'retry' ? trouble : { kind: 'reauthorize', reason: trouble.reason };
}
