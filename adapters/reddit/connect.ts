/** Connects a Reddit account: OAuth 2.0 without PKCE, with permanent access (`duration=permanent`). */
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { at, textAt, type NetworkResponse } from '../lib/http.ts';
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
import { userAgent } from './request.ts';

/** `history` is for the lookup after a lost response, `flair` for the flair's id. */
const NEEDED = ['identity', 'read', 'submit', 'flair', 'history'];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: NEEDED,
  authorizeUrl: (request) =>
    authorizeUrl(`${request.endpoints['www']}/api/v1/authorize`, request, {
      duration: 'permanent',
      scope: NEEDED.join(' '),
    }),
  async exchange(step): Promise<ConnectAnswer> {
    const { app, endpoints, now } = step;
    const code = step.code.replace(/#_$/, ''); // Reddit may append this to the address
    const tokens = await exchangeCode(oauth, { ...step, code });
    if ('kind' in tokens) return tokens;
    const refused = tokens.scopes?.includes('*') ? null : scopesRefused(oauth, NEEDED, tokens);
    if (refused !== null) return refused;
    const headers = { 'user-agent': userAgent(app.clientId, null) };
    const me = await askAs(step, tokens.accessToken, `${endpoints['oauth']}/api/v1/me?raw_json=1`, headers);
    if (me.kind === 'lost' || me.status !== 200 || textAt(me.json, 'id') === null) {
      const context = { account: { credentials: credentialsOf(tokens, app) }, now };
      return connectError(oauth, me, { what: 'did not say whose account it is', context });
    }
    if (at(me.json, 'is_suspended') === true) {
      return { kind: 'refused', reason: 'Reddit has suspended this account: nothing can be posted with it.' };
    }
    return accountOf(me, tokens, step);
  },
};

function accountOf(
  { json }: NetworkResponse,
  tokens: Tokens,
  { app, endpoints }: ExchangeStep,
): ConnectAnswer {
  const name = textAt(json, 'name') ?? '';
  const icon = textAt(json, 'icon_img');
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: `t2_${textAt(json, 'id') ?? ''}`,
        username: name,
        displayName: `u/${name}`,
        url: `${endpoints['www']}/user/${encodeURIComponent(name)}`,
        avatarUrl: icon === '' ? null : icon,
        endpoints,
        credentials: credentialsOf(tokens, app),
        limits: {},
        expiresAt: tokens.expiresAt,
      },
    ],
  };
}
