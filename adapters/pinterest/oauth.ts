/**
 * Sign-in at Pinterest. The access token lives 30 days; each refresh brings a new refresh token too, good for another 60
 * days, and an account that nobody used that long has to be connected again. There is no call that ends an access.
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
  // code 2 is about the app; a refresh token that has expired has codes of its own
  refusesApp: ({ status, json }) => status === 401 && textAt(json, 'code') === '2',
};

export const refresh = oauthRefresh(oauth);
