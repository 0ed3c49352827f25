/** Consent, and exchanging, renewing and revoking tokens. */
import type { Route, World } from '../simulator.ts';
import { authorizePage, redeem } from '../shared/grants.ts';
import { newTokens } from './callers.ts';
import { APP, CODE_LIFE_MS, REFRESH_LIFE_S, SCOPES, type State, accountFor } from './state.ts';

export function signInRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'authorize',
      method: 'get',
      path: '/www/v2/auth/authorize/',
      account: () => null,
      answer: ({ url }) => {
        // the usual names, for the page
        const asked = new URL(url);
        asked.searchParams.set('client_id', url.searchParams.get('client_key') ?? '');
        return authorizePage(world, asked, {
          network: 'TikTok',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => oauthRefusal('invalid_request', message, 400),
          denied: { error_description: 'User denied access' },
        });
      },
    },
    {
      call: 'oauth/token',
      method: 'post',
      path: '/api/v2/oauth/token/',
      account: async ({ request }) => {
        const form = new URLSearchParams(await request.clone().text());
        return world.state.refresh[form.get('refresh_token') ?? '']?.account ?? null;
      },
      answer: ({ request }) => exchangeToken(world, request),
    },
    {
      call: 'oauth/revoke',
      method: 'post',
      path: '/api/v2/oauth/revoke/',
      account: () => null,
      answer: async ({ request }) => {
        const form = new URLSearchParams(await request.text());
        if (form.get('client_key') !== APP.clientId || form.get('client_secret') !== APP.clientSecret) {
          return oauthRefusal('invalid_client', 'Client key or secret is incorrect.', 401);
        }
        const { access, refresh } = world.state;
        const owner = access[form.get('token') ?? '']?.account;
        for (const tokens of [access, refresh]) {
          for (const [token, { account }] of Object.entries(tokens))
            if (account === owner) delete tokens[token];
        }
        return Response.json({});
      },
    },
  ];
}

async function exchangeToken(world: World<State>, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const field = (name: string) => form.get(name) ?? '';
  if (field('client_key') !== APP.clientId || field('client_secret') !== APP.clientSecret) {
    return oauthRefusal('invalid_client', 'Client key or secret is incorrect.', 401);
  }
  if (field('grant_type') === 'client_credentials')
    return Response.json({ access_token: 'clt.sandbox', expires_in: 7_200, token_type: 'Bearer' });
  if (field('grant_type') === 'refresh_token') {
    const token = field('refresh_token');
    const known = world.state.refresh[token];
    if (!known || world.now() - known.madeAt >= REFRESH_LIFE_S * 1000) {
      return oauthRefusal('invalid_grant', 'Refresh token is invalid or expired.');
    }
    delete world.state.refresh[token];
    return Response.json(newTokens(world, known.account, known.scopes));
  }
  if (field('grant_type') !== 'authorization_code') {
    return oauthRefusal('unsupported_grant_type', 'The grant type is not supported.');
  }
  const asked = { code: field('code'), redirectUri: field('redirect_uri'), verifier: null };
  const grant = redeem(world, asked, CODE_LIFE_MS);
  if (typeof grant === 'string') {
    return oauthRefusal('invalid_grant', 'Authorization code is expired.');
  }
  return Response.json(newTokens(world, accountFor(world, grant.login).id, grant.scopes));
}

/** Flat, and with status 200 where it is about a code or a token. */
function oauthRefusal(error: string, description: string, status = 200): Response {
  return Response.json({ error, error_description: description, log_id: '202605' }, { status });
}
