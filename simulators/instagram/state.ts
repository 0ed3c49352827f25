/** What simulated Instagram remembers, its limits, and how its ids are made. */
import { hash } from './hash.ts';
import type { World } from '../simulator.ts';
import type { PeopleState } from '../meta/state.ts';
import type { NumbersState } from '../numbers/network.ts';
import type { Grants } from '../shared/grants.ts';

export const NEWEST_VERSION = 26;

export const OLDEST_VERSION = 21;

export const HOUR = 3_600_000;

export const TOKEN_LIFE_SECONDS = 60 * 24 * 3600;

export const TOKEN_MIN_AGE_MS = 24 * HOUR;

export const CONTAINER_LIFE_MS = 24 * HOUR;

export const POSTS_PER_DAY = 100;

export const MAX_CAPTION_CHARS = 2200;

export const MAX_HASHTAGS = 30;

export const MAX_MENTIONS = 20;

export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;

export const MAX_VIDEO_BYTES = 300_000_000;

/** 4:5 to 1.91:1, with a hair for rounding to whole pixels. */
export const RATIO = { least: 0.8 - 0.005, most: 1.91 + 0.005 };

/** How often a container is still IN_PROGRESS when it is asked for. */
export const POLLS = { image: 1, video: 3, carousel: 1 };

/** An hour to exchange a code, and an hour for what it brings to become a token of 60 days. */
export const CODE_LIFE_MS = HOUR;

export const APP = { clientId: 'sandbox-instagram', clientSecret: 'sandbox-secret-of-instagram' };

export const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
];

export interface State {
  /** Single use. */
  codes: { [code: string]: { account: string; redirectUri: string; scopes: string[]; madeAt: number } };
  shortLived: { [token: string]: { account: string; madeAt: number; scopes?: string[] } };
  /** By the professional account's id (17841…). */
  accounts: { [id: string]: Account };
  /** Without scopes: all of them. */
  tokens: { [token: string]: Token };
  /** Codes and tokens of people who signed in with Facebook. */
  grants: Grants;
  userTokens: { [token: string]: { login: string; scopes: string[]; madeAt: number } };
  containers: { [id: string]: Container };
  /** By media id, oldest first. */
  media: { [id: string]: Media };
  people: PeopleState;
  numbers: NumbersState;
}

interface Token {
  account: string;
  madeAt: number;
  scopes?: string[];
  /** The Page whose token it is, which has no scheduled end; absent means the account signed in with Instagram. */
  page?: string;
}

export interface Account {
  id: string;
  username: string;
  name: string;
  token: string;
}

export interface Container {
  id: string;
  account: string;
  kind: keyof typeof POLLS;
  isCarouselItem: boolean;
  isStory?: true;
  caption: string;
  files: { url: string; type: string; bytes: number; alt?: string }[];
  children: string[];
  madeAt: number;
  pollsLeft: number;
  /** Subcode of what will have spoilt it when it is done. */
  failure: string | null;
  mediaId: string | null;
}

export interface Media {
  id: string;
  account: string;
  caption: string;
  kind: keyof typeof POLLS;
  at: number;
  number: number;
  /** Address of its first file. */
  file?: string;
  /** It is shown for a day, in a list of its own. */
  isStory?: true;
  /** Absent means it was published through the API. */
  origin?: 'elsewhere';
  /** A broadcast: only `live_media` has it, while it lasts. `endedAt`: epoch ms; null if it goes on. */
  live?: { endedAt: number | null };
  /** The medium of an ad: no list has it. `original`: the medium that it shows. */
  ad?: { id: string; title: string; original: string };
}

export function accountFor(world: World<State>, name: string): Account {
  const digits = BigInt(`0x${hash(name).slice(0, 12)}`) % 1_000_000_000n;
  const id = `17841400${digits.toString().padStart(9, '0')}`;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9._]+/g, '_');
  const known = world.state.accounts[id];
  if (known && isAlive(world, known.token)) return known;
  const account: Account = { id, username, name, token: newToken(world, id) };
  world.state.accounts[id] = account;
  return account;
}

/** The id of the person who signed in, made for the app: not the account's id. */
export function loginIdOf(account: string): string {
  return `289${account.slice(3)}`;
}

/** The last fourteen digits of an id: too long for a JSON number together with what stands before them. */
export function idDigits(number: number): string {
  return String(number).padStart(14, '0');
}

export function newToken(world: World<State>, account: string, scopes?: string[]): string {
  const token = `IGAA${hash(`${account} ${world.nextNumber()}`)}`;
  world.state.tokens[token] = { account, madeAt: world.now(), ...(scopes ? { scopes } : {}) };
  return token;
}

export function isAlive(world: World<State>, token: string): boolean {
  const known = world.state.tokens[token];
  if (known === undefined) return false;
  return known.page !== undefined || world.now() - known.madeAt < TOKEN_LIFE_SECONDS * 1000;
}
