/**
 * Sign-in with X. Each refresh token works once, and using one again may end all tokens of the sign-in. Revoking the
 * refresh token also revokes its access tokens.
 */
import { endOf, oauthRefresh, oauthRevoke, type OAuthNetwork } from '../lib/oauth.ts';
import { readError } from './errors.ts';

export const oauth = {
  network: 'X',
  readError,
  tokenUrl: ({ api }) => `${api}/2/oauth2/token`,
  revokeUrl: ({ api }) => `${api}/2/oauth2/revoke`,
  clientAuth: 'basic',
  expiresAt: (json, now) => endOf(json, 'expires_in', now),
} satisfies OAuthNetwork;

export const refresh = oauthRefresh(oauth);
export const revoke = oauthRevoke(oauth);
