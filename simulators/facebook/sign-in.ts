/** Signing in, tokens, and whose Pages there are. */
import type { Route, World } from '../simulator.ts';
import { digitsOf, graphError, pageOf, pick } from '../shared/graph.ts';
import { authorizePage, redeem } from '../shared/grants.ts';
import {
  APP,
  asPerson,
  isAlive,
  loginIdOf,
  newToken,
  pageFor,
  permissionError,
  SCOPES,
  SECOND_PAGE,
  type State,
} from './state.ts';

const TASKS = ['ANALYZE', 'CREATE_CONTENT', 'MODERATE', 'MESSAGING', 'MANAGE'];
const HOUR = 3_600_000;
const CODE_LIFE_MS = HOUR / 6;
const SHORT_LIFE_MS = 5_100_000;
export const USER_TOKEN_LIFE_MS = 60 * 24 * HOUR;

export function signInRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  return [
    {
      call: 'dialog/oauth',
      method: 'get',
      path: '/:version/dialog/oauth',
      account: noAccount,
      answer: ({ url }) =>
        authorizePage(world, url, {
          network: 'Facebook',
          app: APP,
          scopes: SCOPES,
          refuse: (message) => graphError(400, { code: 100 }, message),
          denied: { error_reason: 'user_denied', error_description: 'Permissions error' },
        }),
    },
    {
      call: 'oauth/access_token',
      method: 'get',
      path: '/:version/oauth/access_token',
      account: noAccount,
      answer: ({ url }) => giveToken(world, url.searchParams),
    },
    {
      call: 'me',
      method: 'get',
      path: '/:version/me',
      account: noAccount,
      // valid for this app alone: what its callbacks for removed apps and data deletion name
      answer: (exchange) =>
        asPerson(world, exchange, (user) => pick(exchange, 'User', { id: loginIdOf(user), name: user })),
    },
    {
      call: 'permissions',
      method: 'get',
      path: '/:version/me/permissions',
      account: noAccount,
      answer: (exchange) =>
        asPerson(world, exchange, (_, scopes) =>
          Response.json({
            data: SCOPES.map((permission) => ({
              permission,
              status: scopes.includes(permission) ? 'granted' : 'declined',
            })),
          }),
        ),
    },
    {
      call: 'accounts',
      method: 'get',
      path: '/:version/me/accounts',
      account: noAccount,
      answer: (exchange) =>
        asPerson(world, exchange, (user, scopes) => {
          if (!scopes.includes('pages_show_list')) return permissionError('pages_show_list');
          const names = user.startsWith('nobody') ? [] : [user, `${user}${SECOND_PAGE}`];
          const tasks = user.startsWith('reader') ? ['ANALYZE'] : TASKS;
          const rows = names.map((name) => {
            const page = pageFor(world, name);
            const token = { access_token: page.token, tasks };
            return { id: page.id, name, username: null, category: 'Cafe', picture: null, ...token };
          });
          return pageOf(exchange, 'Page', rows);
        }),
    },
    {
      call: 'businesses',
      method: 'get',
      path: '/:version/me/businesses',
      account: noAccount,
      answer: (exchange) =>
        asPerson(world, exchange, (user, scopes) => {
          if (!scopes.includes('business_management')) return permissionError('business_management');
          return pageOf(
            exchange,
            'Business',
            user.startsWith('nobody') ? [] : [{ id: `55${digitsOf(user)}` }],
          );
        }),
    },
    ...['owned_pages', 'client_pages'].map((edge): Route => ({
      call: edge,
      method: 'get',
      path: `/:version/:business/${edge}`,
      account: noAccount,
      answer: (exchange) =>
        asPerson(world, exchange, (user) => {
          if (edge === 'client_pages') return Response.json({ data: [] });
          // the same Page as in the person's own list
          const { id, name, token } = pageFor(world, user);
          const empty = { username: null, picture: null };
          return pageOf(exchange, 'Page', [{ id, name, access_token: token, tasks: null, ...empty }]);
        }),
    })),
  ];
}

/** A code for a token of some hours, or such a token for one of 60 days. */
function giveToken(world: World<State>, query: URLSearchParams): Response {
  if (query.get('client_id') !== APP.clientId || query.get('client_secret') !== APP.clientSecret) {
    return graphError(400, { code: 1 }, 'Error validating client secret.');
  }
  const exchanged = query.get('fb_exchange_token');
  if (exchanged !== null) {
    const old = world.state.tokens[exchanged];
    if (query.get('grant_type') !== 'fb_exchange_token' || !old || !isAlive(world, old)) {
      return graphError(400, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
    }
    // expires_in is missing at times
    const token = newToken(world, old.of, old.scopes, USER_TOKEN_LIFE_MS);
    return Response.json({ access_token: token, token_type: 'bearer' });
  }
  const [code, redirectUri] = [query.get('code') ?? '', query.get('redirect_uri') ?? ''];
  const grant = redeem(world, { code, redirectUri, verifier: null }, CODE_LIFE_MS);
  if (typeof grant === 'string') {
    const message =
      grant === 'unknown'
        ? 'This authorization code has been used or is invalid.'
        : 'Error validating verification code. Please make sure your redirect_uri is identical.';
    return graphError(400, { code: 100, subcode: 36_009 }, message);
  }
  const token = newToken(world, { user: grant.login }, grant.scopes, SHORT_LIFE_MS);
  return Response.json({ access_token: token, token_type: 'bearer', expires_in: SHORT_LIFE_MS / 1000 });
}
