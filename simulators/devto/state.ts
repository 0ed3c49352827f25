/** What simulated DEV remembers, and its limits. */
import type { NumbersState } from '../numbers/network.ts';
import type { World } from '../simulator.ts';

export const MAX_TITLE = 128;

export const MAX_TAGS = 4;

export const DISCLOSURES = ['no_ai', 'some_ai', 'fully_autonomous'];

/** New articles in 30 seconds. */
export const MAX_NEW = 10;

export const WINDOW_MS = 30_000;

export const LIQUID_TAGS = ['embed', 'raw', 'endraw', 'youtube', 'link', 'comment', 'endcomment'];

export interface User {
  id: number;
  username: string;
  name: string;
}

export interface Article {
  id: number;
  userId: number;
  title: string;
  body: string;
  slug: string;
  tags: string[];
  canonicalUrl: string | null;
  mainImage: string | null;
  disclosure: string | null;
  published: boolean;
  createdAt: number;
  publishedAt: number | null;
}

export interface State {
  users: User[];
  /** User ids by API key. */
  keys: { [key: string]: number };
  /** Oldest first. */
  articles: Article[];
  numbers: NumbersState;
}

export function userFor(world: World<State>, name: string): User {
  const { state } = world;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_');
  const known = state.users.find((user) => user.username === username);
  if (known) return known;
  const user = { id: 4700 + world.nextNumber(), username, name };
  state.users.push(user);
  return user;
}
