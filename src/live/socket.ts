/**
 * The live feed: `GET /v1/live` as WebSocket. `docs/live.md` tells it to users.
 *
 * uWebSockets.js sends to all sockets on a topic and keeps what a socket does not take. It must never drop: a dropped
 * event would be a hole. So sockets that do not keep up are looked for after every few published bytes, and ended with a
 * reason long before the library's own limit. They come back with `after`, and lose nothing.
 */
import type { RawRoute } from '../api/exchange.ts';
import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import { isSessionToken } from '../auth/sessions.ts';
import { apiHeaders } from '../http/answer.ts';
import type { Authenticate } from '../http/api.ts';
import type { Fault } from '../http/explain.ts';
import { compileQuery } from '../http/query.ts';
import type { Log } from '../log.ts';
import type { Principal, Workspace } from '../api/principal.ts';
import { Problem } from '../api/problem.ts';
import { Connection, type SocketData } from './connection.ts';
import { CLOSE } from './held-socket.ts';
import type { Hub } from './hub.ts';
import { keysOf, liveQuery, readMessage, type Subscribe } from './messages.ts';
import { Room, Subscription } from './room.ts';
import { paced } from './shared.ts';
import {
  acceptUpgrade,
  keepOpeningCompiled,
  opening,
  readUpgrade,
  refuseUpgrade,
  tokenOf,
  unauthorized,
  upgradeRequired,
  WRONG_KEY,
} from './upgrade.ts';

export interface LiveOptions {
  hub: Hub;
  authenticate: Authenticate;
  /** The token of a session in a `cookie` header, for pages of ours; null: none. Default: keys alone. */
  sessionIn?: (cookies: string) => string | null;
  /** Public address of this service: pages of other origins are refused. */
  baseUrl: string;
  log: Pick<Log, 'warn' | 'error'>;
  /** How long a socket may stay without a key, ms. Default 10,000. */
  authTimeoutMs?: number;
  /** Bytes that may wait in a socket before it counts as too slow. Default 1 MiB; it may be twice that for a moment. */
  maxBufferedBytes?: number;
  /** How often to look for sockets that are too slow or have no key, whatever is published, ms. Default 1,000. */
  sweepMs?: number;
  /** How often keys are checked again, ms, if nobody calls `recheck`. Default 10,000. */
  recheckMs?: number;
  /** Silence after which a socket is pinged, and soon closed, s. From 8 to 960; default 32. */
  idleSeconds?: number;
  /** Sockets at once. Default 20,000. */
  maxSockets?: number;
  /** Workspaces and single resources that a socket may watch, together. Default 200. */
  maxSubscriptions?: number;
}

export interface Live {
  /** Asks again for every key: ends the sockets of those that are revoked, and leaves workspaces that are out of reach. */
  recheck(): Promise<void>;
  /** Ends the sockets of a key at once. */
  dropKey(keyId: string): void;
  /** Refuses new sockets and ends all there are. */
  close(code?: number, reason?: string): void;
  /** For metrics. */
  stats(): LiveStats;
}

export interface LiveStats {
  /** Open now. */
  sockets: number;
  /** Watched by them. */
  workspaces: number;
  /** Bytes that wait in all of them. */
  bufferedBytes: number;
  /** Sockets that were ended for being too slow, ever. */
  slow: number;
}

export const LIVE_PATH = '/v1/live';
/** Of a client's message. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Larger ones are cut off by the library, without a reason. */
const MAX_READ_BYTES = 64 * 1024;
/** Published bytes after which slow sockets are looked for. */
const SWEEP_BYTES = 256 * 1024;
/** The library drops what is beyond; nothing ever gets there. */
const DROP_BYTES = 16 * 1024 * 1024;
/** Messages that may wait for the answer to `auth`. */
const MOST_HELD = 32;
/** At most so often are keys checked again, ms: a revoked one ends its sockets within this time. */
const RECHECK_PAUSE_MS = 1_000;
/** Keys checked again at once. */
const KEYS_AT_ONCE = 32;

const LAST_SEQ = 'the seq of the last event you got';

