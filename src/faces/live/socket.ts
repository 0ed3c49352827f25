/**
 * The live feed: `GET /v1/live` as WebSocket. `docs/live.md` describes it for users.
 * uWebSockets.js sends to all sockets on a topic and buffers what a socket does not accept. It must never drop
 * anything: a dropped event would be a gap in the feed. So slow sockets are checked for after every few published
 * bytes, and are closed with a reason long before the library's own limit. Clients reconnect with `after` and lose
 * nothing.
 */
import type { RawRoute } from '../../api/exchange.ts';
import { isSessionToken } from '../../features/auth/sessions.ts';
import type { Principal } from '../../api/principal.ts';
import { insistOnScope } from '../../api/scope.ts';
import type { Authenticate } from '../http/api.ts';
import { compileQuery } from '../http/query.ts';
import type { Log } from '../../base/log.ts';
import { Connection } from './connection.ts';
import { Conversation, positionsOf } from './conversation.ts';
import { CLOSE } from './held-socket.ts';
import type { Hub } from './hub.ts';
import { liveQuery } from './messages.ts';
import { Rooms } from './rooms.ts';
import { type SocketHost, SocketServer } from './socket-server.ts';
import { tokenOf, unauthorized, type UpgradeRequest, upgradeRequired, WRONG_KEY } from './upgrade.ts';

export interface LiveOptions {
  hub: Hub;
  authenticate: Authenticate;
  /** Reads the session token from a `cookie` header, for pages of the dashboard; null if none. Default: API keys only. */
  sessionIn?: (header: (name: string) => string) => string | null;
  /** Public address of this service; pages of other origins are refused. */
  baseUrl: string;
  log: Pick<Log, 'warn' | 'error'>;
  /** How long a socket may stay without a key, ms. Default 10,000. */
  authTimeoutMs?: number;
  /** Bytes that may wait in a socket before it counts as too slow. Default 1 MiB; for a moment it may be twice that. */
  maxBufferedBytes?: number;
  /** How often to check for sockets that are too slow or have no key, without a publish, ms. Default 1,000. */
  sweepMs?: number;
  /** How often keys are checked again, ms, if nobody calls `recheck`. Default 10,000. */
  recheckMs?: number;
  /** A socket that is silent for this long is pinged, and closed soon after, s. From 8 to 960; default 32. */
  idleSeconds?: number;
  /** The most open sockets. Default 20,000. */
  maxSockets?: number;
  /** Workspaces and single resources that a socket may watch, counted together. Default 200. */
  maxSubscriptions?: number;
}

interface LiveStats {
  /** Sockets open now. */
  sockets: number;
  /** Workspaces watched by them. */
  workspaces: number;
  /** Bytes waiting in all of them. */
  bufferedBytes: number;
  /** Sockets closed because they were too slow, since the start. */
  slow: number;
}

const LIVE_PATH = '/v1/live';
/** Size limit of a client's message, in bytes. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** The library closes the socket without a reason on larger messages. */
const MAX_READ_BYTES = 64 * 1024;
/** After this many published bytes, slow sockets are checked for. */
const SWEEP_BYTES = 256 * 1024;
/** How many keys are checked again at the same time. */
const KEYS_AT_ONCE = 32;

const LAST_SEQ = 'the seq of the last event you got';
const REVOKED = 'this API key was revoked';
const SIGNED_OUT = 'the session has ended: sign in again';

const readQuery = compileQuery(`GET ${LIVE_PATH}`, liveQuery);

export const attachLive = (server: SocketHost, options: LiveOptions): Live => new Live(server, options);

export class Live extends SocketServer<Connection> {
  readonly #options: LiveOptions;
  readonly #origin: string;
  readonly #rooms: Rooms;
  readonly #conversation: Conversation;
  /** Open, but without a key so far. */
  readonly #strangers = new Set<Connection>();
  readonly #byKey = new Map<string, Set<Connection>>();
  /** Bytes published since the last check. */
  #published = 0;
  #slow = 0;

