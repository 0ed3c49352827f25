/** What a simulated PDS remembers, and its limits. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { NumbersState } from '../numbers/network.ts';
import { base32, sha256 } from './hashes.ts';

export const COLLECTION = 'app.bsky.feed.post';

export const HOUR_SECONDS = 3600;

export const ACCESS_SECONDS = 2 * HOUR_SECONDS;

export const REFRESH_SECONDS = 90 * 24 * HOUR_SECONDS;

/** Blobs that no record names are thrown away "after some hours". */
export const BLOB_LIFE_MS = 6 * HOUR_SECONDS * 1000;

export const MAX_UPLOAD_BYTES = 100_000_000;

export const MAX_VIDEO_BYTES = 300_000_000;

/** How often a video is still being encoded when asked for. */
export const LOOKS_WHILE_ENCODING = 2;

/** What the video service accepts. What it serves is always MP4. */
export const VIDEO_TYPES = new Set(['video/mp4', 'video/mpeg', 'video/quicktime', 'video/webm', 'image/gif']);

export interface State {
  /** By DID. */
  accounts: { [did: string]: Account };
  /** Refresh tokens that were not used yet, by their id. */
  refreshable: { [tokenId: string]: true };
  jobs: { [id: string]: Job };
  numbers: NumbersState;
}

export interface Account {
  did: string;
  handle: string;
  email: string;
  displayName: string;
  appPassword: string;
  /** By record key. */
  posts: { [rkey: string]: { cid: string; value: Json } };
  /** By CID. */
  blobs: { [cid: string]: StoredBlob };
}

export interface StoredBlob {
  mimeType: string;
  size: number;
  storedAt: number;
  used: boolean;
  url: string;
}

export interface Job {
  id: string;
  did: string;
  cid: string;
  looks: number;
  failureCode: string | null;
  video: StoredBlob;
}

export function endpointsAt(baseUrl: string): { [name: string]: string } {
  return { pds: baseUrl, video: `${baseUrl}/video`, public: `${baseUrl}/public`, plc: `${baseUrl}/plc` };
}

export function accountFor(world: World<State>, name: string): Account {
  const handle = `${
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'someone'
  }.test`;
  const did = `did:plc:${base32(sha256(name)).slice(0, 24)}`;
  const letters = base32(sha256(`password of ${name}`));
  return (world.state.accounts[did] ??= {
    did,
    handle,
    email: `${handle.split('.')[0]}@example.org`,
    displayName: name,
    appPassword: [0, 4, 8, 12].map((start) => letters.slice(start, start + 4)).join('-'),
    posts: {},
    blobs: {},
  });
}

/** By DID, handle or e-mail address. */
export function findAccount(world: World<State>, name: string): Account | null {
  const wanted = name.toLowerCase();
  return (
    Object.values(world.state.accounts).find(
      ({ did, handle, email }) => did === name || handle === wanted || email === wanted,
    ) ?? null
  );
}
