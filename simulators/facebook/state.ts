/** What the simulated Facebook remembers, and whose calls it takes. */
import { createHmac } from 'node:crypto';
import type { PeopleState } from '../meta/state.ts';
import type { NumbersState } from '../numbers/network.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import {
  digitsOf,
  graphError,
  hash,
  type Input,
  inputOf,
  missing,
  sessionExpired,
  textOf,
  tokenOf,
} from '../shared/graph.ts';
import type { Grants } from '../shared/grants.ts';

export const APP = { clientId: 'sandbox-facebook', clientSecret: 'sandbox-secret-of-facebook' };
export const SCOPES = [
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'pages_messaging',
  'read_insights',
  'business_management',
];
/** Permissions that the calls of a Page need. */
export const MANAGE = 'pages_manage_posts';
export const READ = 'pages_read_engagement';

export interface State {
  grants: Grants;
  tokens: { [token: string]: Token };
  /** By id (102…). */
  pages: { [id: string]: Page };
  photos: { [id: string]: Photo };
  videos: { [id: string]: Video };
  /** By `{page}_{post}`, oldest first. */
  posts: { [id: string]: Post };
  people: PeopleState;
  /** By id, in a list of their own beside the posts. */
  reels: { [id: string]: Reel };
  numbers: NumbersState;
}

/** Made in Facebook's own app. */
export interface Reel {
  id: string;
  page: string;
  description: string;
  at: number;
  /** The id under which the Page's feed knows it. */
  post: string;
}

interface Token {
  of: { user: string } | { page: string };
  scopes: string[];
  madeAt: number;
  /** Null means as long as the person keeps their role and password. */
  lifeMs: number | null;
}

export interface Page {
  id: string;
  name: string;
  token: string;
}

export interface File {
  url: string | null;
  type: string;
  bytes: number;
  /** Absent means it has none. */
  alt?: string;
}

interface Photo {
  id: string;
  page: string;
  file: File;
  /** The post it is in; null while it is staged. */
  post: string | null;
}

export interface Video {
  id: string;
  page: string;
  sessionId: string;
  size: number;
  received: number;
  type: string;
  /** Base64 of its first bytes: enough to recognise its type. */
  head: string;
  post: string | null;
  looks: number;
}

export interface Post {
  id: string;
  page: string;
  message: string;
  at: number;
  photos: string[];
  video: string | null;
  /** Absent means it was published through the API. */
  origin?: 'elsewhere';
  /** It was never published: no list has it. */
  ad?: boolean;
}

export function pageFor(world: World<State>, name: string): Page {
  const id = `102${digitsOf(name).slice(2)}`;
  const known = world.state.pages[id];
  if (known && world.state.tokens[known.token]) return known;
  const page: Page = { id, name, token: newToken(world, { page: id }, SCOPES, null) };
  world.state.pages[id] = page;
  return page;
}

/** The second Page of a person has their name in its own. */
export const SECOND_PAGE = ' studio';

/** The person whose Page it is. */
export function ownerOf(world: World<State>, page: string): string {
  return (world.state.pages[page]?.name ?? '').replace(new RegExp(`${SECOND_PAGE}$`), '');
}

/** The id of a person, made for the app. */
export function loginIdOf(user: string): string {
  return `101${digitsOf(user)}`;
}

export function newToken(
  world: World<State>,
  of: Token['of'],
  scopes: string[],
  lifeMs: number | null,
): string {
  const token = `EAA${hash(`${JSON.stringify(of)} ${world.nextNumber()}`)}`;
  world.state.tokens[token] = { of, scopes, madeAt: world.now(), lifeMs };
  return token;
}

export function isAlive(world: World<State>, { madeAt, lifeMs }: Token): boolean {
  return lifeMs === null || world.now() - madeAt < lifeMs;
}

export function proofOf(token: string): string {
  return createHmac('sha256', APP.clientSecret).update(token).digest('hex');
}

/** The token of a call, if it is good; where a proof of the app's secret comes along it must be right. */
function authorize(world: World<State>, exchange: Exchange, proof: string): Token | Response {
  const version = /^v(\d+)\.0$/.exec(exchange.params['version'] ?? '')?.[1];
  if (version === undefined || Number(version) > 26) {
    return graphError(400, { code: 2500 }, `Unknown path components: ${exchange.url.pathname}`);
  }
  const text = tokenOf(exchange);
  if (text === null) {
    return graphError(400, { code: 2500 }, 'An active access token must be used to query information.');
  }
  const token = world.state.tokens[text];
  if (!token) return graphError(401, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
  if (!isAlive(world, token)) return sessionExpired();
  if (proof !== '' && proof !== proofOf(text)) {
    return graphError(400, { code: 100 }, 'Invalid appsecret_proof provided in the API argument');
  }
  return token;
}

export async function asPerson(
  world: World<State>,
  exchange: Exchange,
  answer: (user: string, scopes: string[]) => Response,
): Promise<Response> {
  const token = authorize(world, exchange, exchange.url.searchParams.get('appsecret_proof') ?? '');
  if (token instanceof Response) return token;
  return 'user' in token.of ? answer(token.of.user, token.scopes) : missing('me');
}

/** What every call of a Page has in common: the version, the token, the permission, the Page in the path. */
export async function asPage(
  world: World<State>,
  exchange: Exchange,
  scope: string,
  answer: (page: Page, input: Input) => Response | Promise<Response>,
): Promise<Response> {
  const input = await inputOf(exchange);
  const token = authorize(world, exchange, textOf(input, 'appsecret_proof'));
  if (token instanceof Response) return token;
  const page = 'page' in token.of ? world.state.pages[token.of.page] : undefined;
  if (!page) {
    return graphError(403, { code: 200 }, '(#200) A Page access token is required to call this.');
  }
  if (!token.scopes.includes(scope)) return permissionError(scope);
  const of = exchange.params['page'] ?? exchange.params['account'];
  if (of !== undefined && of !== 'me' && of !== page.id) return missing(of);
  return answer(page, input);
}

export function permissionError(scope: string): Response {
  return graphError(403, { code: 200 }, `(#200) Requires ${scope} permission to manage the object.`);
}

export function callerOf(world: World<State>, exchange: Exchange): string | null {
  const of = world.state.tokens[tokenOf(exchange) ?? '']?.of;
  return of && 'page' in of ? of.page : null;
}
