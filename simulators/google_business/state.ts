/** What the simulated Google remembers, whose calls it takes, and its errors. */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import type { PersonFacts } from '../people.ts';
import type { NumbersState } from '../numbers/network.ts';
import type { Grants } from '../shared/grants.ts';

export const APP = { clientId: 'sandbox-google_business', clientSecret: 'sandbox-secret-of-google_business' };
const MANAGE = 'https://www.googleapis.com/auth/business.manage';
export const SCOPES = [MANAGE, 'openid', 'email', 'profile'];
export const TOKEN_LIFE_SECONDS = 3599;

export interface State {
  grants: Grants;
  tokens: { [token: string]: Holder & { madeAt: number } };
  refreshTokens: { [token: string]: Holder };
  /** By `locations/…`. */
  locations: { [name: string]: Location };
  /** By `accounts/…/locations/…/localPosts/…`, oldest first. */
  posts: { [name: string]: Post };
  /** By their id, oldest first. */
  reviews: { [id: string]: Review };
  /** People who reviewed a location, by their id. */
  persons: { [id: string]: PersonFacts & { location: string } };
  numbers: NumbersState;
}

export interface Review {
  id: string;
  location: string;
  /** Id of who wrote it. */
  person: string;
  stars: number;
  /** Empty: stars alone. */
  text: string;
  createdAt: number;
  updatedAt: number;
  reply: Reply | null;
}

interface Reply {
  text: string;
  updatedAt: number;
  /** How often it was looked at. */
  looks: number;
}

interface Holder {
  person: string;
  scopes: string[];
}

export interface Location {
  name: string;
  title: string;
  person: string;
  /** Accounts it is reached through. */
  owners: string[];
  takesPosts: boolean;
}

export interface Post {
  name: string;
  location: string;
  summary: string;
  callToAction: Json;
  media: Json[];
  at: number;
  /** How often it was looked at. */
  looks: number;
}

/** The account of a person, and the group that lists their first location again. */
export function accountsOf(person: string): { own: string; group: string } {
  const number = digits(person);
  return { own: `accounts/1${number}`, group: `accounts/2${number}` };
}

/** A person's locations; made when they are first asked for. */
export function locationsOf(world: World<State>, person: string): Location[] {
  if (person.startsWith('nobody')) return [];
  const { own, group } = accountsOf(person);
  const open = !person.startsWith('closed');
  const locations = [
    { title: person, owners: [own, group], takesPosts: open },
    { title: `${person} harbour`, owners: [own], takesPosts: open },
    { title: `${person} chain`, owners: [own], takesPosts: false },
  ].map((location) => ({ ...location, person, name: `locations/${digits(location.title)}` }));
  for (const location of locations) world.state.locations[location.name] ??= location;
  return locations;
}

export function newTokens(
  world: World<State>,
  holder: Holder,
): { accessToken: string; refreshToken: string } {
  const refreshToken = `1//${hash(`refresh ${world.nextNumber()}`)}`;
  world.state.refreshTokens[refreshToken] = holder;
  return { accessToken: newAccessToken(world, holder), refreshToken };
}

export function newAccessToken(world: World<State>, holder: Holder): string {
  const token = `ya29.${hash(`access ${world.nextNumber()}`)}`;
  world.state.tokens[token] = { ...holder, madeAt: world.now() };
  return token;
}

/** Who calls; or why that is not taken. */
export function authorize(world: World<State>, { request }: Exchange): Holder | Response {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const known = world.state.tokens[token];
  if (!known || world.now() - known.madeAt >= TOKEN_LIFE_SECONDS * 1000) {
    return googleError(401, 'Request had invalid authentication credentials.');
  }
  if (!known.scopes.includes(MANAGE)) {
    return googleError(403, 'Request had insufficient authentication scopes.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' },
    ]);
  }
  if (!known.person.startsWith('unapproved')) return known;
  return googleError(429, "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute'.", [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'RATE_LIMIT_EXCEEDED',
      metadata: { quota_limit_value: '0' },
    },
  ]);
}

const STATUS: { [status: number]: string } = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

export function googleError(status: number, message: string, details: Json[] = []): Response {
  const error = { code: status, message, status: STATUS[status] ?? 'UNKNOWN' };
  return Response.json({ error: { ...error, ...(details.length === 0 ? {} : { details }) } }, { status });
}

/** A field that is wrong, as version 4 of the API reports it. */
export function invalid(field: string, message: string): Response {
  return googleError(400, 'Request contains an invalid argument.', [
    {
      '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
      errorDetails: [{ code: 1, field, message, value: '' }],
    },
  ]);
}

function digits(text: string): string {
  return String(BigInt(`0x${hash(text).slice(0, 12)}`)).padStart(15, '0');
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
