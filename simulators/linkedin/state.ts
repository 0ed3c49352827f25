/** What LinkedIn keeps: members, what they allowed, files and posts. */
import { createHash } from 'node:crypto';
import type { World } from '../simulator.ts';

export const TOKEN_LIFE_SECONDS = 5_184_000;
export const REFRESH_LIFE_SECONDS = 31_536_000;
export const ALL_SCOPES = 'openid,profile,w_member_social';

export interface State {
  /** By `sub`. */
  members: { [sub: string]: Member };
  codes: { [code: string]: { sub: string; scope: string; redirectUri: string } };
  /** Times are epoch ms. */
  tokens: { [token: string]: { sub: string; scope: string; until: number } };
  refreshTokens: { [token: string]: { sub: string; scope: string; until: number } };
  /** By urn. */
  files: { [urn: string]: StoredFile };
  /** Addresses for uploads, each for one file or one part of it. */
  places: { [id: string]: { urn: string; part: number } };
  /** Oldest first. */
  posts: Post[];
  /** Oldest first. */
  comments: { id: string; post: string; author: string; text: string }[];
}

interface Member {
  sub: string;
  name: string;
}

export interface StoredFile {
  urn: string;
  owner: string;
  kind: 'image' | 'document' | 'video';
  /** Of a video, as it was announced. */
  size: number;
  /** Base64 of the parts that came, until they are put together. */
  parts: { data: string; etag: string }[];
  /** Set when the file is whole. */
  kept: { url: string; type: string; bytes: number } | null;
  looksLeft: number;
  broken: boolean;
}

interface Post {
  urn: string;
  author: string;
  commentary: string;
  fileUrn: string | null;
  at: number;
}

export function memberFor({ state }: World<State>, name: string): Member {
  const sub = hash(`member ${name}`).slice(0, 10);
  return (state.members[sub] ??= { sub, name });
}

/** A new access token, and a refresh token where the app gets one. */
export function grant(
  world: World<State>,
  { sub, name }: Member,
  scope: string,
): { accessToken: string; refreshToken: string | null } {
  const number = world.nextNumber();
  const accessToken = `AQX-${hash(`token ${number}`).slice(0, 40)}`;
  world.state.tokens[accessToken] = { sub, scope, until: world.now() + TOKEN_LIFE_SECONDS * 1000 };
  if (name.startsWith('selfserve')) return { accessToken, refreshToken: null };
  const refreshToken = `AQR-${hash(`refresh ${number}`).slice(0, 40)}`;
  world.state.refreshTokens[refreshToken] = { sub, scope, until: world.now() + REFRESH_LIFE_SECONDS * 1000 };
  return { accessToken, refreshToken };
}

export function urnOf({ sub }: Pick<Member, 'sub'>): string {
  return `urn:li:person:${sub}`;
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
