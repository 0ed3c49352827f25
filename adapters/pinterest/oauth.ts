/**
 * Sign-in with Pinterest. The access token is valid for 30 days. Each refresh also returns a new refresh token, valid
 * for another 60 days; an account that is not used for that long has to be connected again. There is no call that
 * ends an access.
 */
import { endOf, oauthRefresh, type OAuthNetwork } from '../lib/oauth.ts';
import { at, textAt } from '../lib/http.ts';
import { readError } from './errors.ts';
import { addressOf } from './request.ts';

export const oauth: OAuthNetwork = {
  network: 'Pinterest',
  readError,
  tokenUrl: (endpoints) => addressOf(endpoints, '/oauth/token'),
  clientAuth: 'basic',
  expiresAt(json, now) {
    const seconds = at(json, 'refresh_token_expires_at');
    return typeof seconds === 'number' ? seconds * 1000 : endOf(json, 'refresh_token_expires_in', now);
  },
  // code 2 is about the app; an expired refresh token has other codes
  refusesApp: ({ status, json }) => status === 401 && textAt(json, 'code') === '2',
};

export const refresh = oauthRefresh(oauth);
