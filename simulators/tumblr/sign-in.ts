/** Consent, tokens that rotate, and the blogs of a person. */
import { askForConsent, backTo } from '../consent.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import {
  ACCESS_SECONDS,
  APP,
  authorize,
  blogOf,
  newTokens,
  refusal,
  secretFor,
  success,
  userFor,
  type Blog,
  type Grant,
  type State,
} from './state.ts';

export function signInRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  return [
    {
      call: 'GET /oauth2/authorize',
      method: 'get',
      path: '/www/oauth2/authorize',
      account: noAccount,
      answer: ({ url }) => authorizePage(world, url),
    },
    {
      call: 'POST /v2/oauth2/token',
      method: 'post',
      path: '/v2/oauth2/token',
      account: noAccount,
      answer: async ({ request }) => {
        if ((request.headers.get('user-agent') ?? '') === '') return refusal(403, 'Forbidden');
        return token(world, new URLSearchParams(await request.text()));
      },
    },
    {
      call: 'GET /v2/user/info',
      method: 'get',
      path: '/v2/user/info',
      account: noAccount,
      answer: ({ request }) => {
        const grant = authorize(world, request, 'basic');
        if (grant instanceof Response) return grant;
        const user = userFor(world, grant.user);
        return success({
          user: {
            name: user.name,
            following: 3,
            likes: 9,
            default_post_format: 'html',
            blogs: user.blogs.map((blog) => bodyOf(world, blog)),
          },
        });
      },
    },
    {
      call: 'GET /v2/blog/:blog/info',
      method: 'get',
      path: '/v2/blog/:blog/info',
      account: (exchange) => blogOf(world, exchange)?.uuid ?? null,
      answer: (exchange: Exchange) => {
        const grant = authorize(world, exchange.request, 'basic');
        if (grant instanceof Response) return grant;
        const blog = blogOf(world, exchange);
        return blog === null ? refusal(404, 'Not Found') : success({ blog: bodyOf(world, blog) });
      },
    },
  ];
}

function bodyOf(world: World<State>, { name, title, uuid, primary }: Blog) {
  return { name, title, uuid, primary, url: `${world.baseUrl}/www/${name}`, followers: 12, type: 'public' };
}

function authorizePage(world: World<State>, url: URL): Response {
  const text = (name: string) => url.searchParams.get(name) ?? '';
  const redirectUri = text('redirect_uri');
  const complete =
    text('client_id') === APP.clientId &&
    URL.canParse(redirectUri) &&
    text('response_type') === 'code' &&
    text('scope') !== '' &&
    text('state') !== '';
  if (!complete) return new Response('Bad Request', { status: 400 });
  const scope = text('scope');
  const consent = askForConsent(url, { network: 'Tumblr', app: 'Troupe', scopes: scope.split(' ') });
  if (consent.kind === 'page') return consent.response;
  const state = text('state');
  if (consent.kind === 'denied') return backTo(redirectUri, { error: 'access_denied', state });
  const code = secretFor(`code ${world.nextNumber()}`);
  world.state.codes[code] = { user: userFor(world, consent.login).name, scope, redirectUri };
  return backTo(redirectUri, { code, state });
}

function token(world: World<State>, form: URLSearchParams): Response {
  if (form.get('client_id') !== APP.clientId || form.get('client_secret') !== APP.clientSecret) {
    return oauthRefusal(401, 'invalid_client', 'The client credentials are invalid');
  }
  const grant = grantOf(world, form);
  if (grant === null) {
    return oauthRefusal(400, 'invalid_grant', 'The grant is invalid, expired, or was revoked');
  }
  const { access, refresh } = newTokens(world, grant);
  return Response.json({
    access_token: access,
    expires_in: ACCESS_SECONDS,
    token_type: 'bearer',
    scope: grant.scope,
    ...(refresh !== null && { refresh_token: refresh }),
    id_token: null,
  });
}

/** What a code or a refresh token was issued for. Each works once. */
function grantOf({ state }: World<State>, form: URLSearchParams): Grant | null {
  if (form.get('grant_type') === 'refresh_token') {
    const name = form.get('refresh_token') ?? '';
    const grant = state.refresh[name];
    delete state.refresh[name];
    return grant ?? null;
  }
  const name = form.get('code') ?? '';
  const code = state.codes[name];
  delete state.codes[name];
  return code && code.redirectUri === form.get('redirect_uri') ? code : null;
}

function oauthRefusal(status: number, code: string, words: string): Response {
  return Response.json({ error: code, error_description: words }, { status });
}
