/** Sign-in with Slack. If the app rotates its tokens, a refresh token works once, so both new tokens are stored. */
import { endOf, oauthRefresh, type OAuthNetwork } from '../lib/oauth.ts';
import { readError } from './errors.ts';

export const oauth: OAuthNetwork = {
  network: 'Slack',
  readError,
  tokenUrl: ({ api }) => `${api}/oauth.v2.access`,
  clientAuth: 'body',
  expiresAt: (json, now) => endOf(json, 'expires_in', now),
};

export const refresh = oauthRefresh(oauth);