/** @param app must listen later; routes of other paths do not matter */
export function attachLive(app: TemplatedApp, options: LiveOptions): Live {
  const { hub, authenticate, log, authTimeoutMs = 10_000, maxBufferedBytes = 1024 * 1024 } = options;
  const { sweepMs = 1_000, recheckMs = 10_000, idleSeconds = 32 } = options;
  const { maxSockets = 20_000, maxSubscriptions = 200 } = options;
  const origin = new URL(options.baseUrl).origin;
  const headers = apiHeaders(options.baseUrl);
  const readQuery = compileQuery(`GET ${LIVE_PATH}`, liveQuery);

  const connections = new Set<Connection>();
  const strangers = new Set<Connection>();
  const byKey = new Map<string, Set<Connection>>();
  const rooms = new Map<string, Room>();
  let published = 0;
  let slow = 0;
  let closing = false;

  app.ws<SocketData>(LIVE_PATH, {
    maxPayloadLength: MAX_READ_BYTES,
    maxBackpressure: DROP_BYTES,
    idleTimeout: idleSeconds,
    sendPingsAutomatically: true,
    upgrade,
    open: opening(begin),
    message(ws, bytes) {
      const { connection } = ws.getUserData();
      if (!allowed(connection)) return;
      if (bytes.byteLength > MAX_MESSAGE_BYTES)
        return connection.end(CLOSE.tooBig, `a message may have ${MAX_MESSAGE_BYTES} bytes`);
      hear(connection, Buffer.from(bytes).toString());
    },
    ping(ws) {
      allowed(ws.getUserData().connection);
    },
    drain(ws) {
      for (const subscription of ws.getUserData().connection.subscriptions.values()) subscription.goOn();
    },
    dropped(ws) {
      // Cannot be reached by events: the sweep comes first. In here the library walks over its sockets: not now.
      const { connection } = ws.getUserData();
      setImmediate(() => connection.cut());
    },
    close(ws) {
      forget(ws.getUserData().connection);
    },
  });

  keepOpeningCompiled();
  const sweeper = setInterval(() => {
    keepOpeningCompiled();
    sweep();
    const since = performance.now() - authTimeoutMs;
    for (const connection of strangers)
      if (connection.openedAt < since && connection.held === null)
        connection.end(
          CLOSE.unauthorized,
          `no key within ${authTimeoutMs / 1000} s: send {"type":"auth","key":…}`,
        );
  }, sweepMs).unref();
  const rechecker = setInterval(() => void recheck(), recheckMs).unref();

  function upgrade(res: HttpResponse, req: HttpRequest, context: us_socket_context_t): void {
    let aborted = false;
    res.onAborted(() => {
      aborted = true;
    });
    const asked = readUpgrade(req);
    const { requestId, query } = asked;

    const refuse = (error: unknown): void => {
      if (aborted) return;
      const problem = error instanceof Problem ? error : unavailable();
      if (problem !== error) log.error({ err: error, requestId }, 'a live socket could not be opened');
      refuseUpgrade(res, { headers, requestId, problem });
    };
    const accept = (principal: Principal | null, key: string | null): void => {
      if (aborted) return;
      if (key !== null && principal === null) return refuse(unauthorized(WRONG_KEY));
      if (closing) return refuse(unavailable());
      const connection = new Connection();
      connection.principal = principal;
      connection.key = key;
      if (query !== '') connection.wanted = readQuery(query);
      acceptUpgrade(res, asked, { context, data: { connection } satisfies SocketData });
    };

    try {
      if (closing || connections.size >= maxSockets) throw unavailable();
      readQuery(query);
      const token = tokenOf(asked, { origin, sessionIn: options.sessionIn, what: 'the live feed' });
      if (token === null) return accept(null, null);
      const who = authenticate(token);
      if (who instanceof Promise) who.then((principal) => accept(principal, token)).catch(refuse);
      else accept(who, token);
    } catch (error) {
      refuse(error);
    }
  }

  function begin(ws: WebSocket<SocketData>, { connection }: SocketData): void {
    connection.open(ws);
    if (connection.isClosed) return;
    connections.add(connection);
    const { principal, key } = connection;
    if (principal === null || key === null) strangers.add(connection);
    else welcome(connection, principal, key);
  }

  function allowed(connection: Connection): boolean {
    if (connection.takeToken()) return true;
    connection.end(CLOSE.tooManyMessages, 'too many messages: at most 20 a second');
    return false;
  }

  function hear(connection: Connection, text: string): void {
    if (connection.isClosed) return;
    if (connection.held === null) receive(connection, text);
    else if (connection.held.length < MOST_HELD) connection.held.push(text);
    else connection.end(CLOSE.tooManyMessages, 'too many messages before the answer to auth');
  }

  function receive(connection: Connection, text: string): void {
    const message = readMessage(text);
    if ('code' in message) complain(connection, message);
    const isAuth = !('code' in message) && message.type === 'auth';
    if (connection.principal === null && !isAuth) {
      connection.end(CLOSE.unauthorized, 'the first message must be {"type":"auth","key":…}');
      return;
    }
    if ('code' in message) return;
    switch (message.type) {
      case 'auth':
        return authorize(connection, message.key);
      case 'subscribe':
        return subscribe(connection, message);
      case 'unsubscribe': {
        const workspace = reachable(connection, message.workspace);
        if (workspace === null) return;
        leave(connection, workspace.id);
        return connection.send({ type: 'unsubscribed', workspace: workspace.slug });
      }
      case 'ping':
        return connection.send({ type: 'pong', positions: positionsOf(connection) });
      default:
        message satisfies never;
    }
  }

  /** Messages that come meanwhile are held: a client need not wait for `ready` before it says what it wants. */
  function authorize(connection: Connection, key: string): void {
    connection.held = [];
    const admit = (principal: Principal | null): void => {
      if (connection.isClosed) return;
      const held = connection.held ?? [];
      connection.held = null;
      if (principal === null) {
        complain(connection, { code: 'unauthorized', param: '/key', message: WRONG_KEY });
        return connection.end(CLOSE.unauthorized, WRONG_KEY);
      }
      if (connection.principal !== null && connection.principal.userId !== principal.userId)
        complain(connection, {
          code: 'another_user',
          param: '/key',
          message: 'this key belongs to somebody else: open another connection for it',
        });
      else welcome(connection, principal, key);
      for (const text of held) hear(connection, text);
    };
    try {
      const who = authenticate(key);
      if (!(who instanceof Promise)) return admit(who);
      who.then(admit).catch((fault: unknown) => cannotAsk(connection, fault));
    } catch (fault) {
      cannotAsk(connection, fault);
    }
  }

  function cannotAsk(connection: Connection, fault: unknown): void {
    log.error({ err: fault }, 'a key could not be checked');
    connection.end(CLOSE.tooSlow, 'the key cannot be checked at the moment: try again');
  }

  function welcome(connection: Connection, principal: Principal, key: string): void {
    forgetKey(connection);
    strangers.delete(connection);
    connection.principal = principal;
    connection.key = key;
    const others = byKey.get(key);
    if (others === undefined) byKey.set(key, new Set([connection]));
    else others.add(connection);
    const workspaces = principal.workspaces.map(({ slug, name }) => ({ slug, name }));
    connection.send({ type: 'ready', workspaces });
    leaveUnreachable(connection, principal);
    const { wanted } = connection;
    connection.wanted = null;
    if (wanted !== null) subscribe(connection, { type: 'subscribe', ...wanted });
  }

  /** The newest wish for a workspace takes the place of the one before, and goes on where that was. */
  function subscribe(connection: Connection, message: Subscribe): void {
    const { workspace: slug, after, posts, resources } = message;
    const workspace = reachable(connection, slug);
    if (workspace === null) return;
    const former = connection.subscriptions.get(workspace.id);
    const keys = keysOf(message);
    const size = connection.size - (former === undefined ? 0 : (former.keys?.size ?? 1)) + (keys?.size ?? 1);
    if (size > maxSubscriptions)
      return complain(connection, {
        code: 'too_many_subscriptions',
        param: resources !== undefined ? '/resources' : posts !== undefined ? '/posts' : '/workspace',
        message: `a socket may watch ${maxSubscriptions} workspaces and resources; this would make ${size}`,
      });
    const room = rooms.get(workspace.id) ?? openRoom(workspace);
    const subscription = new Subscription(connection, room, keys);
    connection.subscriptions.set(workspace.id, subscription);
    const from = after ?? former?.position ?? null;
    former?.end();
    subscription.begin(from).catch((fault: unknown) => {
      log.error({ workspace: workspace.id, err: fault }, 'a live subscription could not begin');
      if (subscription.phase === 'over') return;
      leave(connection, workspace.id);
      complain(connection, {
        code: 'unavailable',
        param: '/workspace',
        message: `the feed of ${workspace.slug} cannot be read at the moment: subscribe again`,
      });
    });
  }

  function openRoom(workspace: Workspace): Room {
    const room = new Room(workspace, {
      hub,
      log,
      publish: (topic, text) => void app.publish(topic, text),
      onPublished(bytes) {
        published += bytes;
        if (published >= SWEEP_BYTES) sweep();
      },
      onEmpty(empty) {
        if (rooms.get(workspace.id) === empty) rooms.delete(workspace.id);
      },
    });
    rooms.set(workspace.id, room);
    return room;
  }

  function leave(connection: Connection, workspaceId: string): void {
    connection.subscriptions.get(workspaceId)?.end();
    connection.subscriptions.delete(workspaceId);
  }

  /** The workspace a client names, or else its first (spec 4.1); null when it has been told that it cannot. */
  function reachable(connection: Connection, slug: string | undefined): Workspace | null {
    const workspaces = connection.principal?.workspaces ?? [];
    const found =
      slug === undefined ? workspaces[0] : workspaces.find((workspace) => workspace.slug === slug);
    if (found !== undefined) return found;
    complain(
      connection,
      slug === undefined
        ? { code: 'no_workspace', param: '/workspace', message: 'this key belongs to no workspace' }
        : {
            code: 'not_a_member',
            param: '/workspace',
            message: `this key does not reach the workspace "${slug}"`,
          },
    );
    return null;
  }

  function leaveUnreachable(connection: Connection, principal: Principal): void {
    const reached = new Set(principal.workspaces.map((workspace) => workspace.id));
    for (const [workspaceId, { room }] of connection.subscriptions) {
      if (reached.has(workspaceId)) continue;
      const { slug } = room.workspace;
      leave(connection, workspaceId);
      complain(connection, {
        code: 'not_a_member',
        param: '/workspace',
        message: `this key does not reach the workspace "${slug}" any more`,
      });
      connection.send({ type: 'unsubscribed', workspace: slug });
    }
  }

  function sweep(): void {
    published = 0;
    for (const connection of connections) {
      if (connection.bufferedBytes <= maxBufferedBytes) continue;
      slow += 1;
      const [only, ...others] = Object.values(positionsOf(connection));
      const after = only === undefined || others.length > 0 ? LAST_SEQ : only;
      connection.end(CLOSE.tooSlow, `too slow: resume with after=${after}`);
    }
  }

  const recheck = paced(async () => {
    const keys = [...byKey.keys()];
    while (keys.length > 0) {
      await Promise.all(keys.splice(0, KEYS_AT_ONCE).map(recheckKey));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }, RECHECK_PAUSE_MS);

  async function recheckKey(key: string): Promise<void> {
    let principal: Principal | null;
    try {
      principal = await authenticate(key);
    } catch (fault) {
      log.warn({ err: fault }, 'a key could not be checked again'); // an outage is no reason to cut anybody off
      return;
    }
    for (const connection of byKey.get(key) ?? []) {
      if (principal === null) {
        connection.end(CLOSE.unauthorized, isSessionToken(key) ? SIGNED_OUT : REVOKED);
      } else {
        connection.principal = principal;
        leaveUnreachable(connection, principal);
      }
    }
  }

  function forget(connection: Connection): void {
    connection.closed();
    connections.delete(connection);
    strangers.delete(connection);
    forgetKey(connection);
    for (const subscription of connection.subscriptions.values()) subscription.end();
    connection.subscriptions.clear();
  }

  function forgetKey(connection: Connection): void {
    if (connection.key === null) return;
    const others = byKey.get(connection.key);
    others?.delete(connection);
    if (others?.size === 0) byKey.delete(connection.key);
  }

  return {
    recheck,
    dropKey(keyId) {
      for (const connection of connections)
        if (connection.principal?.keyId === keyId) connection.end(CLOSE.unauthorized, REVOKED);
    },
    close(code = CLOSE.goingAway, reason = 'going away') {
      closing = true;
      clearInterval(sweeper);
      clearInterval(rechecker);
      for (const connection of connections) connection.end(code, reason);
    },
    stats() {
      let bufferedBytes = 0;
      for (const connection of connections) bufferedBytes += connection.bufferedBytes;
      return { sockets: connections.size, workspaces: rooms.size, bufferedBytes, slow };
    },
  };
}

/** What a request gets that is none for a WebSocket: the library leaves those to the other routes. */
export function liveRoute(baseUrl: string): RawRoute {
  return upgradeRequired(LIVE_PATH, baseUrl, 'the live feed is a WebSocket: connect with a WebSocket client');
}

function complain(connection: Connection, { code, param, message }: Fault): void {
  connection.send({ type: 'error', error: message, code, ...(param === '' ? {} : { param }) });
}

function positionsOf(connection: Connection): { [workspace: string]: number } {
  const positions: { [workspace: string]: number } = {};
  for (const { room, position } of connection.subscriptions.values())
    if (position !== null) positions[room.workspace.slug] = position;
  return positions;
}

const REVOKED = 'this API key was revoked';
const SIGNED_OUT = 'the session has ended: sign in again';

const unavailable = () =>
  new Problem('unavailable', 'no more live sockets can be opened here at the moment: try again', {
    retryAfterSeconds: 2,
  });
