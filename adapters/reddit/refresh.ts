/** Renews the access token. The refresh token stays the same until it is revoked; should another one come, it is kept. */
import type { RefreshAnswer, RefreshStep } from '../adapter.ts';
import { readTrouble } from './answers.ts';
import { askForTokens, grantError } from './token.ts';

export async function refresh(step: RefreshStep): Promise<RefreshAnswer> {
  const { credentials, endpoints } = step.account;
  const { refreshToken = '', clientId = '', clientSecret = '' } = credentials;
  if (refreshToken === '') {
    return {
      kind: 'reauthorize',
      reason: 'the access to Reddit is over and cannot be renewed: connect the account again',
    };
  }
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const tokens = await askForTokens({ ...step, endpoints }, { clientId, clientSecret }, grant);
  if ('accessToken' in tokens) {
    const { accessToken, expiresAt } = tokens;
    const kept = { accessToken, refreshToken: tokens.refreshToken ?? refreshToken };
    return { kind: 'refreshed', credentials: { ...credentials, ...kept }, expiresAt };
  }
  const refused = grantError(tokens);
  if (refused !== null) {
    return { kind: 'reauthorize', reason: `the access to Reddit was taken back: ${refused}` };
  }
  const trouble = readTrouble(tokens, step.now);
  return trouble.kind === 'retry' ? trouble : { kind: 'reauthorize', reason: trouble.reason };
}
