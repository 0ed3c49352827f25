/** Consent, and exchanging and renewing tokens. */
import type { Route, World } from '../simulator.ts';
import { authorizePage, redeem } from '../shared/grants.ts';
import { newTokens } from './callers.ts';
import { refusal } from './errors.ts';
import { APP, CODE_LIFE_MS, REFRESH_LIFE_S, SCOPES, type State, accountFor } from './state.ts';

export function signInRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'oauth',
      method: 'get',
      path: '/www/oauth/',
      account: () => null,
      answer: ({ url }) =>
        authorizePage(world, url, {
          network: 'Pinterest',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => refusal(400, 1, `${message}.`),
        }),
    },
    {
      call: 'oauth/token',
      method: 'post',
      path: '/api/v5/oauth/token',
      account: async ({ request }) => {
        const form = new URLSearchParams(await request.clone().text());
        return world.state.refresh[form.get('refresh_token') ?? '']?.account ?? null;
      },
      answer: ({ request }) => exchangeToken(world, request),
    },
  ];
}

async function exchangeToken(world: World<State>, request: Request): Promise<Response> {
  const basic = Buffer.from(`${APP.clientId}:${APP.clientSecret}`).toString('base64');
  if (request.headers.get('authorization') !== `Basic ${basic}`)
    return refusal(401, 2, 'Authentication failed.');
  const form = new URLSearchParams(await request.text());
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const asked = {
        code: form.get('code') ?? '',
        redirectUri: form.get('redirect_uri') ?? '',
        verifier: null,
      };
      const grant = redeem(world, asked, CODE_LIFE_MS);
      if (typeof grant === 'string') return refusal(400, 283, 'Invalid authorization code.');
      const { id } = accountFor(world, grant.login);
      return Response.json({ response_type: 'authorization_code', ...newTokens(world, id, grant.scopes) });
    }
    case 'refresh_token': {
      const token = form.get('refresh_token') ?? '';
      const known = world.state.refresh[token];
      if (!known || world.now() - known.madeAt >= REFRESH_LIFE_S * 1000) {
        return refusal(401, 284, 'Invalid refresh token.');
      }
      delete world.state.refresh[token];
      const tokens = newTokens(world, known.account, known.scopes);
      return Response.json({ response_type: 'refresh_token', ...tokens });
    }
    case 'client_credentials':
      return Response.json({
        response_type: 'client_credentials',
        access_token: 'pinc_sandbox',
        token_type: 'bearer',
        expires_in: 2_592_000,
        scope: form.get('scope') ?? '',
      });
    case null:
    default:
      return refusal(400, 1, 'Invalid grant_type.');
  }
}
