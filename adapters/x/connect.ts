/**
 * Connects an X account: OAuth 2.0 with PKCE, which X requires of every app. The code is valid for about 30 seconds.
 */
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { type NetworkResponse, textAt } from '../lib/http.ts';
import {
  askAs,
  authorizeUrl,
  connectError,
  credentialsOf,
  exchangeCode,
  type ExchangeStep,
  scopesRefused,
  type Tokens,
} from '../lib/oauth.ts';
import { oauth } from './oauth.ts';

const NEEDED = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
/** For messages, and for hiding replies: posting works without them. */
const WANTED = ['dm.read', 'dm.write', 'tweet.moderate.write'];
/** The limit that an open client uses for paying members; the help pages say 25,000. */
const MEMBER_CHARACTERS = 4000;

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: true,
  scopes: [...NEEDED, ...WANTED],
  authorizeUrl: (request) =>
    authorizeUrl(`${request.endpoints['site']}/i/oauth2/authorize`, request, {
      scope: connect.scopes.join(' '),
    }),
  async exchange(step): Promise<ConnectAnswer> {
    const { endpoints, now } = step;
    const tokens = await exchangeCode(oauth, step);
    if ('kind' in tokens) return tokens;
    const refused = scopesRefused(oauth, NEEDED, tokens);
    if (refused !== null) return refused;
    const url = `${endpoints['api']}/2/users/me?user.fields=profile_image_url,subscription_type`;
    const me = await askAs(step, tokens.accessToken, url);
    if (me.kind === 'lost' || me.status !== 200 || textAt(me.json, 'data', 'id') === null) {
      const context = { account: { credentials: credentialsOf(tokens, step.app) }, now };
      return connectError(oauth, me, { what: 'did not say whose account it is', context });
    }
    return accountOf(me, tokens, step);
  },
};

function accountOf(
  { json }: NetworkResponse,
  tokens: Tokens,
  { app, endpoints }: ExchangeStep,
): ConnectAnswer {
  const username = textAt(json, 'data', 'username') ?? '';
  const membership = textAt(json, 'data', 'subscription_type') ?? 'None';
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: textAt(json, 'data', 'id') ?? '',
        username,
        displayName: textAt(json, 'data', 'name') || username,
        url: `${endpoints['site']}/${encodeURIComponent(username)}`,
        avatarUrl: textAt(json, 'data', 'profile_image_url'),
        endpoints,
        credentials: credentialsOf(tokens, app),
        limits: membership === 'None' ? {} : { maxCharacters: MEMBER_CHARACTERS },
        expiresAt: tokens.expiresAt,
      },
    ],
  };
}
