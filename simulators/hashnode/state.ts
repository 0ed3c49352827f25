/** What simulated Hashnode remembers, and its limits. */
import { createHash } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { NumbersState } from '../numbers/network.ts';
import type { LedgerEntry, World } from '../simulator.ts';

export const MAX_BYTES = 100_000;

export const MAX_PICTURE_BYTES = 8_000_000;

/** How long an upload address can be used. */
export const UPLOAD_MS = 60_000;

export const MAX_TAGS = 15;

export const MAX_TITLE = 250;

export interface User {
  id: string;
  username: string;
  name: string;
  token: string;
  publicationIds: string[];
}

interface Publication {
  id: string;
  title: string;
  url: string;
  pro: boolean;
}

export interface Article {
  /** The draft's id, then the article's. */
  id: string;
  publicationId: string;
  title: string;
  slug: string;
  markdown: string;
  tags: { slug: string; name: string }[];
  cover: string | null;
  originalUrl: string | null;
  at: number;
}

interface Upload {
  contentType: string;
  /** Epoch ms. */
  until: number;
  /** What was stored under the address; null before the PUT. */
  picture: LedgerEntry['media'][number] | null;
}

export interface State {
  users: User[];
  publications: Publication[];
  /** Oldest first. */
  drafts: Article[];
  posts: Article[];
  /** Upload addresses that were given out, by key. */
  uploads: { [key: string]: Upload };
  /** What was uploaded and confirmed, by its address. */
  pictures: { [url: string]: LedgerEntry['media'][number] };
  numbers: NumbersState;
}

export type Variables = { [name: string]: Json };

/** `storage` is where an upload address leads, which the network itself names with each upload. */
export function endpoints(baseUrl: string): { [name: string]: string } {
  return { api: `${baseUrl}/graphql`, storage: `${baseUrl}/storage` };
}

export function userFor(world: World<State>, name: string): User {
  const { state } = world;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  const known = state.users.find((user) => user.username === username);
  if (known) return known;
  const publication = (title: string, host: string): Publication => ({
    id: objectId(`publication ${host}`),
    title,
    url: `${world.baseUrl}/${host}`,
    pro: !name.startsWith('free'),
  });
  const publications = [
    publication(`${name}'s blog`, username),
    publication('Boat club', `${username}-club`),
  ];
  const user: User = {
    id: objectId(`user ${username}`),
    username,
    name,
    token: createHash('sha256').update(`sandbox hashnode ${username}`).digest('hex').slice(0, 36),
    publicationIds: publications.map(({ id }) => id),
  };
  state.publications.push(...publications);
  state.users.push(user);
  return user;
}

export function objectId(what: string): string {
  return createHash('sha256').update(`sandbox hashnode ${what}`).digest('hex').slice(0, 24);
}
