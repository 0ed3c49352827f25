/** Signing in, tokens, accounts and locations. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { authorizePage, redeem } from '../shared/grants.ts';
import {
  accountsOf,
  APP,
  authorize,
  googleError,
  type Location,
  locationsOf,
  newAccessToken,
  newTokens,
  SCOPES,
  type State,
  TOKEN_LIFE_SECONDS,
} from './state.ts';

const CODE_LIFE_MS = 600_000;

export function signInRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  return [
    {
      call: 'auth',
      method: 'get',
      path: '/login/o/oauth2/v2/auth',
      account: noAccount,
      answer: ({ url }) =>
        authorizePage(world, url, {
          network: 'Google',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => new Response(`Error 400: invalid_request. ${message}`, { status: 400 }),
        }),
    },
    {
      call: 'token',
      method: 'post',
      path: '/oauth/token',
      account: noAccount,
      answer: async ({ request }) => giveToken(world, new URLSearchParams(await request.text())),
    },
    {
      call: 'revoke',
      method: 'post',
      path: '/oauth/revoke',
      account: noAccount,
      answer: async ({ request }) =>
        revoke(world, new URLSearchParams(await request.text()).get('token') ?? ''),
    },
    {
      call: 'accounts.list',
      method: 'get',
      path: '/accountmanagement/v1/accounts',
      account: noAccount,
      answer: (exchange) => listAccounts(world, exchange),
    },
    {
      call: 'accounts.locations.list',
      method: 'get',
      path: '/businessinformation/v1/accounts/:account/locations',
      account: noAccount,
      answer: (exchange) => listLocations(world, exchange),
    },
  ];
}

function giveToken(world: World<State>, form: URLSearchParams): Response {
  const refuse = (error: string, description: string, status = 400) =>
    Response.json({ error, error_description: description }, { status });
  if (form.get('client_id') !== APP.clientId)
    return refuse('invalid_client', 'The OAuth client was not found.', 401);
  if (form.get('client_secret') !== APP.clientSecret) return refuse('invalid_client', 'Unauthorized', 401);
  const common = { expires_in: TOKEN_LIFE_SECONDS, token_type: 'Bearer' };
  switch (form.get('grant_type') ?? '') {
    case 'refresh_token': {
      const holder = world.state.refreshTokens[form.get('refresh_token') ?? ''];
      if (!holder) return refuse('invalid_grant', 'Token has been expired or revoked.');
      const scope = holder.scopes.join(' ');
      return Response.json({ access_token: newAccessToken(world, holder), scope, ...common });
    }
    case 'authorization_code': {
      const [code, redirectUri] = [form.get('code') ?? '', form.get('redirect_uri') ?? ''];
      const grant = redeem(world, { code, redirectUri, verifier: form.get('code_verifier') }, CODE_LIFE_MS);
      if (grant === 'redirect_uri') return refuse('redirect_uri_mismatch', 'Bad Request');
      if (typeof grant === 'string') return refuse('invalid_grant', 'Malformed auth code.');
      const { accessToken, refreshToken } = newTokens(world, { person: grant.login, scopes: grant.scopes });
      return Response.json({
        access_token: accessToken,
        refresh_token: refreshToken,
        scope: grant.scopes.join(' '),
        id_token: 'e30.e30.',
        ...common,
      });
    }
    default:
      return refuse('unsupported_grant_type', 'Invalid grant_type');
  }
}

/** Takes back all that the token's person gave. */
function revoke({ state }: World<State>, token: string): Response {
  const person = (state.refreshTokens[token] ?? state.tokens[token])?.person;
  if (person === undefined) return Response.json({ error: 'invalid_token' }, { status: 400 });
  for (const tokens of [state.tokens, state.refreshTokens] as { [token: string]: { person: string } }[]) {
    for (const [name, holder] of Object.entries(tokens)) if (holder.person === person) delete tokens[name];
  }
  return Response.json({});
}

function listAccounts(world: World<State>, exchange: Exchange): Response {
  const caller = authorize(world, exchange);
  if (caller instanceof Response) return caller;
  const { own, group } = accountsOf(caller.person);
  const accounts = [
    { name: own, accountName: caller.person, type: 'PERSONAL', role: 'PRIMARY_OWNER' },
    { name: group, accountName: `${caller.person} group`, type: 'LOCATION_GROUP', role: 'OWNER' },
  ];
  // one a page, so that pages are followed
  const second = exchange.url.searchParams.get('pageToken') === 'second';
  return Response.json({
    accounts: [accounts[second ? 1 : 0]],
    ...(second ? {} : { nextPageToken: 'second' }),
  });
}

function listLocations(world: World<State>, exchange: Exchange): Response {
  const caller = authorize(world, exchange);
  if (caller instanceof Response) return caller;
  const mask = exchange.url.searchParams.get('readMask');
  if (!mask) return googleError(400, 'Request contains an invalid argument: read_mask is required.');
  const owner = `accounts/${exchange.params['account']}`;
  const { own, group } = accountsOf(caller.person);
  if (owner !== own && owner !== group) return googleError(404, 'Requested entity was not found.');
  const rows = locationsOf(world, caller.person).filter(({ owners }) => owners.includes(owner));
  return Response.json(rows.length === 0 ? {} : { locations: rows.map(rowOf), totalSize: rows.length });
}

function rowOf({ name, title, takesPosts }: Location) {
  return {
    name,
    title,
    languageCode: 'en',
    storefrontAddress: { addressLines: ['Pier 1'], locality: 'Oslo', regionCode: 'NO' },
    metadata: {
      placeId: `ChIJ${name.slice(-6)}`,
      mapsUri: `https://maps.google.com/${name}`,
      canOperateLocalPost: takesPosts,
      hasVoiceOfMerchant: takesPosts,
    },
  };
}
