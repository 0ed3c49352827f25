/** Consent, and exchanging a code for a token. */
import { askForConsent, backTo } from '../consent.ts';
import type { Route, World } from '../simulator.ts';
import { missing, refusal } from './errors.ts';
import { type Input, inputOf, textOf } from './input.ts';
import {
  APP,
  CODE_LIFE_MS,
  HOUR,
  SCOPES,
  type State,
  TOKEN_LIFE_SECONDS,
  accountFor,
  loginIdOf,
  newToken,
} from './state.ts';
import { hash } from './hash.ts';

export function signInRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  return [
    {
      call: 'oauth/authorize',
      method: 'get',
      path: '/oauth/authorize',
      account: noAccount,
      answer: ({ url }) => authorizePage(world, url),
    },
    {
      call: 'oauth/access_token',
      method: 'post',
      path: '/oauth/access_token',
      account: noAccount,
      answer: async (exchange) => exchangeCode(world, await inputOf(exchange)),
    },
    {
      call: 'access_token',
      method: 'get',
      path: '/access_token',
      account: ({ url }) =>
        world.state.shortLived[url.searchParams.get('access_token') ?? '']?.account ?? null,
      answer: ({ url }) => exchangeToken(world, url.searchParams),
    },
  ];
}

function authorizePage(world: World<State>, url: URL): Response {
  const query = url.searchParams;
  const redirectUri = query.get('redirect_uri') ?? '';
  const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean);
  const state = query.get('state');
  if (query.get('client_id') !== APP.clientId) return signInError('Invalid platform app');
  if (!URL.canParse(redirectUri)) return signInError('Invalid redirect_uri');
  if (query.get('response_type') !== 'code') return signInError('Invalid response_type');
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
    return signInError('Invalid scope');
  }
  const consent = askForConsent(url, { network: 'Instagram', app: 'Troupe', scopes });
  if (consent.kind === 'page') return consent.response;
  if (consent.kind === 'denied') {
    return backTo(redirectUri, {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request.',
      state,
    });
  }
  const account = accountFor(world, consent.login);
  const code = `AQ${hash(`code ${world.nextNumber()}`)}`;
  world.state.codes[code] = { account: account.id, redirectUri, scopes, madeAt: world.now() };
  const back = backTo(redirectUri, { code, state });
  back.headers.set('location', `${back.headers.get('location')}#_`); // as the network really does
  return back;
}

function exchangeCode(world: World<State>, input: Input): Response {
  if (textOf(input, 'client_id') !== APP.clientId) return signInError('Invalid platform app');
  if (textOf(input, 'client_secret') !== APP.clientSecret)
    return signInError('Error validating client secret.');
  if (textOf(input, 'grant_type') !== 'authorization_code') return signInError('Invalid grant_type');
  const code = textOf(input, 'code');
  const grant = world.state.codes[code];
  delete world.state.codes[code];
  if (!grant || world.now() - grant.madeAt > CODE_LIFE_MS) {
    return signInError('Invalid authorization code');
  }
  if (grant.redirectUri !== textOf(input, 'redirect_uri')) {
    return signInError(
      'Error validating verification code. Please make sure your redirect_uri is identical.',
    );
  }
  const token = `IGAAshort${hash(`short ${world.nextNumber()}`)}`;
  world.state.shortLived[token] = { account: grant.account, madeAt: world.now(), scopes: grant.scopes };
  return Response.json({
    access_token: token,
    user_id: loginIdOf(grant.account),
    permissions: grant.scopes,
  });
}

function exchangeToken(world: World<State>, query: URLSearchParams): Response {
  if (query.get('grant_type') !== 'ig_exchange_token')
    return refusal(400, { code: 100 }, 'Unsupported grant_type');
  if (query.get('client_secret') !== APP.clientSecret) {
    return refusal(400, { code: 1 }, 'Error validating client secret.');
  }
  const grant = world.state.shortLived[query.get('access_token') ?? ''];
  if (!grant || world.now() - grant.madeAt > HOUR) {
    return refusal(400, { code: 190, subcode: 463 }, 'Session key invalid or expired.');
  }
  const account = world.state.accounts[grant.account];
  if (!account) return missing(grant.account);
  account.token = newToken(world, account.id, grant.scopes);
  return Response.json({
    access_token: account.token,
    token_type: 'bearer',
    expires_in: TOKEN_LIFE_SECONDS,
  });
}

/** The sign-in answers in a form of its own, older than the Graph API's. */
function signInError(message: string): Response {
  return Response.json({ error_type: 'OAuthException', code: 400, error_message: message }, { status: 400 });
}
