/**
 * New tokens. The access token lives 30 days; each refresh brings a new refresh token too, good for another 60 days, and
 * an account nobody used that long has to be connected again.
 */
import type { Credentials } from '../port/account.ts';
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { appRefused, refusesApp, withoutAppSecret } from '../lib/app.ts';
import { type Answer, ask, textAt } from '../lib/http.ts';
import { troubleOf, wordsOf } from './errors.ts';
import { tokenRequest, tokensIn } from './token.ts';

export async function refresh({ account, fetch, signal, now, ...step }: RefreshStep): Promise<RefreshAnswer> {
  const { credentials, endpoints } = account;
  const refreshToken = credentials['refreshToken'];
  if (!refreshToken) return { kind: 'reauthorize', reason: 'Pinterest: no refresh token is kept' };
  const app = step.app ?? { clientId: '', clientSecret: '' };
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const answer = await ask(fetch, tokenRequest(endpoints, app, grant), signal);
  const tokens = answer.kind === 'answer' ? tokensIn(answer, now) : null;
  if (tokens !== null) {
    const { accessToken, expiresAt } = tokens;
    const kept: Credentials = {
      ...withoutAppSecret(credentials),
      accessToken,
      refreshToken: tokens.refreshToken ?? refreshToken,
    };
    return { kind: 'refreshed', credentials: kept, expiresAt };
  }
  if (refusesApp(answer) || (answer.kind === 'answer' && isNotApp(answer))) return appRefused('Pinterest');
  if (answer.kind === 'answer' && (answer.status === 400 || answer.status === 401)) {
    return { kind: 'reauthorize', reason: wordsOf(answer, { ...credentials, ...app }) };
  }
  const trouble = troubleOf(answer, account, now);
  return trouble.kind === 'retry' ? trouble : { kind: 'reauthorize', reason: trouble.reason };
}

/** Code 2 is of whoever asks; a refresh token that is over has codes of its own. */
function isNotApp({ status, json }: Answer): boolean {
  return status === 401 && textAt(json, 'code') === '2';
}
