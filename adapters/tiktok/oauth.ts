/**
 * Sign-in with TikTok. The refresh token may change with each refresh, and then the old one stops working. Refusals
 * are flat objects and may have status 200. Lifetimes have changed more than once, so only the response counts.
 */
import { endOf, oauthRefresh, oauthRevoke, type OAuthNetwork } from '../lib/oauth.ts';
import { withUploadKey } from '../lib/upload-address.ts';
import { readError } from './errors.ts';
import { addressOf } from './request.ts';

export const oauth = {
  network: 'TikTok',
  readError,
  tokenUrl: (endpoints) => addressOf(endpoints, '/oauth/token/'),
  revokeUrl: (endpoints) => addressOf(endpoints, '/oauth/revoke/'),
  revokes: 'accessToken',
  clientAuth: 'body',
  clientIdName: 'client_key',
  expiresAt: (json, now) => endOf(json, 'refresh_expires_in', now),
  keep: withUploadKey,
} satisfies OAuthNetwork;

export const refresh = oauthRefresh(oauth);
export const revoke = oauthRevoke(oauth);
