/** Connects a Pinterest account: OAuth 2.0 without PKCE, scopes separated by commas. */
import type { ConnectAnswer, OAuthConnect } from '../port/connect.ts';
import { textAt } from '../lib/http.ts';
import {
  addressOrNull,
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
import { addressOf } from './request.ts';
import { endpoints } from './version.ts';

/** Creating a pin requires all four scopes of boards and pins. */
const SCOPES = ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'];

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: SCOPES,
  authorizeUrl: (request) =>
    authorizeUrl(`${request.endpoints['www'] ?? endpoints.www}/oauth/`, request, { scope: SCOPES.join(',') }),
  exchange,
};

async function exchange(step: ExchangeStep): Promise<ConnectAnswer> {
  const tokens = await exchangeCode(oauth, step, {
    continuous_refresh: 'true', // apps made before September 2025 refresh differently without it
  });
  if ('kind' in tokens) return tokens;
  const refused = scopesRefused(oauth, SCOPES, tokens);
  if (refused !== null) return refused;
  if (tokens.refreshToken === null) {
    return { kind: 'refused', reason: 'Pinterest gave no refresh token: the access would end in 30 days.' };
  }
  return readAccount(step, tokens);
}

async function readAccount(step: ExchangeStep, tokens: Tokens): Promise<ConnectAnswer> {
  const credentials = credentialsOf(tokens, step.app);
  const answer = await askAs(step, tokens.accessToken, addressOf(step.endpoints, '/user_account'));
  const json = answer.kind === 'response' && answer.status < 300 ? answer.json : null;
  const remoteId = textAt(json, 'id');
  const username = textAt(json, 'username');
  if (remoteId === null || username === null) {
    const context = { account: { credentials }, now: step.now };
    return connectError(oauth, answer, { what: 'did not say whose account it is', context });
  }
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId,
        username,
        displayName: textAt(json, 'business_name') || username,
        url: `https://www.pinterest.com/${encodeURIComponent(username)}/`,
        avatarUrl: addressOrNull(textAt(json, 'profile_image')),
        endpoints: step.endpoints,
        credentials,
        limits: {},
        expiresAt: tokens.expiresAt,
      },
    ],
  };
}
