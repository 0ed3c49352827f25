/** A live feed for tests: workspaces in Postgres, a hub, a bare uWebSockets.js server, and clients. */
import { connect as connectTcp } from 'node:net';
import type { Test } from 'tap';
import { WebSocket } from 'ws';
import { createUwsServer } from '../../src/faces/http/uws.ts';
import { newId } from '../../src/base/ids.ts';
import { createHub, type Hub, type HubOptions } from '../../src/faces/live/hub.ts';
import { attachLive, type Live, type LiveOptions } from '../../src/faces/live/socket.ts';
import type { Membership, Principal } from '../../src/api/principal.ts';
import type { FeedEvent } from '../../src/engine/feed-event.ts';
import type { Written } from '../../src/engine/write.ts';
import type { Sql } from '../../store/connect.ts';
import { appendFeed } from '../support/rows.ts';
import { insertWorkspace } from '../../store/workspaces.ts';
import { testDatabase } from '../support/database.ts';

export const silent = { warn() {}, error() {} };

let workspaces = 0;

export async function makeWorkspace(sql: Sql): Promise<Membership> {
  workspaces += 1;
  const workspace = {
    id: newId('ws', Date.now()),
    slug: `brand-${workspaces}`,
    name: `Brand ${workspaces}`,
    timezone: 'UTC',
    plan: 'developer',
    trialEndsAt: null,
    networks: 'both' as const,
    role: 'owner' as const,
    heldTo: null,
  };
  await insertWorkspace(sql, { ...workspace, slots: [] }, Date.now());
  return workspace;
}

/** The subject of an event: the id of a post, or a resource and the post it belongs to. */
export type About = string | Pick<FeedEvent, 'resource' | 'postId'>;

/** Commits events as a turn does, one for each. @returns what the hub is notified of */
export async function commit(
  sql: Sql,
  workspaceId: string,
  about: readonly About[],
  data: FeedEvent['data'] = {},
): Promise<Written['feed']> {
  const events = about.map((one) => ({
    type: 'post.updated',
    ...(typeof one === 'string' ? { resource: { type: 'post', id: one }, postId: one } : one),
    at: '2026-11-21T10:00:00.000Z',
    data,
  }));
  const lastSeq = await appendFeed(sql, { workspaceId, events }, Date.now());
  return [
    {
      workspaceId,
      lastSeq,
      events: events.map((event) => ({ workspaceId, ...event })),
    },
  ];
}

/** How many of the next queries fail, and how many succeed before. */
export interface Failures {
  after?: number;
  left: number;
}

/** A database whose queries fail on request. */
export function unreliable(sql: Sql, failures: Failures): Sql {
  return new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      if (failures.after !== undefined && failures.after > 0) {
        failures.after -= 1;
      } else if (failures.left > 0) {
        failures.left -= 1;
        return Promise.reject(new Error('the database is away'));
      }
      return Reflect.apply(target, self, args) as unknown;
    },
  });
}

/** `post_0` and so on, as many as requested. */
export const posts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `post_${index}`);

/** from, from + 1 … to */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * Resolves when the condition holds; it is checked after each turn of the event loop. The test's time limit is the
 * limit.
 */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

export interface Running {
  sql: Sql;
  hub: Hub;
  live: Live;
  workspace: Membership;
  port: number;
  /** The valid keys and their owners; tests remove them. */
  keys: Map<string, Principal>;
  /** Commits events about these and notifies the hub. @returns the number of the last one */
  say: (about: readonly About[], data?: FeedEvent['data']) => Promise<number>;
  /** A client, when it is connected. */
  client: (options?: ClientOptions) => Promise<Client>;
}

export interface ClientOptions {
  /** null: no header. Default: the valid key. */
  key?: string | null;
  query?: string;
  origin?: string;
}

export const KEY = 'trp_good';

export async function start(
  t: Test,
  options: { hub?: Partial<HubOptions>; live?: Partial<LiveOptions>; failing?: Failures } = {},
): Promise<Running> {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  const keys = new Map([[KEY, { userId: 'usr_1', keyId: 'key_1', workspaces: [workspace] }]]);
  const hub = createHub({
    sql: unreliable(sql, options.failing ?? { left: 0 }),
    log: silent,
    gapWaitMs: 5,
    ...options.hub,
  });
  const server = createUwsServer({
    onRequest: (exchange) => exchange.answer({ status: 418, headers: [], body: 'not live' }),
    onBadFraming: (exchange) => exchange.answer({ status: 400, headers: [], body: '' }),
    onEnd() {},
  });
  const live = attachLive(server, {
    hub,
    authenticate: (key) => keys.get(key) ?? null,
    baseUrl: 'https://troupe.example',
    log: silent,
    ...options.live,
  });
  await server.listen('127.0.0.1', 0);
  const clients: Client[] = [];
  t.teardown(() => {
    live.close();
    hub.close();
    server.close();
    for (const client of clients) client.socket.terminate();
  });
  return {
    sql,
    hub,
    live,
    workspace,
    port: server.port,
    keys,
    async say(about, data) {
      const written = await commit(sql, workspace.id, about, data);
      hub.publish(written);
      return Number(written[0]!.lastSeq);
    },
    async client(options = {}) {
      const client = connectClient(server.port, options);
      clients.push(client);
      await client.opened;
      return client;
    },
  };
}

