/**
 * Renews the access token. The refresh token lasts until it is revoked or unused for six months; it ends after seven days
 * while the operator's consent screen is in testing. All of these a person mends by signing in again.
 */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { appRefused, refusesApp, withoutAppSecret } from '../lib/app.ts';
import { ask } from '../lib/http.ts';
import { troubleOf, troubleOfLoss } from './errors.ts';
import { tokenIn, tokenRequest } from './token.ts';
import { endpoints } from './version.ts';

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  const { account, app, now } = step;
  const { credentials } = account;
  const request = tokenRequest(account.endpoints['oauth'] ?? endpoints.oauth, {
    grant_type: 'refresh_token',
    refresh_token: credentials['refreshToken'] ?? '',
    client_id: app?.clientId ?? '',
    client_secret: app?.clientSecret ?? '',
  });
  const answer = await ask(step.fetch, request, step.signal);
  if (answer.kind === 'lost') return { kind: 'retry', reason: troubleOfLoss(answer).reason };
  const token = tokenIn(answer);
  if (token) {
    const { accessToken, refreshToken } = token;
    const renewed = refreshToken === null ? {} : { refreshToken };
    const kept = { ...withoutAppSecret(credentials), accessToken, ...renewed };
    return { kind: 'refreshed', credentials: kept, expiresAt: null };
  }
  if (refusesApp(answer)) return appRefused('Google');
  const { verdict, reason, afterMs } = troubleOf(answer, now);
  if (verdict === 'fault' || verdict === 'throttled') {
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  return { kind: 'reauthorize', reason };
}
