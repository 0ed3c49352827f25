/** Signing in to a simulated Slack: codes, tokens that rotate, and those that a person copies from an app's page. */
import { createHash } from 'node:crypto';
import { askForConsent, backTo } from '../consent.ts';
import type { Route, World } from '../simulator.ts';
import { APP, idOf, ok, read, refusal, SCOPES, teamFor, textOf, type State, type Token } from './state.ts';

const CODE_LIFE_MS = 10 * 60_000;
const TOKEN_LIFE_S = 43_200;

export function authorizeRoute(world: World<State>): Route {
  return {
    call: 'GET /oauth/v2/authorize',
    method: 'get',
    path: '/oauth/v2/authorize',
    account: () => null,
    answer: ({ url }) => {
      const query = url.searchParams;
      const redirectUri = query.get('redirect_uri') ?? '';
      const scopes = (query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
      if (query.get('client_id') !== APP.clientId) return new Response('invalid_client_id', { status: 400 });
      if (!URL.canParse(redirectUri)) return new Response('bad_redirect_uri', { status: 400 });
      if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
        return new Response('invalid_scope', { status: 400 });
      }
      const consent = askForConsent(url, { network: 'Slack', app: 'Troupe', scopes });
      if (consent.kind === 'page') return consent.response;
      const state = query.get('state');
      if (consent.kind === 'denied') return backTo(redirectUri, { error: 'access_denied', state });
      const team = teamFor(world, consent.login);
      const code = idOf('', `code ${world.nextNumber()}`);
      world.state.codes[code] = { teamId: team.id, redirectUri, scopes, at: world.now() };
      return backTo(redirectUri, { code, state });
    },
  };
}

export function tokenRoute(world: World<State>): Route {
  return {
    call: 'oauth.v2.access',
    method: 'post',
    path: '/api/oauth.v2.access',
    account: () => null,
    answer: async ({ request }) => {
      const { state } = world;
      const given = await read(request);
      const basic = Buffer.from(
        (request.headers.get('authorization') ?? '').replace(/^Basic /, ''),
        'base64',
      );
      const [id, secret] =
        basic.length > 0 ? basic.toString().split(':') : [given['client_id'], given['client_secret']];
      if (id !== APP.clientId) return refusal('invalid_client_id');
      if (secret !== APP.clientSecret) return refusal('bad_client_secret');
      if (given['grant_type'] === 'refresh_token') {
        const refreshToken = textOf(given['refresh_token']);
        const teamId = state.refreshTokens[refreshToken];
        if (teamId === undefined) return refusal('invalid_refresh_token');
        delete state.refreshTokens[refreshToken];
        return granted(world, teamId, SCOPES);
      }
      const code = state.codes[textOf(given['code'])];
      delete state.codes[textOf(given['code'])];
      if (!code || world.now() - code.at > CODE_LIFE_MS) return refusal('invalid_code');
      if (code.redirectUri !== given['redirect_uri']) return refusal('bad_redirect_uri');
      return granted(world, code.teamId, code.scopes);
    },
  };
}

function granted(world: World<State>, teamId: string, scopes: string[]): Response {
  const team = world.state.teams.find(({ id }) => id === teamId);
  return ok({
    ...issue(world, teamId, scopes),
    token_type: 'bot',
    scope: scopes.join(','),
    bot_user_id: 'U0BOT',
    app_id: 'A1',
    team: { id: teamId, name: team?.name },
    enterprise: null,
    is_enterprise_install: false,
    authed_user: { id: 'U1' },
  });
}

export function issue({ state, ...world }: World<State>, teamId: string, scopes: string[]) {
  const secret = (what: string) =>
    createHash('sha256').update(`sandbox slack ${what} ${world.nextNumber()}`).digest('hex').slice(0, 40);
  const access_token = `xoxe.xoxb-1-${secret('token')}`;
  const refresh_token = `xoxe-1-${secret('refresh')}`;
  state.tokens[access_token] = { teamId, scopes, endsAt: world.now() + TOKEN_LIFE_S * 1000 };
  state.refreshTokens[refresh_token] = teamId;
  return { access_token, refresh_token, expires_in: TOKEN_LIFE_S };
}

/** A token of an app that rotates none, as a person copies it from the app's page. */
export function botTokenFor(baseUrl: string, name: string): string {
  return `xoxb-${createHash('sha256').update(`${baseUrl} ${name}`).digest('hex').slice(0, 24)}-${name}`;
}

/** Whose token a call bears. A copied one names its workspace. */
export function tokenIn(world: World<State>, request: Request): { token: string; grant: Token | null } {
  const token = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
  const grant = world.state.tokens[token];
  if (grant) return { token, grant };
  const name = /^xoxb-[0-9a-f]{24}-(.+)$/.exec(token)?.[1];
  if (name === undefined || botTokenFor(world.baseUrl, name) !== token) return { token, grant: null };
  return { token, grant: { teamId: teamFor(world, name).id, scopes: SCOPES, endsAt: null } };
}
