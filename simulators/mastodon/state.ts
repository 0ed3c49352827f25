/** What a simulated Mastodon server remembers, its limits, and how its ids are made. */
import { createHash } from 'node:crypto';
import type { NumbersState } from '../numbers/network.ts';
import type { World } from '../simulator.ts';

export const MAX_CHARACTERS = 500;

export const MAX_FILES = 4;

export const SIZE_LIMITS = { image: 16_777_216, video: 103_809_024 };

export const TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/heic',
  'image/heif',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'audio/mpeg',
];

export const KEY_LIFE_MS = 60 * 60_000;

/** Unattached files are deleted after about a day. */
export const FILE_LIFE_MS = 24 * 60 * 60_000;

export const LOOKS_WHILE_PROCESSING = 2;

export const SCOPES = 'read:accounts read:statuses write:statuses write:media';

export const OUR_APP = 'Troupe sandbox';

export interface State {
  numbers: NumbersState;
  accounts: { [id: string]: Account };
  apps: { [clientId: string]: App };
  codes: { [code: string]: Grant & { clientId: string; redirectUri: string; challenge: string | null } };
  tokens: { [token: string]: Grant };
  files: { [id: string]: StoredFile };
  /** Oldest first. */
  statuses: Status[];
  /** By account and key. */
  keys: { [key: string]: { statusId: string; until: number } };
}

interface Account {
  id: string;
  username: string;
  displayName: string;
}

export interface App {
  name: string;
  secret: string;
  redirectUris: string[];
}

export interface Grant {
  accountId: string;
  scope: string;
  appName: string;
}

export interface StoredFile {
  id: string;
  accountId: string;
  kind: 'image' | 'gifv' | 'video' | 'audio';
  type: string;
  bytes: number;
  url: string;
  uploadedAt: number;
  /** Looks left until it is done. */
  looksLeft: number;
  broken: boolean;
  statusId: string | null;
  /** Absent means it has none. */
  description?: string;
}

export interface Status {
  id: string;
  accountId: string;
  createdAt: string;
  text: string;
  visibility: string;
  /** Absent means it has none. */
  spoilerText?: string;
  /** Absent means the account's own. */
  language?: string;
  replyTo: string | null;
  fileIds: string[];
  appName: string;
}

export function accountFor(world: World<State>, name: string): Account {
  const username = name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_');
  const known = Object.values(world.state.accounts).find((account) => account.username === username);
  if (known !== undefined) return known;
  const account = { id: newId(world), username, displayName: name };
  world.state.accounts[account.id] = account;
  return account;
}

/** As it is kept elsewhere: with the server's name, since an id is one server's own. */
export function globalIdOf(world: World<State>, id: string): string {
  return `${id}@${new URL(world.baseUrl).hostname}`;
}

export function profileOf(world: World<State>, { username }: Account): string {
  return `${world.baseUrl}/@${username}`;
}

/** Ids that rise with time, as Mastodon's do: milliseconds and 16 bits of sequence. */
export function newId(world: World<State>): string {
  return String((BigInt(world.now()) << 16n) | BigInt(world.nextNumber() & 0xffff));
}

export function secretFor(what: string): string {
  return createHash('sha256').update(`sandbox mastodon ${what}`).digest('base64url');
}
