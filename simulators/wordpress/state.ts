/** What the site keeps: users, their application passwords, posts and files. */
import { createHash } from 'node:crypto';
import type { NumbersState } from '../numbers/network.ts';
import type { World } from '../simulator.ts';

export const NAME = 'Boats & bikes';

export interface State {
  users: { [id: string]: User };
  /** By the password without its spaces. */
  passwords: { [password: string]: { userId: number; uuid: string; name: string; appId: string } };
  posts: { [id: string]: Post };
  media: { [id: string]: Media };
  tags: { [id: string]: Tag };
  numbers: NumbersState;
}

export interface User {
  id: number;
  login: string;
  name: string;
  role: 'author' | 'contributor';
}

export interface Post {
  id: number;
  author: number;
  status: string;
  slug: string;
  title: string;
  content: string;
  excerpt: string;
  featured: number;
  /** Absent in posts from before tags were simulated. */
  tags?: number[];
  at: number;
  /** It is in the ledger: a post is published once. */
  recorded: boolean;
}

export interface Tag {
  id: number;
  name: string;
}

export interface Media {
  id: number;
  slug: string;
  source: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  alt: string;
}

export function userFor(world: World<State>, name: string): User {
  const login = name.toLowerCase().replaceAll(/[^a-z0-9._@-]+/g, '_');
  const known = Object.values(world.state.users).find((user) => user.login === login);
  if (known !== undefined) return known;
  const role = login.startsWith('contributor') ? 'contributor' : 'author';
  const user: User = { id: world.nextNumber(), login, name, role };
  world.state.users[user.id] = user;
  return user;
}

export function remoteIdOf(world: World<State>, user: User): string {
  const { host, pathname } = new URL(world.baseUrl);
  return `${host}${pathname}#${user.id}`;
}

/** 24 letters and digits, as WordPress makes them. */
export function passwordFrom(seed: string): string {
  const letters = createHash('sha512')
    .update(seed)
    .digest('base64')
    .replaceAll(/[^a-zA-Z0-9]/g, '');
  return letters.slice(0, 24);
}

export function keepPassword(
  { state }: World<State>,
  user: User,
  password: string,
  { name, appId }: { name: string; appId: string },
): void {
  const uuid = createHash('sha256').update(password).digest('hex').slice(0, 32);
  state.passwords[password] = { userId: user.id, uuid, name, appId };
}
