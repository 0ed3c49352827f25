/** A listening server with a few operations of its own, and sockets that can send it anything. */
import { connect, type Socket } from 'node:net';
import type { Test } from 'tap';
import { Type } from 'typebox';
import type { Authenticate } from '../../src/faces/http/api.ts';
import { createHttpServer, type HttpOptions, type HttpServer } from '../../src/faces/http/server.ts';
import { type Call, type Operation, operationsWith } from '../../src/api/operation.ts';
import type { Principal } from '../../src/api/principal.ts';
import { invalid, notFound, Problem } from '../../src/api/problem.ts';

/** What the handlers of these tests get. */
export interface FakeContext {
  fake: boolean;
}
export const operation = operationsWith<FakeContext>();

export const KEY = `trp_${'A'.repeat(43)}`;
/** The owner of a workspace. */
export const principal: Principal = {
  userId: 'usr_1',
  keyId: 'key_1',
  workspaces: [
    {
      id: 'ws_1',
      slug: 'home',
      name: 'Home',
      timezone: 'UTC',
      plan: 'developer',
      trialEndsAt: null,
      role: 'owner',
      heldTo: null,
    },
  ],
};

const closed = { additionalProperties: false };
const Thing = Type.Object(
  { name: Type.String({ minLength: 1 }), count: Type.Optional(Type.Integer()) },
  closed,
);

/** The arguments of the handlers' calls, the last call at the end. */
export interface Seen {
  calls: Call[];
  /** Released by a test: what `waitForIt` waits for. */
  release: () => void;
  /** Resolves when `waitForIt` has been called. */
  waiting: Promise<void>;
}

export function fakeOperations(): { operations: Operation<FakeContext>[]; seen: Seen } {
  let release = () => {};
  let arrived = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const waiting = new Promise<void>((resolve) => (arrived = resolve));
  const seen: Seen = { calls: [], release: () => release(), waiting };
  const common = { tag: 'Posts', summary: 'A fake', scope: 'publish' as const };
  const anything = Type.Object({}, { additionalProperties: true });

  const operations = [
    operation({
      ...common,
      id: 'listThings',
      accountLimit: 'irrelevant',
      rest: { method: 'get', path: '/v1/things' },
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        ratio: Type.Optional(Type.Number()),
        refresh: Type.Optional(Type.Boolean()),
        status: Type.Optional(Type.Enum(['draft', 'published'], { type: 'string' })),
        search: Type.Optional(Type.String()),
      }),
      result: anything,
      example: { result: {} },
      handle: async (call) => {
        seen.calls.push(call);
        return { body: { query: call.query } };
      },
    }),
    operation({
      ...common,
      id: 'createThing',
      accountLimit: 'irrelevant',
      rest: { method: 'post', path: '/v1/things' },
      audit: 'nothing',
      body: Type.Object({ ...Thing.properties, inner: Type.Optional(Type.Object({ deep: Type.Boolean() })) }),
      result: anything,
      example: { result: {} },
      handle: async (call) => {
        seen.calls.push(call);
        return { body: { made: call.body }, replayed: call.idempotency?.key === 'again' };
      },
    }),
    operation({
      ...common,
      id: 'readThing',
      accountLimit: 'irrelevant',
      rest: { method: 'get', path: '/v1/things/{id}' },
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      result: anything,
      example: { result: {} },
      handle: async ({ params }) => {
        switch (params.id) {
          case 'missing':
            throw notFound('thing', params.id);
          case 'broken':
            throw new Error('password=hunter2 in a stack trace');
          case 'refused':
            throw invalid('/media/1', 'media[1] is too large', {
              code: 'media_too_large',
              accountId: 'acc_1',
            });
          case 'later':
            throw new Problem('busy', 'try again later', { retryAfterSeconds: 1.2 });
          default:
            return { body: { id: params.id } };
        }
      },
    }),
    operation({
      ...common,
      id: 'checkThing',
      accountLimit: 'irrelevant',
      rest: { method: 'post', path: '/v1/things/check' },
      audit: 'nothing',
      result: anything,
      example: { result: {} },
      handle: async () => ({ body: { checked: true } }),
    }),
    operation({
      ...common,
      id: 'waitForIt',
      accountLimit: 'irrelevant',
      rest: { method: 'post', path: '/v1/wait' },
      audit: 'nothing',
      result: anything,
      example: { result: {} },
      handle: async (call) => {
        seen.calls.push(call);
        arrived();
        await released;
        return { body: { waited: true } };
      },
    }),
    operation({
      ...common,
      id: 'answerLong',
      accountLimit: 'irrelevant',
      rest: { method: 'get', path: '/v1/long' },
      result: anything,
      example: { result: {} },
      handle: async () => ({ body: { text: 'é'.repeat(3_000_000) } }),
    }),
  ];
  return { operations, seen };
}

