/**
 * Sign-in with Google. The access token is valid for an hour. Only the first response has a refresh token; it ends
 * when the person withdraws the access, after six months without use, and after a week while the app's consent screen
 * is in testing. Revoking withdraws the person's permission: Google ends all its tokens, and requires no proof of the
 * app.
 */
import { endOf, oauthRefresh, oauthRevoke, type OAuthNetwork } from '../lib/oauth.ts';
import { withUploadKey } from '../lib/upload-address.ts';
import { readError } from './errors.ts';
import { endpoints } from './version.ts';

export const oauth = {
  network: 'Google',
  readError,
  tokenUrl: (own) => `${own['oauth'] ?? endpoints.oauth}/token`,
  revokeUrl: (own) => `${own['oauth'] ?? endpoints.oauth}/revoke`,
  revokesWithoutApp: true,
  clientAuth: 'body',
  // only for a refresh token with limited lifetime, which few have
  expiresAt: (json, now) => endOf(json, 'refresh_token_expires_in', now),
  keep: withUploadKey,
} satisfies OAuthNetwork;

export const refresh = oauthRefresh(oauth);
export const revoke = oauthRevoke(oauth);
