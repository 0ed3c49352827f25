/** Signing in: the page that asks, tokens, and who it was. */
import { askForConsent, backTo } from '../consent.ts';
import type { Route, World } from '../simulator.ts';
import { callerOf, withMember } from './answers.ts';
import { grant, memberFor, REFRESH_LIFE_SECONDS, type State, TOKEN_LIFE_SECONDS } from './state.ts';

export const app = { clientId: 'sandbox-linkedin', clientSecret: 'sandbox-secret-of-linkedin' };

const SCOPES = ['openid', 'profile', 'email', 'w_member_social'];

export function oauthRoutes(world: World<State>): Route[] {
  return [
    {
      call: 'authorization',
      method: 'get',
      path: '/oauth/v2/authorization',
      account: () => null,
      answer: ({ url }) => authorize(world, url),
    },
    {
      call: 'accessToken',
      method: 'post',
      path: '/oauth/v2/accessToken',
      account: () => null,
      answer: async ({ request }) => token(world, new URLSearchParams(await request.text())),
    },
    {
      call: 'revoke',
      method: 'post',
      path: '/oauth/v2/revoke',
      account: () => null,
      answer: async ({ request }) => revoke(world, new URLSearchParams(await request.text())),
    },
    {
      call: 'userinfo',
      method: 'get',
      path: '/v2/userinfo',
      account: (exchange) => callerOf(world, exchange),
      answer: (exchange) =>
        withMember(world, exchange, 'openid', (sub) => {
          const name = world.state.members[sub]?.name ?? '';
          return Response.json({
            sub,
            name,
            given_name: name,
            family_name: 'Example',
            picture: 'https://media.licdn.com/x.jpg',
            locale: { country: 'US', language: 'en' },
          });
        }),
    },
  ];
}

function authorize(world: World<State>, url: URL): Response {
  const query = url.searchParams;
  const redirectUri = query.get('redirect_uri') ?? '';
  const scopes = (query.get('scope') ?? '').split(' ');
  if (query.get('client_id') !== app.clientId) return refused(400, 'invalid_client');
  if (!URL.canParse(redirectUri)) return refused(400, 'invalid_redirect_uri');
  const state = query.get('state');
  if (query.get('response_type') !== 'code' || !scopes.every((scope) => SCOPES.includes(scope))) {
    return backTo(redirectUri, { error: 'unauthorized_scope_error', state });
  }
  const consent = askForConsent(url, { network: 'LinkedIn', app: 'Troupe', scopes });
  if (consent.kind === 'page') return consent.response;
  if (consent.kind === 'denied') return backTo(redirectUri, { error: 'user_cancelled_authorize', state });
  const { sub } = memberFor(world, consent.login);
  const code = `AQT-${world.nextNumber()}`;
  world.state.codes[code] = { sub, scope: scopes.join(','), redirectUri };
  return backTo(redirectUri, { code, state });
}

/** Codes are good once. Refresh tokens stay the same, and their life counts down from the sign-in. */
function token(world: World<State>, input: URLSearchParams): Response {
  const { state } = world;
  if (input.get('client_id') !== app.clientId || input.get('client_secret') !== app.clientSecret) {
    return refused(401, 'invalid_client');
  }
  if (input.get('grant_type') === 'refresh_token') {
    const refreshToken = input.get('refresh_token') ?? '';
    const kept = state.refreshTokens[refreshToken];
    const member = state.members[kept?.sub ?? ''];
    if (kept === undefined || member === undefined || kept.until <= world.now())
      return refused(400, 'invalid_grant');
    const { accessToken } = grant(world, { ...member, name: 'selfserve' }, kept.scope);
    return Response.json({
      access_token: accessToken,
      expires_in: TOKEN_LIFE_SECONDS,
      refresh_token: refreshToken,
      refresh_token_expires_in: Math.floor((kept.until - world.now()) / 1000),
    });
  }
  const code = state.codes[input.get('code') ?? ''];
  delete state.codes[input.get('code') ?? ''];
  const member = state.members[code?.sub ?? ''];
  if (
    input.get('grant_type') !== 'authorization_code' ||
    code === undefined ||
    member === undefined ||
    code.redirectUri !== input.get('redirect_uri')
  ) {
    return refused(400, 'invalid_grant');
  }
  const { accessToken, refreshToken } = grant(world, member, code.scope);
  return Response.json({
    access_token: accessToken,
    expires_in: TOKEN_LIFE_SECONDS,
    ...(refreshToken === null
      ? {}
      : { refresh_token: refreshToken, refresh_token_expires_in: REFRESH_LIFE_SECONDS }),
    scope: code.scope,
    token_type: 'Bearer',
  });
}

/** The token and the refresh token that came with it. */
function revoke({ state }: World<State>, input: URLSearchParams): Response {
  if (input.get('client_id') !== app.clientId || input.get('client_secret') !== app.clientSecret) {
    return refused(401, 'invalid_client');
  }
  const sub = state.tokens[input.get('token') ?? '']?.sub;
  for (const tokens of [state.tokens, state.refreshTokens] as { [token: string]: { sub: string } }[]) {
    for (const [name, kept] of Object.entries(tokens)) if (kept.sub === sub) delete tokens[name];
  }
  return new Response(null, { status: 200 });
}

function refused(status: number, error: string): Response {
  return Response.json(
    {
      error,
      error_description: 'The provided authorization grant or refresh token is invalid, expired or revoked',
    },
    { status },
  );
}
