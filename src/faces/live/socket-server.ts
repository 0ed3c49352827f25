/**
 * What the WebSocket endpoints of this service share: it decides who may open a socket, limits the number of sockets
 * and how much a client may send, closes slow sockets, checks keys again, and closes all sockets when the service
 * stops.
 * A socket goes through four steps:
 * - request: `admit` finds out who asks and what they want; it refuses by throwing a Problem
 * - accepted: the socket counts among `sockets`, and cannot be written to yet
 * - open: `opened` was called; messages are sent and received from here on
 * - closed: the socket no longer counts
 */
import type { HttpRequest, HttpResponse, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import { Problem } from '../../api/problem.ts';
import { apiHeaders } from '../http/response.ts';
import type { UwsServer } from '../http/uws.ts';
import type { Log } from '../../base/log.ts';
import { CLOSE, type HeldSocket } from './held-socket.ts';
import { paced } from './shared.ts';
import { readUpgrade, refuseUpgrade, type UpgradeRequest } from './upgrade.ts';

/** What uWebSockets.js stores for us with each socket. */
export interface SocketData<Socket> {
  socket: Socket;
}

/** The server that gets the endpoint. It must start listening later; the routes of other paths do not matter. */
export type SocketHost = Pick<UwsServer, 'app' | 'upgrade'>;

interface SocketServerOptions {
  /** Path of the endpoint. */
  path: string;
  /** Public address of this service. */
  baseUrl: string;
  log: Pick<Log, 'warn' | 'error'>;
  /** The reason that a client gets when no more sockets can be opened. */
  unavailable: string;
  /** The close reason for a client that sends too many messages. */
  tooManyMessages: string;
  /** The library closes the socket without a reason on larger messages. */
  maxReadBytes: number;
  /** A socket that is silent for this long is pinged, and closed soon after, s. From 8 to 960. */
  idleSeconds: number;
  /** How often to check for slow sockets, ms. */
  sweepMs: number;
  /** How often keys are checked again, ms, if nobody calls `recheck`. */
  recheckMs: number;
  /** Sockets at once. */
  maxSockets: number;
}

/** The library drops data that waits in a socket beyond this. Slow sockets are closed long before. */
const DROP_BYTES = 16 * 1024 * 1024;
/** The shortest time between two checks of the keys, ms. A revoked key closes its sockets within this time. */
const RECHECK_PAUSE_MS = 1_000;

export abstract class SocketServer<Socket extends HeldSocket<SocketData<Socket>>> {
  /** Accepted and not closed yet. */
  protected readonly sockets = new Set<Socket>();
  protected isClosing = false;
  /** Requests whose admission waits for Postgres. */
  #admitting = 0;
  readonly #server: SocketHost;
  readonly #options: SocketServerOptions;
  readonly #timers: NodeJS.Timeout[];
  readonly #recheck = paced(() => this.checkKeys(), RECHECK_PAUSE_MS);

  constructor(server: SocketHost, options: SocketServerOptions) {
    this.#server = server;
    this.#options = options;
    server.app.ws<SocketData<Socket>>(options.path, {
      maxPayloadLength: options.maxReadBytes,
      maxBackpressure: DROP_BYTES,
      idleTimeout: options.idleSeconds,
      sendPingsAutomatically: true,
      upgrade: (res, req, context) => this.#upgrade(res, req, context),
      // the library has ended the upgrade by then, so that the socket may be used and closed
      open: (ws) => {
        const { socket } = ws.getUserData();
        queueMicrotask(() => this.#open(socket, ws));
      },
      message: (ws, bytes) => {
        const { socket } = ws.getUserData();
        if (this.#mayTalk(socket)) this.received(socket, bytes);
      },
      ping: (ws) => void this.#mayTalk(ws.getUserData().socket),
      drain: (ws) => this.drained(ws.getUserData().socket),
      dropped: (ws) => {
        // The check for slow sockets comes first, so this is never reached. The library iterates over its sockets here:
        // nothing may be closed now.
        const { socket } = ws.getUserData();
        setImmediate(() => socket.cut());
      },
      close: (ws) => {
        const { socket } = ws.getUserData();
        socket.closed();
        this.sockets.delete(socket);
        this.closed(socket);
      },
    });
    this.#timers = [
      setInterval(() => this.sweep(), options.sweepMs).unref(),
      setInterval(() => void this.recheck(), options.recheckMs).unref(),
    ];
  }

  /**
   * Decides about a request, synchronously if possible: a socket that is accepted in the call that brought the request
   * costs less (see uws-late-upgrades.ts).
   * @returns the data of the socket. @throws Problem that refuses it
   */
  protected abstract admit(request: UpgradeRequest): Socket | Promise<Socket>;
  /** The last check, synchronous, before a socket is accepted. @throws Problem that refuses it */
  protected insistOnPlace(_socket: Socket): void {}
  protected abstract opened(socket: Socket): void;
  /** @param bytes valid only during the call */
  protected abstract received(socket: Socket, bytes: ArrayBuffer): void;
  /** The socket has sent some of the waiting data. */
  protected abstract drained(socket: Socket): void;
  protected abstract closed(socket: Socket): void;
  /** Closes sockets that are too slow. */
  protected abstract sweep(): void;
  /** Closes sockets whose key was revoked, or whose owner may no longer see what they watch. */
  protected abstract checkKeys(): Promise<void>;

  /** Checks keys again, at most once a second. */
  recheck(): Promise<void> {
    return this.#recheck();
  }

  /** Refuses new sockets and closes all open ones. */
  close(code: number = CLOSE.goingAway, reason = 'going away'): void {
    this.isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.sockets) socket.end(code, reason);
  }

  #upgrade(res: HttpResponse, req: HttpRequest, context: us_socket_context_t): void {
    let aborted = false;
    res.onAborted(() => {
      aborted = true;
    });
    const request = readUpgrade(req);
    const refuse = (error: unknown): void => {
      if (!aborted) this.#refuse(res, request.requestId, error);
    };
    const accept = (socket: Socket): void => {
      if (aborted) return;
      if (this.isClosing || this.sockets.size >= this.#options.maxSockets) throw this.#unavailable();
      this.insistOnPlace(socket);
      this.sockets.add(socket);
      const { webSocketKey, extensions } = request;
      this.#server.upgrade(res, () => {
        res.upgrade<SocketData<Socket>>({ socket }, webSocketKey, '', extensions, context);
      });
    };
    try {
      if (this.isClosing || this.sockets.size + this.#admitting >= this.#options.maxSockets)
        throw this.#unavailable();
      const admitted = this.admit(request);
      if (!(admitted instanceof Promise)) return accept(admitted);
      this.#admitting += 1;
      void admitted
        .finally(() => {
          this.#admitting -= 1;
        })
        .then(accept)
        .catch(refuse);
    } catch (error) {
      refuse(error);
    }
  }

  #open(socket: Socket, ws: WebSocket<SocketData<Socket>>): void {
    socket.open(ws);
    if (socket.isClosed) return;
    if (this.isClosing) socket.end(CLOSE.goingAway, 'going away');
    else this.opened(socket);
  }

  #refuse(res: HttpResponse, requestId: string, error: unknown): void {
    const { path, baseUrl, log } = this.#options;
    const problem = error instanceof Problem ? error : this.#unavailable();
    if (problem !== error) log.error({ err: error, requestId, path }, 'a socket could not be opened');
    refuseUpgrade(res, { headers: apiHeaders(baseUrl), requestId, problem });
  }

  #mayTalk(socket: Socket): boolean {
    if (socket.takeToken()) return true;
    socket.end(CLOSE.tooManyMessages, this.#options.tooManyMessages);
    return false;
  }

  #unavailable(): Problem {
    return new Problem('unavailable', this.#options.unavailable, { retryAfterSeconds: 2 });
  }
}
