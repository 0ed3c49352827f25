/** What the simulated Tumblr remembers, and the small things its routes share. */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { NumbersState } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';

export interface State {
  users: { [name: string]: User };
  codes: { [code: string]: Grant & { redirectUri: string } };
  /** By access token. */
  access: { [token: string]: Grant & { until: number } };
  /** By refresh token; one that was used is gone. */
  refresh: { [token: string]: Grant };
  /** Oldest first. */
  posts: Post[];
  numbers: NumbersState;
}

interface User {
  name: string;
  blogs: Blog[];
}

export interface Blog {
  name: string;
  title: string;
  uuid: string;
  primary: boolean;
}

export interface Grant {
  user: string;
  scope: string;
}

export interface Post {
  id: string;
  blog: string;
  at: number;
  state: 'published' | 'draft' | 'transcoding';
  content: { [name: string]: Json }[];
  slug: string;
  tags: string[];
  sourceUrl: string | null;
  /** Of a video that is worked on: what it becomes when it is done, and how many looks that takes. */
  becomes: { id: string; state: 'published' | 'draft'; looksLeft: number } | null;
  genesisId: string | null;
}

export const APP = { clientId: 'sandbox-tumblr', clientSecret: 'sandbox-secret-of-tumblr' };
export const SCOPES = 'basic write offline_access';
/** 42 minutes. */
export const ACCESS_SECONDS = 2520;

/** A person, with two blogs. */
export function userFor(world: World<State>, login: string): User {
  const name =
    login
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'someone';
  return (world.state.users[name] ??= {
    name,
    blogs: [
      { name, title: login, uuid: `t:${secretFor(`blog ${name}`).slice(0, 22)}`, primary: true },
      {
        name: `${name}-sketches`,
        title: `Sketches of ${login}`,
        uuid: `t:${secretFor(`blog ${name}-sketches`).slice(0, 22)}`,
        primary: false,
      },
    ],
  });
}

export function secretFor(what: string): string {
  return createHash('sha256').update(`sandbox tumblr ${what}`).digest('base64url');
}

export function newTokens(
  world: World<State>,
  { user, scope }: Grant,
): { access: string; refresh: string | null } {
  const number = world.nextNumber();
  const access = secretFor(`access ${number}`);
  world.state.access[access] = { user, scope, until: world.now() + ACCESS_SECONDS * 1000 };
  if (!scope.split(' ').includes('offline_access')) return { access, refresh: null };
  const refresh = secretFor(`refresh ${number}`);
  world.state.refresh[refresh] = { user, scope };
  return { access, refresh };
}

/** Lets a request pass that names its client and whose token has the scope. */
export function authorize(world: World<State>, request: Request, scope: string): Grant | Response {
  if ((request.headers.get('user-agent') ?? '') === '') return refusal(403, 'Forbidden');
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const grant = world.state.access[token];
  if (!grant || grant.until <= world.now()) return unauthorized();
  return grant.scope.split(' ').includes(scope) ? grant : refusal(403, 'Forbidden');
}

/** A blog by its name, its host or its uuid. */
export function blogOf(world: World<State>, { params }: Exchange): Blog | null {
  const asked = decodeURIComponent(params['blog'] ?? '').replace(/\.tumblr\.com$/, '');
  const blogs = Object.values(world.state.users).flatMap((user) => user.blogs);
  return blogs.find(({ name, uuid }) => name === asked || uuid === asked) ?? null;
}

/** Ids of 64 bits, as Tumblr's: strings everywhere. */
export function newId(world: World<State>): string {
  return String(700_000_000_000_000_000n + BigInt(world.nextNumber()));
}

// Answers

const MESSAGES: { [status: number]: string } = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Limit Exceeded',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

export function success(response: Json, status = 200): Response {
  return Response.json({ meta: { status, msg: MESSAGES[status] ?? 'OK' }, response }, { status });
}

export function refusal(status: number, title: string, code?: number, detail = title): Response {
  const meta = { status, msg: MESSAGES[status] ?? 'Error' };
  const errors = [{ title, ...(code !== undefined && { code }), detail }];
  return Response.json({ meta, errors, response: [] }, { status });
}

export function unauthorized(): Response {
  return refusal(401, 'Unauthorized', 1016, 'Unable to authorize');
}

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  if (status === 401) return unauthorized();
  const response = refusal(status, MESSAGES[status] ?? 'Something went wrong');
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}
