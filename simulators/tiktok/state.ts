/** What simulated TikTok remembers, and its limits. */
import { createHash } from 'node:crypto';
import type { World } from '../simulator.ts';
import type { Grants } from '../shared/grants.ts';

export const APP = { clientId: 'sandbox-tiktok', clientSecret: 'sandbox-secret-of-tiktok' };

export const SCOPES = [
  'user.info.basic',
  'user.info.profile',
  'user.info.stats',
  'video.list',
  'video.publish',
  'video.upload',
];

export const CODE_LIFE_MS = 10 * 60_000;

export const ACCESS_LIFE_S = 86_400;

export const REFRESH_LIFE_S = 31_536_000;

export const ADDRESS_LIFE_MS = 3_600_000;

export const MAX_CAPTION = 2200;

export const MAX_TITLE = 90;

export const MAX_DESCRIPTION = 4000;

export const MAX_PHOTOS = 35;

export const MAX_PHOTO_BYTES = 20_000_000;

export const MAX_KEPT_BYTES = 8_000_000;

export const MB = 1_000_000;

/** How often a post is still worked on when it is asked for. */
export const POLLS = 2;

export interface State {
  /** By open_id. */
  accounts: { [id: string]: Account };
  grants: Grants;
  access: { [token: string]: Token };
  refresh: { [token: string]: Token };
  /** By publish_id, oldest first. */
  posts: { [id: string]: Post };
}

export interface Account {
  id: string;
  username: string;
  name: string;
}

interface Token {
  account: string;
  scopes: string[];
  madeAt: number;
}

export interface Post {
  id: string;
  account: string;
  kind: 'video' | 'photo';
  title: string;
  description: string;
  privacy: string;
  madeAt: number;
  upload: Upload | null;
  pollsLeft: number;
  failure: string | null;
  /** When it went live, and its id; null before. */
  live: { postId: string; at: number; looks: number } | null;
}

export interface Upload {
  id: string;
  token: string;
  size: number;
  chunkSize: number;
  received: number;
  type: string;
  head: string;
  /** What came so far, base64; null for files that are not kept. */
  kept: string | null;
}

export function accountFor(world: World<State>, name: string): Account {
  const id = `-000${hash(`open ${name}`).slice(0, 32)}`;
  const username = name.toLowerCase().replaceAll(/[^a-z0-9._]+/g, '_');
  return (world.state.accounts[id] ??= { id, username, name });
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
