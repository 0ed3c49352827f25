/**
 * Connecting a personal profile (products "Sign In with LinkedIn using OpenID Connect" and "Share on LinkedIn").
 */
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { textAt } from '../lib/http.ts';
import {
  askAs,
  authorizeUrl,
  connectError,
  credentialsOf,
  exchangeCode,
  type ExchangeStep,
} from '../lib/oauth.ts';
import { oauth } from './oauth.ts';

const SCOPES = ['openid', 'profile', 'w_member_social'];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  authorizeUrl: (request) =>
    authorizeUrl(`${request.endpoints['www']}/oauth/v2/authorization`, request, { scope: SCOPES.join(' ') }),
  exchange,
};

async function exchange(step: ExchangeStep): Promise<ConnectAnswer> {
  const { app, endpoints, now } = step;
  const tokens = await exchangeCode(oauth, step);
  if ('kind' in tokens) return tokens;
  if (tokens.scopes !== null && !tokens.scopes.includes('w_member_social')) {
    const reason =
      'LinkedIn does not let this app post: add the product "Share on LinkedIn" to it, and sign in again.';
    return { kind: 'refused', reason };
  }
  const credentials = credentialsOf(tokens, app);
  const me = await askAs(step, tokens.accessToken, `${endpoints['api']}/v2/userinfo`);
  const sub = me.kind === 'response' && me.status < 300 ? textAt(me.json, 'sub') : null;
  if (me.kind === 'lost' || sub === null) {
    const context = { account: { credentials }, now };
    return connectError(oauth, me, { what: 'did not say whose account it is', context });
  }
  const name = textAt(me.json, 'name') ?? 'LinkedIn member';
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: sub,
        username: name, // ordinary apps cannot read the public profile's name
        displayName: name,
        url: null,
        avatarUrl: textAt(me.json, 'picture'),
        endpoints: { www: endpoints['www'] ?? '', api: endpoints['api'] ?? '' },
        credentials,
        limits: {},
        expiresAt: tokens.expiresAt,
      },
    ],
  };
}
