/** The token endpoint: codes and refresh tokens in, both tokens out. The app shows itself by HTTP Basic. */
import type { AppCredentials } from '../port/account.ts';
import { type Answer, at, textAt } from '../lib/http.ts';
import { addressOf } from './request.ts';

export interface Tokens {
  accessToken: string;
  /** Null where the answer brings none: then the old one is kept. */
  refreshToken: string | null;
  /** When the refresh token is over, epoch ms; null where it is not told. */
  expiresAt: number | null;
  /** Null where it is not told. */
  scopes: string[] | null;
}

export function tokenRequest(
  endpoints: { [name: string]: string },
  { clientId, clientSecret }: AppCredentials,
  grant: { [name: string]: string },
): Request {
  return new Request(addressOf(endpoints, '/oauth/token'), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams(grant),
    redirect: 'manual', // the secret goes to no other host
  });
}

/** @returns null where the answer holds no token */
export function tokensIn(answer: Answer, now: number): Tokens | null {
  const { json, status } = answer;
  const accessToken = textAt(json, 'access_token');
  if (status >= 300 || accessToken === null || accessToken === '') return null;
  const scope = textAt(json, 'scope');
  return {
    accessToken,
    refreshToken: textAt(json, 'refresh_token') || null,
    expiresAt: endOf(json, now),
    scopes: scope === null ? null : scope.split(/[\s,]+/).filter(Boolean),
  };
}

function endOf(json: Answer['json'], now: number): number | null {
  const told = at(json, 'refresh_token_expires_at');
  if (typeof told === 'number') return told * 1000;
  const inSeconds = at(json, 'refresh_token_expires_in');
  return typeof inSeconds === 'number' ? now + inSeconds * 1000 : null;
}
