/**
 * TikTok's token endpoint. Its refusals are flat and may come with status 200; its lifetimes have changed more than
 * once, so only what an answer says counts.
 */
import type { AppCredentials } from '../port/account.ts';
import { type Answer, at, brief, textAt } from '../lib/http.ts';
import { addressOf } from './request.ts';

export interface Tokens {
  openId: string | null;
  accessToken: string;
  /** Null where the answer brings none: then the old one is kept. */
  refreshToken: string | null;
  /** When the refresh token is over, epoch ms; null where it is not told. */
  expiresAt: number | null;
  /** What the person really allowed. */
  scopes: string[];
}

/** TikTok calls the id of an app its key. */
export function tokenRequest(
  bases: { [name: string]: string },
  { clientId, clientSecret }: AppCredentials,
  grant: { [name: string]: string },
): Request {
  return new Request(addressOf(bases, '/oauth/token/'), {
    method: 'POST',
    body: new URLSearchParams({ client_key: clientId, client_secret: clientSecret, ...grant }),
    redirect: 'manual', // the secret goes to no other host
  });
}

/** @returns null where the answer holds no token, whatever its status */
export function tokensIn({ json }: Answer, now: number): Tokens | null {
  const accessToken = textAt(json, 'access_token');
  if (at(json, 'error') !== undefined || accessToken === null || accessToken === '') return null;
  const lifeS = at(json, 'refresh_expires_in');
  return {
    openId: textAt(json, 'open_id'),
    accessToken,
    refreshToken: textAt(json, 'refresh_token') || null,
    expiresAt: typeof lifeS === 'number' ? now + lifeS * 1000 : null,
    scopes: (textAt(json, 'scope') ?? '').split(/[\s,]+/).filter(Boolean),
  };
}

/** What the endpoint says against a code or a token; null where it says nothing of the kind. */
export function refusalIn({ json, status }: Answer): string | null {
  const error = textAt(json, 'error');
  if (error === null || status === 429 || status >= 500) return null;
  if (error === 'server_error' || error === 'temporarily_unavailable') return null;
  return `TikTok: ${brief(textAt(json, 'error_description') ?? 'the sign-in was refused')} (${error})`;
}
