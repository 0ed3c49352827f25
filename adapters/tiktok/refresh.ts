/** New tokens. The refresh token may change each time, and the old one is dead then: whatever comes is kept. */
import type { RefreshAnswer, RefreshStep } from '../port/app.ts';
import { appRefused, refusesApp } from '../lib/app.ts';
import { ask } from '../lib/http.ts';
import { troubleOf } from './errors.ts';
import { refusalIn, tokenRequest, tokensIn } from './token.ts';
import { withUploadKey } from '../lib/upload-address.ts';

export async function refresh({ account, fetch, signal, now, ...step }: RefreshStep): Promise<RefreshAnswer> {
  const { credentials, endpoints } = account;
  const refreshToken = credentials['refreshToken'];
  if (!refreshToken) return { kind: 'reauthorize', reason: 'TikTok: no refresh token is kept' };
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
  if (refusesApp(answer)) return appRefused('TikTok');
  const refusal = answer.kind === 'answer' ? refusalIn(answer) : null;
  if (refusal !== null) return { kind: 'reauthorize', reason: refusal };
  const trouble = troubleOf(answer, { ...credentials, ...app }, now);
  return trouble.kind === 'retry' ? trouble : { kind: 'reauthorize', reason: trouble.reason };
}
