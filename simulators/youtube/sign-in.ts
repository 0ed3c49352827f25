/** Consent, and exchanging and renewing tokens. */
import type { Route, World } from '../simulator.ts';
import { authorizePage, redeem } from '../shared/grants.ts';
import { refusal } from './errors.ts';
import { ACCESS_LIFE_S, APP, CODE_LIFE_MS, SCOPES, type State, channelFor } from './state.ts';
import { newToken } from './tokens.ts';

export function signInRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'auth',
      method: 'get',
      path: '/accounts/o/oauth2/v2/auth',
      account: () => null,
      answer: ({ url }) =>
        authorizePage(world, url, {
          network: 'YouTube',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => refusal(400, 'invalidRequest', message),
        }),
    },
    {
      call: 'token',
      method: 'post',
      path: '/oauth/token',
      account: async ({ request }) => {
        const form = new URLSearchParams(await request.clone().text());
        return world.state.refresh[form.get('refresh_token') ?? '']?.channel ?? null;
      },
      answer: ({ request }) => exchangeToken(world, request),
    },
    {
      call: 'revoke',
      method: 'post',
      path: '/oauth/revoke',
      account: () => null,
      answer: async ({ request }) => {
        const token = new URLSearchParams(await request.text()).get('token') ?? '';
        const { access, refresh } = world.state;
        const owner = (refresh[token] ?? access[token])?.channel;
        if (owner === undefined) return oauthRefusal(400, 'invalid_token', 'Token expired or revoked');
        for (const tokens of [access, refresh]) {
          for (const [name, { channel }] of Object.entries(tokens))
            if (channel === owner) delete tokens[name];
        }
        return Response.json({});
      },
    },
  ];
}

async function exchangeToken(world: World<State>, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const field = (name: string) => form.get(name) ?? '';
  if (field('client_id') !== APP.clientId || field('client_secret') !== APP.clientSecret) {
    return oauthRefusal(401, 'invalid_client', 'The provided client secret is invalid.');
  }
  if (field('grant_type') === 'refresh_token') {
    const known = world.state.refresh[field('refresh_token')];
    if (!known) return oauthRefusal(400, 'invalid_grant', 'Token has been expired or revoked.');
    return Response.json(tokenBody(newToken(world, 'access', known.channel, known.scopes), known.scopes));
  }
  if (field('grant_type') !== 'authorization_code') {
    return oauthRefusal(400, 'unsupported_grant_type', `Invalid grant_type: ${field('grant_type')}`);
  }
  const asked = {
    code: field('code'),
    redirectUri: field('redirect_uri'),
    verifier: form.get('code_verifier'),
  };
  const grant = redeem(world, asked, CODE_LIFE_MS);
  switch (grant) {
    case 'unknown':
      return oauthRefusal(400, 'invalid_grant', 'Malformed auth code.');
    case 'redirect_uri':
      return oauthRefusal(400, 'redirect_uri_mismatch', 'Bad Request');
    case 'verifier':
      return oauthRefusal(400, 'invalid_grant', 'Invalid code verifier.');
    default: {
      const channel = channelFor(world, grant.login);
      const refreshToken = newToken(world, 'refresh', channel.id, grant.scopes);
      const accessToken = newToken(world, 'access', channel.id, grant.scopes);
      return Response.json({ ...tokenBody(accessToken, grant.scopes), refresh_token: refreshToken });
    }
  }
}

function tokenBody(token: string, scopes: string[]) {
  return { access_token: token, expires_in: ACCESS_LIFE_S, scope: scopes.join(' '), token_type: 'Bearer' };
}

function oauthRefusal(status: number, error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status });
}
