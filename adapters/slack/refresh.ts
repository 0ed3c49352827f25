/** New tokens for old ones, where the app rotates its tokens: the refresh token is good once, so both are kept. */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { appRefused, refusesApp, withoutAppSecret } from '../lib/app.ts';
import { at, textAt } from '../lib/http.ts';
import { callForm, isOk } from './request.ts';
import { troubleOf } from './errors.ts';

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  const { account, app, now } = step;
  const { refreshToken } = account.credentials;
  if (!refreshToken) {
    return { kind: 'reauthorize', reason: 'Slack: the access token is over; connect the workspace again' };
  }
  // The old access token is no part of it: the app signs in by itself.
  const asApp = { ...account, credentials: {} };
  const answer = await callForm({ ...step, account: asApp }, 'oauth.v2.access', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: app?.clientId ?? '',
    client_secret: app?.clientSecret ?? '',
  });
  const accessToken = isOk(answer) ? textAt(answer.json, 'access_token') : null;
  if (accessToken === null || !isOk(answer)) {
    if (refusesApp(answer)) return appRefused('Slack');
    const { outcome } = troubleOf(answer, account, now);
    if (outcome.kind === 'retry') return outcome;
    return { kind: 'reauthorize', reason: outcome.reason };
  }
  const renewed = textAt(answer.json, 'refresh_token') ?? refreshToken;
  const seconds = at(answer.json, 'expires_in');
  return {
    kind: 'refreshed',
    credentials: { ...withoutAppSecret(account.credentials), accessToken, refreshToken: renewed },
    expiresAt: typeof seconds === 'number' ? now + seconds * 1000 : null,
  };
}
