/**
 * Sign-in with LinkedIn. Only some apps get a refresh token; it is valid for a year from the sign-in and not
 * extended. All other accounts sign in again after 60 days.
 */
import { endOf, oauthRefresh, oauthRevoke, type OAuthNetwork } from '../lib/oauth.ts';
import { readError } from './errors.ts';

export const oauth = {
  network: 'LinkedIn',
  readError,
  tokenUrl: ({ www }) => `${www}/oauth/v2/accessToken`,
  revokeUrl: ({ www }) => `${www}/oauth/v2/revoke`,
  revokes: 'accessToken',
  clientAuth: 'body',
  expiresAt: (json, now) => endOf(json, 'expires_in', now),
} satisfies OAuthNetwork;

export const refresh = oauthRefresh(oauth);
export const revoke = oauthRevoke(oauth);
