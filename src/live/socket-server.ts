/**
 * What every WebSocket endpoint of this service does: decides who may open a socket, limits how many there are and how
 * much a client may say, looks for slow sockets, checks keys again, and ends all sockets when the service stops.
 *
 * A socket goes through four steps:
 *   request   `admit` finds out who asks and what they want; it refuses by throwing a Problem
 *   accepted  the socket has its place among `sockets`, and cannot be written to yet
 *   open      `opened`: from here on messages are sent and received
 *   closed    its place is free again
 */
import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t } from 'uWebSockets.js';
import { Problem } from '../api/problem.ts';
import { apiHeaders } from '../http/answer.ts';
import type { Log } from '../log.ts';
import { CLOSE, type HeldSocket } from './held-socket.ts';
import { paced } from './shared.ts';
import {
  acceptUpgrade,
  keepOpeningCompiled,
  opening,
  readUpgrade,
  refuseUpgrade,
  type UpgradeRequest,
} from './upgrade.ts';

/** What uWebSockets.js keeps for us with each socket. */
export interface SocketData<Socket> {
  socket: Socket;
}

export interface SocketServerOptions {
  /** Of the endpoint. */
  path: string;
  /** Public address of this service. */
  baseUrl: string;
  log: Pick<Log, 'warn' | 'error'>;
  /** What a client gets to hear when no more sockets can be opened. */
  unavailable: string;
  /** The reason with which a client is closed that sends too many messages. */
  tooManyMessages: string;
  /** Larger messages are cut off by the library, without a reason. */
  maxReadBytes: number;
  /** Silence after which a socket is pinged, and soon closed, s. From 8 to 960. */
  idleSeconds: number;
  /** How often to look for slow sockets, ms. */
  sweepMs: number;
  /** How often keys are checked again, ms, if nobody calls `recheck`. */
  recheckMs: number;
  /** Sockets at once. */
  maxSockets: number;
}

/** The library drops what waits in a socket beyond this. Sweeps end slow sockets long before. */
const DROP_BYTES = 16 * 1024 * 1024;
/** At most so often are keys checked again, ms: a revoked one ends its sockets within this time. */
const RECHECK_PAUSE_MS = 1_000;

export abstract class SocketServer<Socket extends HeldSocket<SocketData<Socket>>> {
  /** Accepted and not closed yet. */
  protected readonly sockets = new Set<Socket>();
  protected isClosing = false;
  /** Requests whose admission waits for Postgres. */
  #admitting = 0;
  readonly #options: SocketServerOptions;
  readonly #timers: NodeJS.Timeout[];
  readonly #recheck = paced(() => this.checkKeys(), RECHECK_PAUSE_MS);

  /** @param app must listen later; routes of other paths do not matter */
  constructor(app: TemplatedApp, options: SocketServerOptions) {
    this.#options = options;
    app.ws<SocketData<Socket>>(options.path, {
      maxPayloadLength: options.maxReadBytes,
      maxBackpressure: DROP_BYTES,
      idleTimeout: options.idleSeconds,
      sendPingsAutomatically: true,
      upgrade: (res, req, context) => this.#upgrade(res, req, context),
      open: opening<SocketData<Socket>>((ws, { socket }) => {
        socket.open(ws);
        if (socket.isClosed) return;
        if (this.isClosing) socket.end(CLOSE.goingAway, 'going away');
        else this.opened(socket);
      }),
      message: (ws, bytes) => {
        const { socket } = ws.getUserData();
        if (this.#mayTalk(socket)) this.received(socket, bytes);
      },
      ping: (ws) => void this.#mayTalk(ws.getUserData().socket),
      drain: (ws) => this.drained(ws.getUserData().socket),
      dropped: (ws) => {
        // Sweeps come first, so this is never reached. In here the library walks over its sockets: not now.
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
    keepOpeningCompiled();
    const sweep = () => {
      keepOpeningCompiled();
      this.sweep();
    };
    this.#timers = [
      setInterval(sweep, options.sweepMs).unref(),
      setInterval(() => void this.recheck(), options.recheckMs).unref(),
    ];
  }

  /**
   * Decides about a request. Where it can, it does so at once: a socket that is accepted in the call that brought the
   * request costs the library less (see upgrade.ts).
   * @returns the socket-to-be. @throws Problem that refuses it
   */
  protected abstract admit(asked: UpgradeRequest): Socket | Promise<Socket>;
  /** The last check before a socket is accepted; nothing is waited for after it. @throws Problem that refuses it */
  protected insistOnPlace(_socket: Socket): void {}
  protected abstract opened(socket: Socket): void;
  /** @param bytes valid during the call alone */
  protected abstract received(socket: Socket, bytes: ArrayBuffer): void;
  /** The socket has sent some of what waited in it. */
  protected abstract drained(socket: Socket): void;
  protected abstract closed(socket: Socket): void;
  /** Ends sockets that are too slow. */
  protected abstract sweep(): void;
  /** Ends the sockets whose key was revoked, or whose owner may not see what they watch any more. */
  protected abstract checkKeys(): Promise<void>;

  /** Checks keys again, at most once a second. */
  recheck(): Promise<void> {
    return this.#recheck();
  }

  /** Refuses new sockets and ends all there are. */
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
    const asked = readUpgrade(req);
    const refuse = (error: unknown): void => {
      if (!aborted) this.#refuse(res, asked.requestId, error);
    };
    const accept = (socket: Socket): void => {
      if (aborted) return;
      if (this.isClosing || this.sockets.size >= this.#options.maxSockets) throw this.#unavailable();
      this.insistOnPlace(socket);
      this.sockets.add(socket);
      acceptUpgrade(res, asked, { context, data: { socket } satisfies SocketData<Socket> });
    };
    try {
      if (this.isClosing || this.sockets.size + this.#admitting >= this.#options.maxSockets)
        throw this.#unavailable();
      const admitted = this.admit(asked);
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
