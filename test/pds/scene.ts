/** What the checks share: two people on the PDS, one of them connected to the service, and a reader next to it. */
import { equal } from 'node:assert/strict';
import type { AtpAgent } from '@atproto/api';
import { linkFor, newPerson, type Seen } from '../accounts/connect/person.ts';
import type { RunningService } from '../support/service.ts';
import type { Stage } from './stage.ts';

export interface Check {
  /** A sentence that must be true. */
  title: string;
  /** @returns details worth printing, if any. @throws if it is not true */
  check(): Promise<string | undefined>;
}

export const COLLECTION = 'app.bsky.feed.post';
/** Of every account here. */
export const PASSWORD = 'the password of the account';

/** Calls that are counted. */
export const PUT = 'com.atproto.repo.putRecord';
export const GET = 'com.atproto.repo.getRecord';
export const REFRESH = 'com.atproto.server.refreshSession';
export const LOGIN = 'com.atproto.server.createSession';
export const count = (calls: string[], method: string) => calls.filter((call) => call === method).length;

export interface Scene {
  stage: Stage;
  /** Filled in by the checks that make and connect her account. */
  rosa: { handle: string; did: string; appPassword: string; accountId: string };
  ben: { handle: string; did: string };
  /** The network's own client, with a session of its own. */
  reader: AtpAgent;
  /** Addresses of all records that must exist. */
  published: string[];
  /** Sends the form of a new connect link. */
  connect(fields: { handle: string; appPassword: string }): Promise<Seen>;
  /** Publishes with the service. @returns the record as it then is, and the calls that led there */
  publish(content: string, media?: string[]): Promise<{ record: StoredPost; calls: string[] }>;
  /** Reads a record. */
  read(uri: string): Promise<StoredPost>;
  /** Reads a blob of Rosa's. */
  bytesOf(cid: string): Promise<Uint8Array>;
}

/** A record as the server sends it. */
export interface StoredPost {
  text: string;
  facets: { index: { byteStart: number; byteEnd: number }; features: object[] }[];
  embed: {
    $type: string;
    images: StoredImage[];
    items: StoredImage[];
    video: Blob;
    aspectRatio: object;
  };
}
interface StoredImage {
  image: Blob;
  aspectRatio: object;
}
interface Blob {
  $type: string;
  ref: { $link: string };
  mimeType: string;
  size: number;
}

export function setScene(stage: Stage): Scene {
  const scene: Scene = {
    stage,
    rosa: { handle: 'rosa.test', did: '', appPassword: '', accountId: '' },
    ben: { handle: 'ben.test', did: '' },
    reader: stage.newClient(),
    published: [],
    async connect(fields) {
      const link = await linkFor({ call: stage.call } as unknown as RunningService);
      return newPerson(stage).send(`${link.url}/bluesky`, { ...fields, server: '' });
    },
    async publish(content, media = []) {
      const before = stage.front.calls.length;
      const body = { content, media, accountIds: [scene.rosa.accountId], publishNow: true };
      const created = await stage.call('POST', '/v1/posts', body);
      equal(created.status, 200, JSON.stringify(created.body));
      const post = await stage.until(created.body.post.id, ({ status }) => status !== 'publishing');
      equal(post.status, 'published', JSON.stringify(post));
      const calls = stage.front.calls.slice(before);
      const uri: string = post.deliveries[0].networkPostId;
      scene.published.push(uri);
      return { record: await scene.read(uri), calls };
    },
    async read(uri) {
      const key = { repo: scene.rosa.did, collection: COLLECTION, rkey: uri.split('/').at(-1) ?? '' };
      const { data } = await scene.reader.com.atproto.repo.getRecord(key);
      return JSON.parse(JSON.stringify(data.value)); // without the client's classes
    },
    async bytesOf(cid) {
      return (await scene.reader.com.atproto.sync.getBlob({ did: scene.rosa.did, cid })).data;
    },
  };
  return scene;
}
