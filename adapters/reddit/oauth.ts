/**
 * Sign-in with Reddit. The refresh token stays the same until it is revoked, and revoking it revokes its access
 * tokens. A refused grant has status 200 or 400, so a 401 is taken as a wrong client id or secret (not confirmed).
 */
import { endOf, oauthRefresh, oauthRevoke, type OAuthNetwork } from '../lib/oauth.ts';
import { readError } from './errors.ts';
import { userAgent } from './request.ts';

export const oauth = {
  network: 'Reddit',
  readError,
  tokenUrl: ({ www }) => `${www}/api/v1/access_token`,
  revokeUrl: ({ www }) => `${www}/api/v1/revoke_token`,
  clientAuth: 'basic',
  headers: ({ clientId }, username) => ({ 'user-agent': userAgent(clientId, username) }),
  expiresAt: (json, now) => endOf(json, 'expires_in', now),
  refusesApp: ({ status }) => status === 401,
} satisfies OAuthNetwork;

export const refresh = oauthRefresh(oauth);
export const revoke = oauthRevoke(oauth);