export interface Said {
  type: string;
  [field: string]: unknown;
}

export interface Client extends Heard<Said> {
  /** Numbers of the events. */
  seqs(): number[];
  send(message: object | string): void;
  /** The first message of this type that was not taken yet. */
  take(type: string): Promise<Said>;
}

/** A refused upgrade, as HTTP. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly body: Said;
  readonly headers: { [name: string]: string | string[] | undefined };
  constructor(status: number, body: string, headers: Refused['headers']) {
    super(`refused with ${status}: ${body}`);
    this.status = status;
    this.body = JSON.parse(body) as Said;
    this.headers = headers;
  }
}

/** A socket, everything it receives, and how it opens and closes. */
export interface Heard<Message> {
  socket: WebSocket;
  said: Message[];
  /** Rejects with the status and body of a refusal. */
  opened: Promise<void>;
  closed: Promise<{ code: number; reason: string }>;
}

export function openSocket<Message>(
  address: string,
  { headers = {}, origin }: { headers?: { [name: string]: string }; origin?: string | undefined } = {},
): Heard<Message> {
  const socket = new WebSocket(address, { headers, ...(origin === undefined ? {} : { origin }) });
  const said: Message[] = [];
  socket.on('message', (bytes) => said.push(JSON.parse((bytes as Buffer).toString()) as Message));
  const opened = new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => reject(new Refused(response.statusCode ?? 0, body, response.headers)));
    });
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  return { socket, said, opened, closed };
}

export function connectClient(port: number, { key = KEY, query = '', origin }: ClientOptions = {}): Client {
  const { socket, said, opened, closed } = openSocket<Said>(`ws://127.0.0.1:${port}/v1/live${query}`, {
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    origin,
  });
  const taken = new Set<Said>();
  return {
    socket,
    opened,
    closed,
    said,
    seqs: () => seqsOf(said),
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async take(type) {
      const find = () => said.find((message) => message.type === type && !taken.has(message));
      await until(() => find() !== undefined);
      const found = find()!;
      taken.add(found);
      return found;
    },
  };
}

export function seqsOf(said: readonly Said[]): number[] {
  return said.filter((message) => message.type === 'event').map((message) => message['seq'] as number);
}

/** A client over plain TCP that stops reading once it is subscribed, until it is told to continue. */
export interface SlowClient {
  /** Everything the server sent, as far as it was read. */
  said: readonly Said[];
  /** Reads on. */
  read(): void;
  closed: Promise<{ code: number; reason: string }>;
}

/** @param messages of the client, each of which creates one more subscription */
export async function connectSlowClient(
  port: number,
  query: string,
  messages: readonly object[] = [],
): Promise<SlowClient> {
  const tcp = connectTcp(port, '127.0.0.1');
  const said: Said[] = [];
  let end = { code: 1006, reason: '' };
  let bytes = Buffer.alloc(0);
  let upgraded = false;
  let reading = true;
  tcp.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (!upgraded) {
      const head = bytes.indexOf('\r\n\r\n');
      if (head === -1) return;
      upgraded = true;
      bytes = bytes.subarray(head + 4);
    }
    for (let frame = readFrame(bytes); frame !== null; frame = readFrame(bytes)) {
      bytes = bytes.subarray(frame.size);
      const { payload } = frame;
      if (frame.opcode === 1) said.push(JSON.parse(payload.toString()) as Said);
      if (frame.opcode === 8) end = { code: payload.readUInt16BE(0), reason: payload.subarray(2).toString() };
    }
    if (reading && said.filter(({ type }) => type === 'subscribed').length > messages.length) {
      reading = false;
      tcp.pause();
    }
  });
  const closed = new Promise<typeof end>((resolve, reject) => {
    tcp.on('error', reject);
    tcp.on('close', () => resolve(end));
  });
  tcp.write(
    `GET /v1/live${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${KEY}\r\nUpgrade: websocket\r\n` +
      'Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await until(() => upgraded);
  for (const message of messages) tcp.write(maskedFrame(JSON.stringify(message)));
  await until(() => tcp.isPaused());
  return { said, closed, read: () => void tcp.resume() };
}

/** As a client sends it: masked, here with zeros. */
function maskedFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** An unmasked, unfragmented frame (RFC 6455, section 5.2), as a server sends it; null when it is not all here yet. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes[1]! & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < head) return null;
  const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < head + length) return null;
  return { opcode: bytes[0]! & 0x0f, payload: bytes.subarray(head, head + length), size: head + length };
}