export interface Running extends Seen {
  server: HttpServer;
  base: string;
  logged: { fields: object; message: string }[];
  /** Requests that ended. */
  ended: { route: string; method: string; status: number }[];
  /** Resolves when one more request has ended. */
  nextEnd: () => Promise<{ route: string; method: string; status: number }>;
  /** A request with the valid key. */
  call: (path: string, init?: RequestInit) => Promise<Response>;
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

const bearer = { authorization: `Bearer ${KEY}` };
const knowsKey: Authenticate = (token) => (token === KEY ? principal : null);

/** Starts the server for one test, and stops it after. */
export async function start(t: Test, options: Partial<HttpOptions<FakeContext>> = {}): Promise<Running> {
  const { operations, seen } = fakeOperations();
  const logged: Running['logged'] = [];
  const ended: Running['ended'] = [];
  let tell: (end: Running['ended'][number]) => void = () => {};
  const server = createHttpServer({
    operations,
    authenticate: knowsKey,
    context: { fake: true },
    log: { error: (fields, message) => logged.push({ fields, message }) },
    metrics: {
      ended: ({ route, method, status }) => {
        ended.push({ route, method, status });
        tell({ route, method, status });
      },
    },
    baseUrl: 'https://troupe.example.org',
    rate: null,
    ...options,
  });
  await server.listen('127.0.0.1', 0);
  t.teardown(() => server.close());
  const base = `http://127.0.0.1:${server.port}`;
  return {
    ...seen,
    server,
    base,
    logged,
    ended,
    nextEnd: () => new Promise((resolve) => (tell = resolve)),
    call: (path, init = {}) =>
      fetch(base + path, { ...init, headers: { ...bearer, ...(init.headers as Record<string, string>) } }),
    post: (path, body, headers = {}) =>
      fetch(base + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { ...bearer, 'content-type': 'application/json', ...headers },
      }),
  };
}

export interface Wire {
  socket: Socket;
  /** Everything received so far. */
  text: () => string;
  /** Resolves when the received text matches, or the server closed the connection. */
  until: (pattern: RegExp) => Promise<string>;
  /** Resolves when the server has closed the connection. */
  closed: Promise<string>;
}

/** Sends bytes unchanged. */
export async function wire(t: Test, port: number, ...parts: (string | Uint8Array)[]): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let received = '';
  const looks = new Set<() => void>();
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (const look of looks) look();
  });
  // a server that refuses may reset while we still send: what it sent before counts
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  await new Promise((resolve) => socket.once('connect', resolve));
  for (const part of parts) socket.write(part);
  return {
    socket,
    closed,
    text: () => received,
    until: (pattern) =>
      Promise.race([
        closed,
        new Promise<string>((resolve) => {
          const look = () => {
            if (!pattern.test(received)) return;
            looks.delete(look);
            resolve(received);
          };
          looks.add(look);
          look();
        }),
      ]),
  };
}

/** A request as bytes, with the valid key. */
export function request(method: string, path: string, headers: string[] = [], body = ''): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${KEY}`, ...headers, '', body].join(
    '\r\n',
  );
}

/** Sends a body to a server and returns how many responses came, with their statuses. */
export const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
