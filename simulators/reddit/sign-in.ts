/** Consent, tokens, and who a token belongs to. */
import { askForConsent, backTo } from '../consent.ts';
import type { Route, World } from '../simulator.ts';
import { subscribersOf } from './numbers.ts';
import {
  accountFor,
  ACCESS_SECONDS,
  APP,
  authorize,
  blocked,
  callerIn,
  namesItsClient,
  newAccess,
  newRefresh,
  refusal,
  secretFor,
  type State,
} from './state.ts';

export function signInRoutes(world: World<State>): Route[] {
  const noAccount = () => null;
  return [
    {
      call: 'GET /api/v1/authorize',
      method: 'get',
      path: '/www/api/v1/authorize',
      account: noAccount,
      answer: ({ url }) => authorizePage(world, url),
    },
    {
      call: 'POST /api/v1/access_token',
      method: 'post',
      path: '/www/api/v1/access_token',
      account: noAccount,
      answer: async ({ request }) => {
        if (!namesItsClient(request)) return blocked();
        if (!isApp(request)) return refusal(401, 'Unauthorized');
        const form = new URLSearchParams(await request.text());
        if (form.get('grant_type') === 'client_credentials') return giveAppToken();
        return form.get('grant_type') === 'refresh_token' ? renew(world, form) : redeem(world, form);
      },
    },
    {
      call: 'POST /api/v1/revoke_token',
      method: 'post',
      path: '/www/api/v1/revoke_token',
      account: noAccount,
      answer: async ({ request }) => {
        if (!isApp(request)) return refusal(401, 'Unauthorized');
        const token = new URLSearchParams(await request.text()).get('token') ?? '';
        const { access, refresh } = world.state;
        const owner = refresh[token]?.accountId;
        delete refresh[token];
        for (const [name, grant] of Object.entries(access)) {
          if (name === token || grant.accountId === owner) delete access[name];
        }
        return new Response(null, { status: 204 });
      },
    },
    {
      call: 'GET /api/v1/me',
      method: 'get',
      path: '/oauth/api/v1/me',
      account: callerIn(world),
      answer: ({ request }) => {
        const grant = authorize(world, request, 'identity');
        if (grant instanceof Response) return grant;
        const account = world.state.accounts[grant.accountId];
        return Response.json({
          ...account,
          icon_img: 'https://styles.redditmedia.com/a.png?x=1',
          link_karma: 10,
          comment_karma: 5,
          total_karma: 15,
          is_suspended: false,
          has_verified_email: true,
          created_utc: 1_600_000_000,
          subreddit: { subscribers: subscribersOf(world, grant.accountId) },
        });
      },
    },
  ];
}

function authorizePage(world: World<State>, url: URL): Response {
  const text = (name: string) => url.searchParams.get(name) ?? '';
  const redirectUri = text('redirect_uri');
  const state = text('state');
  const complete =
    text('client_id') === APP.clientId &&
    URL.canParse(redirectUri) &&
    text('response_type') === 'code' &&
    state !== '' &&
    text('scope') !== '';
  if (!complete) return new Response('bad request (invalid parameters)', { status: 400 });
  const scopes = text('scope').split(/[ ,]+/);
  const consent = askForConsent(url, { network: 'Reddit', app: 'Troupe', scopes });
  if (consent.kind === 'page') return consent.response;
  if (consent.kind === 'denied') return backTo(redirectUri, { error: 'access_denied', state });
  const code = secretFor(`code ${world.nextNumber()}`);
  world.state.codes[code] = {
    accountId: accountFor(world, consent.login).id,
    scope: scopes.join(' '),
    redirectUri,
    permanent: text('duration') === 'permanent',
  };
  return backTo(redirectUri, { state, code });
}

function isApp(request: Request): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return Buffer.from(basic, 'base64').toString() === `${APP.clientId}:${APP.clientSecret}`;
}

/** A token of the app itself, which no call about an account takes. */
const giveAppToken = (): Response =>
  Response.json({ access_token: 'app-only', token_type: 'bearer', expires_in: ACCESS_SECONDS, scope: '*' });

function redeem(world: World<State>, form: URLSearchParams): Response {
  const name = form.get('code') ?? '';
  const code = world.state.codes[name];
  delete world.state.codes[name];
  if (!code || code.redirectUri !== form.get('redirect_uri')) return invalidGrant(200);
  const refresh = code.permanent ? newRefresh(world, code) : null;
  return Response.json({
    access_token: newAccess(world, code),
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    scope: code.scope,
    ...(refresh !== null && { refresh_token: refresh }),
  });
}

function renew(world: World<State>, form: URLSearchParams): Response {
  const token = form.get('refresh_token') ?? '';
  const grant = world.state.refresh[token];
  if (!grant) return invalidGrant(400);
  return Response.json({
    access_token: newAccess(world, grant),
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    scope: grant.scope,
    refresh_token: token,
  });
}

/** Seen with 200 as well as with 400. */
function invalidGrant(status: number): Response {
  return Response.json({ error: 'invalid_grant' }, { status });
}
