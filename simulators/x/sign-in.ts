/** OAuth 2.0 with PKCE, and who a token belongs to. */
import { createHash } from 'node:crypto';
import { askForConsent, backTo } from '../consent.ts';
import type { Route, World } from '../simulator.ts';
import { userMetrics } from './counts.ts';
import {
  accountFor,
  ACCESS_SECONDS,
  APP,
  authorize,
  callerIn,
  endFamily,
  newTokens,
  secretFor,
  type State,
} from './state.ts';

const CODE_LIFE_MS = 30_000;

export function signInRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  return [
    {
      call: 'GET /i/oauth2/authorize',
      method: 'get',
      path: '/i/oauth2/authorize',
      account: noAccount,
      answer: ({ url }) => authorizePage(world, url),
    },
    {
      call: 'POST /2/oauth2/token',
      method: 'post',
      path: '/2/oauth2/token',
      account: noAccount,
      answer: async ({ request }) => {
        const form = new URLSearchParams(await request.text());
        if (!isApp(request, form)) {
          return refusal(401, 'unauthorized_client', 'Missing valid authorization header');
        }
        return form.get('grant_type') === 'refresh_token' ? renew(world, form) : redeem(world, form);
      },
    },
    {
      call: 'POST /2/oauth2/revoke',
      method: 'post',
      path: '/2/oauth2/revoke',
      account: noAccount,
      answer: async ({ request }) => {
        const form = new URLSearchParams(await request.text());
        if (!isApp(request, form)) {
          return refusal(401, 'unauthorized_client', 'Missing valid authorization header');
        }
        const token = form.get('token') ?? '';
        const grant = world.state.access[token] ?? world.state.refresh[token];
        if (grant) endFamily(world, grant.family);
        return Response.json({ revoked: true });
      },
    },
    {
      call: 'GET /2/users/me',
      method: 'get',
      path: '/2/users/me',
      account: callerIn(world),
      answer: ({ request }) => {
        const grant = authorize(world, request, 'users.read', 'tweet.read');
        if (grant instanceof Response) return grant;
        const account = world.state.accounts[grant.accountId];
        const tweets = world.state.posts.filter(({ accountId }) => accountId === grant.accountId).length;
        return Response.json({
          data: {
            ...account,
            profile_image_url: 'https://pbs.twimg.com/profile_images/1/a_normal.jpg',
            verified: false,
            verified_type: 'none',
            subscription_type: 'None',
            protected: false,
            public_metrics: userMetrics(world, grant.accountId, tweets),
          },
        });
      },
    },
  ];
}

function authorizePage(world: World<State>, url: URL): Response {
  const query = url.searchParams;
  const text = (name: string) => query.get(name) ?? '';
  const redirectUri = text('redirect_uri');
  const complete =
    text('client_id') === APP.clientId &&
    URL.canParse(redirectUri) &&
    text('response_type') === 'code' &&
    text('state') !== '' &&
    text('state').length <= 500 &&
    text('scope') !== '' &&
    text('code_challenge') !== '' &&
    text('code_challenge_method') === 'S256';
  if (!complete) {
    return new Response('Something went wrong: you weren’t able to give access to the App.', { status: 400 });
  }
  const scope = text('scope');
  const consent = askForConsent(url, { network: 'X', app: 'Troupe', scopes: scope.split(' ') });
  if (consent.kind === 'page') return consent.response;
  const state = text('state');
  if (consent.kind === 'denied') return backTo(redirectUri, { error: 'access_denied', state });
  const number = world.nextNumber();
  const code = secretFor(`code ${number}`);
  world.state.codes[code] = {
    accountId: accountFor(world, consent.login).id,
    scope,
    family: `family ${number}`,
    redirectUri,
    challenge: text('code_challenge'),
    until: world.now() + CODE_LIFE_MS,
  };
  return backTo(redirectUri, { code, state });
}

function isApp(request: Request, form: URLSearchParams): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return (
    Buffer.from(basic, 'base64').toString() === `${APP.clientId}:${APP.clientSecret}` &&
    !form.has('client_secret')
  );
}

function redeem(world: World<State>, form: URLSearchParams): Response {
  const name = form.get('code') ?? '';
  const code = world.state.codes[name];
  delete world.state.codes[name];
  const verifier = form.get('code_verifier') ?? '';
  const good =
    code !== undefined &&
    code.until > world.now() &&
    code.redirectUri === form.get('redirect_uri') &&
    code.challenge === createHash('sha256').update(verifier).digest('base64url');
  return good ? tokens(world, code) : invalidToken();
}

function renew(world: World<State>, form: URLSearchParams): Response {
  const grant = world.state.refresh[form.get('refresh_token') ?? ''];
  if (!grant) return invalidToken();
  if (grant.used) {
    endFamily(world, grant.family);
    return invalidToken();
  }
  grant.used = true;
  return tokens(world, grant);
}

function tokens(
  world: World<State>,
  { accountId, scope, family }: { accountId: string; scope: string; family: string },
): Response {
  const { access, refresh } = newTokens(world, { accountId, scope, family });
  return Response.json({
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    access_token: access,
    scope,
    ...(refresh !== null && { refresh_token: refresh }),
  });
}

function invalidToken(): Response {
  return refusal(400, 'invalid_request', 'Value passed for the token was invalid.');
}

function refusal(status: number, code: string, words: string): Response {
  return Response.json({ error: code, error_description: words }, { status });
}
