/** What the simulated Reddit remembers, and the small things its routes share. */
import { createHash } from 'node:crypto';
import type { NumbersState } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';

export interface State {
  /** By id, without the prefix. */
  accounts: { [id: string]: Account };
  codes: { [code: string]: Grant & { redirectUri: string; permanent: boolean } };
  /** By access token. */
  access: { [token: string]: Grant & { until: number } };
  /** By refresh token: good until revoked. */
  refresh: { [token: string]: Grant };
  /** Oldest first. */
  posts: Post[];
  /** Oldest first. */
  comments: Comment[];
  numbers: NumbersState;
}

interface Account {
  id: string;
  name: string;
}

interface Grant {
  accountId: string;
  scope: string;
}

export interface Comment {
  id: string;
  accountId: string;
  /** Full name of what it stands below: `t3_…` or `t1_…`. */
  parent: string;
  at: number;
  text: string;
}

export interface Post {
  id: string;
  accountId: string;
  subreddit: string;
  at: number;
  kind: 'self' | 'link';
  title: string;
  text: string;
  url: string;
  flair: string | null;
}

export const APP = { clientId: 'sandbox-reddit', clientSecret: 'sandbox-secret-of-reddit' };
export const SCOPES = 'identity read submit flair history';
export const ACCESS_SECONDS = 86_400;

export function accountFor(world: World<State>, login: string): Account {
  const name = login
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, 20)
    .padEnd(3, '_');
  const known = Object.values(world.state.accounts).find(
    (account) => account.name.toLowerCase() === name.toLowerCase(),
  );
  if (known) return known;
  const account = { id: `a${world.nextNumber().toString(36)}`, name };
  world.state.accounts[account.id] = account;
  return account;
}

export function secretFor(what: string): string {
  return createHash('sha256').update(`sandbox reddit ${what}`).digest('base64url');
}

export function newAccess(world: World<State>, { accountId, scope }: Grant): string {
  const token = secretFor(`access ${world.nextNumber()}`);
  world.state.access[token] = { accountId, scope, until: world.now() + ACCESS_SECONDS * 1000 };
  return token;
}

export function newRefresh(world: World<State>, { accountId, scope }: Grant): string {
  const token = secretFor(`refresh ${world.nextNumber()}`);
  world.state.refresh[token] = { accountId, scope };
  return token;
}

/** The account a request speaks for, its token good or not. */
export function callerIn({ state }: World<State>) {
  return ({ request }: Exchange): string | null => {
    const grant = state.access[tokenOf(request)];
    return grant === undefined ? null : `t2_${grant.accountId}`;
  };
}

/** Lets a request pass that names its client, and whose token has the scope. */
export function authorize(world: World<State>, request: Request, scope: string): Grant | Response {
  if (!namesItsClient(request)) return blocked();
  const grant = world.state.access[tokenOf(request)];
  if (!grant || grant.until <= world.now()) return expired();
  if (grant.scope.split(' ').includes(scope)) return grant;
  return refusal(403, 'Forbidden', {
    'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"',
  });
}

function tokenOf(request: Request): string {
  return /^[Bb]earer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

/** `web:org.example.poster:v1.0 (by /u/name)`; generic names are blocked. */
export function namesItsClient(request: Request): boolean {
  return /^[a-z]+:[\w.-]+:v[\d.]+/.test(request.headers.get('user-agent') ?? '');
}

// Answers

export function blocked(): Response {
  return new Response('<!doctype html><title>Blocked</title><body>whoa there, pardner!</body>', {
    status: 403,
    headers: { 'content-type': 'text/html' },
  });
}

export function refusal(status: number, message: string, headers: { [name: string]: string } = {}): Response {
  return Response.json({ message, error: status }, { status, headers });
}

export function expired(): Response {
  return refusal(401, 'Unauthorized', {
    'www-authenticate': 'Bearer realm="reddit", error="invalid_token"',
  });
}

const WORDS: { [status: number]: string } = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found' };

/** A 429 has no JSON body, and a server error is an HTML page. */
export function error(status: number, retryAfterSeconds: number | undefined): Response {
  if (status === 401) return expired();
  const headers: { [name: string]: string } =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const words = WORDS[status];
  if (words !== undefined) return refusal(status, words, headers);
  if (status === 429) return new Response('Too Many Requests', { status, headers });
  return new Response('<!doctype html><title>Ow! -- reddit.com</title>', {
    status,
    headers: { ...headers, 'content-type': 'text/html' },
  });
}
