/** Google's token endpoint. The refresh token stays the same for good: only the first answer brings it. */
import type { AppCredentials } from '../port/account.ts';
import { type Answer, at, textAt } from '../lib/http.ts';
import { endpoints } from './version.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string | null;
  /** When a refresh token that is limited in time is over, epoch ms; null where it is not, as mostly. */
  expiresAt: number | null;
  /** What the person really allowed: boxes can be unticked. */
  scopes: string[];
}

export function tokenRequest(
  bases: { [name: string]: string },
  { clientId, clientSecret }: AppCredentials,
  grant: { [name: string]: string },
): Request {
  return new Request(`${bases['oauth'] ?? endpoints.oauth}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }),
    redirect: 'manual', // the secret goes to no other host
  });
}

/** @returns null where the answer holds no token */
export function tokensIn({ json, status }: Answer, now: number): Tokens | null {
  const accessToken = textAt(json, 'access_token');
  if (status >= 300 || accessToken === null || accessToken === '') return null;
  const limitS = at(json, 'refresh_token_expires_in');
  return {
    accessToken,
    refreshToken: textAt(json, 'refresh_token') || null,
    expiresAt: typeof limitS === 'number' ? now + limitS * 1000 : null,
    scopes: (textAt(json, 'scope') ?? '').split(' ').filter(Boolean),
  };
}
