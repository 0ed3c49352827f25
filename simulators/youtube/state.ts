/** What simulated YouTube remembers, and its limits. */
import { createHash } from 'node:crypto';
import type { World } from '../simulator.ts';
import type { NumbersState } from '../numbers/network.ts';
import type { Grants } from '../shared/grants.ts';

export const APP = { clientId: 'sandbox-youtube', clientSecret: 'sandbox-secret-of-youtube' };

export const PREFIX = 'https://www.googleapis.com/auth/';

export const SCOPES = [
  'youtube.upload',
  'youtube.readonly',
  'youtube.force-ssl',
  'yt-analytics.readonly',
].map((name) => `${PREFIX}${name}`);

export const CODE_LIFE_MS = 10 * 60_000;

export const ACCESS_LIFE_S = 3599;

export const SESSION_LIFE_MS = 7 * 24 * 3_600_000;

export const CHUNK_UNIT = 262_144;

export const MAX_TITLE = 100;

export const MAX_DESCRIPTION_BYTES = 5000;

export const MAX_KEPT_BYTES = 8_000_000;

export interface State {
  /** By id. */
  channels: { [id: string]: Channel };
  grants: Grants;
  access: { [token: string]: Token };
  refresh: { [token: string]: Token };
  sessions: { [id: string]: Session };
  /** By id, oldest first. */
  videos: { [id: string]: Video };
  /** Oldest first. */
  comments: Comment[];
  numbers: NumbersState;
}

export interface Channel {
  id: string;
  title: string;
  handle: string;
}

interface Token {
  channel: string;
  scopes: string[];
  madeAt: number;
}

export interface Session {
  id: string;
  channel: string;
  title: string;
  description: string;
  privacy: string;
  type: string;
  size: number;
  received: number;
  /** The first four bytes. */
  head: string;
  /** What came so far, base64; null for files that are not kept. */
  kept: string | null;
  madeAt: number;
  video: string | null;
}

export interface Comment {
  id: string;
  channel: string;
  video: string;
  text: string;
  at: number;
}

export interface Video {
  id: string;
  channel: string;
  title: string;
  description: string;
  privacy: string;
  at: number;
  rejected: boolean;
}

export function channelFor(world: World<State>, name: string): Channel {
  const id = `UC${hash(`channel ${name}`).slice(0, 22)}`;
  const handle = `@${name.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '_')}`;
  return (world.state.channels[id] ??= { id, title: name, handle });
}

export const UPLOAD_PATH = '/api/upload/youtube/v3/videos';

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
