/**
 * Sign-in with Google. The access token lives an hour. Only the first response brings a refresh token; it ends when the
 * person takes the access back, after six months without use, and after a week while the app's consent screen is in
 * testing. Revoking takes the person's permission back: Google ends every token of it, and wants no proof of the app.
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
  // only of a refresh token that is limited in time, which few are
  expiresAt: (json, now) => endOf(json, 'refresh_token_expires_in', now),
  keep: withUploadKey,
} satisfies OAuthNetwork;

export const refresh = oauthRefresh(oauth);
export const revoke = oauthRevoke(oauth);
