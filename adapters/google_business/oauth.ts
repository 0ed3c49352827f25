/**
 * Sign-in with Google. The access token is valid for an hour. The refresh token ends when it is revoked, after six
 * months without use, and after seven days while the operator's consent screen is in testing. Revoking withdraws the
 * person's permission: Google ends all its tokens, and requires no proof of the app.
 */
import { oauthRefresh, oauthRevoke, type OAuthNetwork } from '../lib/oauth.ts';
import { readError } from './errors.ts';
import { endpoints } from './version.ts';

export const oauth = {
  network: 'Google',
  readError,
  tokenUrl: (own) => `${own['oauth'] ?? endpoints.oauth}/token`,
  revokeUrl: (own) => `${own['oauth'] ?? endpoints.oauth}/revoke`,
  revokesWithoutApp: true,
  clientAuth: 'body',
  expiresAt: () => null,
} satisfies OAuthNetwork;

export const refresh = oauthRefresh(oauth);
export const revoke = oauthRevoke(oauth);
