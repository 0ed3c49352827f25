/** Signing in, and tokens that live an hour or sixty days. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { graphError, type Input, inputOf, pick, textOf, tokenOf } from '../shared/graph.ts';
import { authorizePage, redeem } from '../shared/grants.ts';
import {
  accountFor,
  authorize,
  called,
  callerOf,
  HOUR,
  newToken,
  SCOPES,
  type State,
  TOKEN_LIFE_SECONDS,
} from './state.ts';

export const APP = { clientId: 'sandbox-threads', clientSecret: 'sandbox-secret-of-threads' };
const CODE_LIFE_MS = HOUR;
const SHORT_LIFE_MS = HOUR;
const TOKEN_MIN_AGE_MS = 24 * HOUR;

export function signInRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  const account = (exchange: Exchange) => callerOf(world, exchange);
  return [
    {
      call: 'oauth/authorize',
      method: 'get',
      path: '/oauth/authorize',
      account: noAccount,
      answer({ url }) {
        const response = authorizePage(world, url, {
          network: 'Threads',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => graphError(400, { code: 100 }, message),
          denied: { error_reason: 'user_denied', error_description: 'The user denied your request.' },
        });
        const back = response.headers.get('location');
        if (back?.includes('code=')) response.headers.set('location', `${back}#_`); // as the network really does
        return response;
      },
    },
    {
      call: 'oauth/access_token',
      method: 'post',
      path: '/oauth/access_token',
      account: noAccount,
      answer: async (exchange) => exchangeCode(world, await inputOf(exchange)),
    },
    {
      call: 'app_token',
      method: 'get',
      path: '/oauth/access_token',
      account: noAccount,
      answer: ({ url }) => giveAppToken(url),
    },
    {
      call: 'access_token',
      method: 'get',
      path: '/access_token',
      account,
      answer: (exchange) => lengthen(world, exchange, 'th_exchange_token'),
    },
    {
      call: 'refresh_access_token',
      method: 'get',
      path: '/refresh_access_token',
      account,
      answer: (exchange) => lengthen(world, exchange, 'th_refresh_token'),
    },
    {
      call: 'me',
      method: 'get',
      path: '/v1.0/me',
      account,
      answer: (exchange) =>
        called(world, exchange, 'threads_basic', ({ id, username, name }) =>
          pick(exchange, 'ThreadsUser', {
            id,
            username,
            name,
            threads_profile_picture_url: null,
            threads_biography: null,
            is_verified: false,
          }),
        ),
    },
  ];
}

/** A token of the app itself, which no call about an account takes. */
function giveAppToken({ searchParams }: URL): Response {
  const isApp =
    searchParams.get('client_id') === APP.clientId && searchParams.get('client_secret') === APP.clientSecret;
  if (!isApp) {
    return graphError(400, { code: 101 }, 'Error validating application. Cannot get application info.');
  }
  if (searchParams.get('grant_type') !== 'client_credentials')
    return graphError(400, { code: 100 }, 'Invalid grant_type');
  return Response.json({ access_token: `TH|${APP.clientId}|app`, token_type: 'bearer' });
}

function exchangeCode(world: World<State>, input: Input): Response {
  if (textOf(input, 'client_id') !== APP.clientId || textOf(input, 'client_secret') !== APP.clientSecret) {
    return graphError(400, { code: 101 }, 'Error validating application. Cannot get application info.');
  }
  if (textOf(input, 'grant_type') !== 'authorization_code') {
    return graphError(400, { code: 100 }, 'Invalid grant_type');
  }
  const redirectUri = textOf(input, 'redirect_uri');
  const grant = redeem(world, { code: textOf(input, 'code'), redirectUri, verifier: null }, CODE_LIFE_MS);
  if (typeof grant === 'string') {
    // This route answers in an older form.
    const message = grant === 'unknown' ? 'Invalid authorization code' : 'redirect_uri is not identical';
    return Response.json(
      { error_type: 'OAuthException', code: 400, error_message: message },
      { status: 400 },
    );
  }
  const account = accountFor(world, grant.login);
  const token = newToken(world, { account: account.id, scopes: grant.scopes }, SHORT_LIFE_MS);
  // The id was seen as a bare number, which JavaScript rounds.
  return new Response(`{"access_token":"${token}","user_id":${account.id}}`, {
    headers: { 'content-type': 'application/json' },
  });
}

/** A token of an hour for one of 60 days, or one of 60 days for the next. */
function lengthen(world: World<State>, exchange: Exchange, grantType: string): Response {
  const { searchParams } = exchange.url;
  if (searchParams.get('grant_type') !== grantType)
    return graphError(400, { code: 100 }, 'Unsupported grant_type');
  const exchanged = grantType === 'th_exchange_token';
  if (exchanged && searchParams.get('client_secret') !== APP.clientSecret) {
    return graphError(400, { code: 1 }, 'Error validating client secret.');
  }
  const account = authorize(world, exchange);
  if (account instanceof Response) return account;
  const old = world.state.tokens[tokenOf(exchange) ?? ''];
  if (!exchanged && world.now() - (old?.madeAt ?? 0) < TOKEN_MIN_AGE_MS) {
    // The real code for this is not known.
    return graphError(400, { code: 100 }, 'The access token must be at least 24 hours old to be refreshed');
  }
  account.token = newToken(
    world,
    { account: account.id, scopes: old?.scopes ?? [] },
    TOKEN_LIFE_SECONDS * 1000,
  );
  return Response.json({
    access_token: account.token,
    token_type: 'bearer',
    expires_in: TOKEN_LIFE_SECONDS,
  });
}
