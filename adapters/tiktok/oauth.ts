/**
 * Sign-in at TikTok. The refresh token may change with each refresh, and the old one stops working then. Refusals are
 * flat and may come with status 200. Lifetimes have changed more than once, so only what a response says counts.
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
