/** Sign-in at Tumblr. Each refresh token works once. There is no call that ends an access. */
import { endOf, oauthRefresh, type OAuthNetwork } from '../lib/oauth.ts';
import { readError } from './errors.ts';
import { USER_AGENT } from './request.ts';

export const oauth: OAuthNetwork = {
  network: 'Tumblr',
  readError,
  tokenUrl: ({ api }) => `${api}/v2/oauth2/token`,
  clientAuth: 'body',
  headers: () => ({ 'user-agent': USER_AGENT }),
  expiresAt: (json, now) => endOf(json, 'expires_in', now),
};

export const refresh = oauthRefresh(oauth);
