/** Sites, and requests signed with the key of one. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { page, refusal } from './errors.ts';
import { MAX_TOKEN_LIFE_S, type Site, type State } from './state.ts';

export function siteFor(world: World<State>, title: string): Site {
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const known = siteNamed(world, name);
  if (known) return known;
  const digits = (what: string, count: number) =>
    createHash('sha256').update(`sandbox ghost ${what} of ${name}`).digest('hex').slice(0, count);
  const site = { name, title, keyId: digits('key', 24), secret: digits('secret', 64) };
  world.state.sites.push(site);
  return site;
}

export function siteNamed({ state }: World<State>, name: string | undefined): Site | undefined {
  return state.sites.find((site) => site.name === name);
}

export function remoteIdOf({ baseUrl }: World<State>, { name, keyId }: Site): string {
  const { host, pathname } = new URL(`${baseUrl}/${name}`);
  return `${host}${pathname}:${keyId}`;
}

export function accountIn(world: World<State>) {
  return ({ params }: Exchange): string | null => {
    const site = siteNamed(world, params['site']);
    return site ? remoteIdOf(world, site) : null;
  };
}

export function route(
  world: World<State>,
  call: string,
  method: Route['method'],
  path: string,
  answer: (site: Site, exchange: Exchange) => Response | Promise<Response>,
): Route {
  return {
    call,
    method,
    path: `/:site/ghost/api/admin${path}`,
    account: accountIn(world),
    answer: (exchange) => {
      const site = siteNamed(world, exchange.params['site']);
      if (!site) return page(404);
      return unauthorized(site, exchange.request, world.now()) ?? answer(site, exchange);
    },
  };
}

/** Why a call's token is not good; null where it is. */
function unauthorized(site: Site, request: Request, now: number): Response | null {
  const [, token] = /^Ghost (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  if (token === undefined) {
    return refusal(
      401,
      'UnauthorizedError',
      'Authorization header is missing or has another format',
      'INVALID_AUTH_HEADER',
    );
  }
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { alg, kid } = decoded(header);
  if (kid === undefined)
    return refusal(401, 'UnauthorizedError', 'Admin API kid missing.', 'MISSING_ADMIN_API_KEY_ID');
  if (kid !== site.keyId)
    return refusal(401, 'UnauthorizedError', 'Unknown Admin API Key', 'UNKNOWN_ADMIN_API_KEY');
  const { iat, exp, aud } = decoded(payload);
  const right = createHmac('sha256', Buffer.from(site.secret, 'hex')).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  const issued = Number(iat);
  const ends = Number(exp);
  const seconds = now / 1000;
  const good =
    alg === 'HS256' &&
    given.length === right.length &&
    timingSafeEqual(given, right) &&
    aud === '/admin/' &&
    ends - issued <= MAX_TOKEN_LIFE_S &&
    seconds < ends &&
    seconds >= issued - 1;
  return good
    ? null
    : refusal(401, 'UnauthorizedError', 'Invalid token: jwt expired or wrong', 'INVALID_JWT');
}

function decoded(part: string): { [name: string]: Json } {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as { [name: string]: Json };
  } catch {
    return {}; // no token: what it should say is missing
  }
}
