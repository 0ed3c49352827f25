/**
 * Renews the access token, for apps that were given a refresh token (a year from the sign-in, and not prolonged). All
 * other accounts sign in again after 60 days.
 */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { appRefused, refusesApp, withoutAppSecret } from '../lib/app.ts';
import { ask, at, retryAfterMs, textAt } from '../lib/http.ts';
import { wordsOf } from './errors.ts';

export async function refresh({ account, app, fetch, signal, now }: RefreshStep): Promise<RefreshAnswer> {
  const { credentials, endpoints } = account;
  const { refreshToken = '' } = credentials;
  if (refreshToken === '') {
    return {
      kind: 'reauthorize',
      reason: 'LinkedIn: the sign-in of 60 days is over, connect the account again',
    };
  }
  const request = new Request(`${endpoints['www']}/oauth/v2/accessToken`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: app?.clientId ?? '',
      client_secret: app?.clientSecret ?? '',
    }),
  });
  const answer = await ask(fetch, request, signal);
  if (answer.kind === 'lost') return { kind: 'retry', reason: `LinkedIn: ${answer.reason}` };
  const { status, json, headers } = answer;
  const accessToken = textAt(json, 'access_token');
  if (status < 300 && accessToken !== null && accessToken !== '') {
    const seconds = at(json, 'expires_in');
    const kept = {
      ...withoutAppSecret(credentials),
      accessToken,
      refreshToken: textAt(json, 'refresh_token') ?? refreshToken,
    };
    return {
      kind: 'refreshed',
      credentials: kept,
      expiresAt: typeof seconds === 'number' ? now + seconds * 1000 : null,
    };
  }
  if (refusesApp(answer)) return appRefused('LinkedIn');
  const error = textAt(json, 'error');
  const reason = error === null ? wordsOf(answer, account) : `LinkedIn did not renew the sign-in (${error})`;
  if (status === 400 || status === 401 || status === 403) return { kind: 'reauthorize', reason };
  const afterMs = retryAfterMs(headers, now);
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}