  constructor(server: SocketHost, options: LiveOptions) {
    const { hub, log, baseUrl, maxSockets = 20_000, maxSubscriptions = 200 } = options;
    const { sweepMs = 1_000, recheckMs = 10_000, idleSeconds = 32 } = options;
    super(server, {
      path: LIVE_PATH,
      baseUrl,
      log,
      unavailable: 'this node has no room for another live socket at the moment: try again',
      tooManyMessages: 'too many messages: at most 20 a second',
      maxReadBytes: MAX_READ_BYTES,
      idleSeconds,
      sweepMs,
      recheckMs,
      maxSockets,
    });
    this.#options = options;
    this.#origin = new URL(baseUrl).origin;
    this.#rooms = new Rooms({
      hub,
      log,
      publish: (topic, text) => void server.app.publish(topic, text),
      onPublished: (bytes) => {
        this.#published += bytes;
        if (this.#published >= SWEEP_BYTES) this.#endSlow();
      },
    });
    this.#conversation = new Conversation({
      authenticate: options.authenticate,
      rooms: this.#rooms,
      log,
      maxSubscriptions,
      onKey: (connection, key) => this.#index(connection, key),
    });
  }

  /** Closes the sockets of a key at once. */
  dropKey(keyId: string): void {
    for (const connection of this.sockets)
      if (connection.principal?.keyId === keyId) connection.end(CLOSE.unauthorized, REVOKED);
  }

  /** For metrics. */
  stats(): LiveStats {
    let bufferedBytes = 0;
    for (const connection of this.sockets) bufferedBytes += connection.bufferedBytes;
    return { sockets: this.sockets.size, workspaces: this.#rooms.size, bufferedBytes, slow: this.#slow };
  }

  protected admit(request: UpgradeRequest): Connection | Promise<Connection> {
    const query = readQuery(request.query);
    const { sessionIn, authenticate } = this.#options;
    const token = tokenOf(request, { origin: this.#origin, sessionIn, what: 'the live feed' });
    const connectionOf = (principal: Principal | null): Connection => {
      if (token !== null && principal === null) throw unauthorized(WRONG_KEY);
      if (principal !== null) insistOnScope(principal, 'read');
      const connection = new Connection();
      connection.principal = principal;
      connection.key = token;
      if (request.query !== '') connection.wanted = query;
      return connection;
    };
    if (token === null) return connectionOf(null);
    const found = authenticate(token);
    return found instanceof Promise ? found.then(connectionOf) : connectionOf(found);
  }

  protected opened(connection: Connection): void {
    const { principal, key } = connection;
    if (principal === null || key === null) this.#strangers.add(connection);
    else this.#conversation.welcome(connection, principal, key);
  }

  protected received(connection: Connection, bytes: ArrayBuffer): void {
    if (bytes.byteLength > MAX_MESSAGE_BYTES)
      return connection.end(CLOSE.tooBig, `a message may have ${MAX_MESSAGE_BYTES} bytes`);
    this.#conversation.hear(connection, Buffer.from(bytes).toString());
  }

  protected drained(connection: Connection): void {
    for (const subscription of connection.subscriptions.values()) subscription.goOn();
  }

  protected closed(connection: Connection): void {
    this.#strangers.delete(connection);
    this.#unindex(connection);
    for (const subscription of connection.subscriptions.values()) subscription.end();
    connection.subscriptions.clear();
  }

  protected sweep(): void {
    this.#endSlow();
    const { authTimeoutMs = 10_000 } = this.#options;
    const since = performance.now() - authTimeoutMs;
    const reason = `no key within ${authTimeoutMs / 1000} s: send {"type":"auth","key":…}`;
    for (const connection of this.#strangers)
      if (connection.openedAt < since && connection.held === null) connection.end(CLOSE.unauthorized, reason);
  }

  protected async checkKeys(): Promise<void> {
    const keys = [...this.#byKey.keys()];
    while (keys.length > 0) {
      await Promise.all(keys.splice(0, KEYS_AT_ONCE).map((key) => this.#checkKey(key)));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #checkKey(key: string): Promise<void> {
    const { authenticate, log } = this.#options;
    let principal: Principal | null;
    try {
      principal = await authenticate(key);
    } catch (error) {
      log.warn({ err: error }, 'a key could not be checked again'); // an outage is no reason to close a socket
      return;
    }
    for (const connection of this.#byKey.get(key) ?? []) {
      if (principal !== null) this.#conversation.update(connection, principal);
      else connection.end(CLOSE.unauthorized, isSessionToken(key) ? SIGNED_OUT : REVOKED);
    }
  }

  #endSlow(): void {
    this.#published = 0;
    const { maxBufferedBytes = 1024 * 1024 } = this.#options;
    for (const connection of this.sockets) {
      if (connection.bufferedBytes <= maxBufferedBytes) continue;
      this.#slow += 1;
      const [only, ...others] = Object.values(positionsOf(connection));
      const after = only === undefined || others.length > 0 ? LAST_SEQ : only;
      connection.end(CLOSE.tooSlow, `too slow: resume with after=${after}`);
    }
  }

  #index(connection: Connection, key: string): void {
    this.#unindex(connection);
    this.#strangers.delete(connection);
    const others = this.#byKey.get(key);
    if (others === undefined) this.#byKey.set(key, new Set([connection]));
    else others.add(connection);
  }

  #unindex(connection: Connection): void {
    if (connection.key === null) return;
    const others = this.#byKey.get(connection.key);
    others?.delete(connection);
    if (others?.size === 0) this.#byKey.delete(connection.key);
  }
}

/** The response to a request that is not a WebSocket handshake, which the library leaves to the other routes. */
export function liveRoute(baseUrl: string): RawRoute {
  return upgradeRequired(LIVE_PATH, baseUrl, 'the live feed is a WebSocket: connect with a WebSocket client');
}
