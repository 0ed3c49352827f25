/**
 * The server: uWebSockets.js behind the neutral Exchange. Only the files named for it know it.
 *
 * Rules of the library that shape these files, each measured with `uws-pack` 20.0.8:
 * - `req` is valid only until the handler returns, `onData` and `onAborted` must be attached before that, a chunk only
 *   until its callback returns. No answer at all aborts the process.
 * - A chunk or request that comes while an answer is pending belongs to the same socket: a *pipelined* request that
 *   meets a pending answer closes the connection. So a request with doubtful framing is answered a moment later: what
 *   is smuggled behind it is then never taken for a request. (`end(body, true)` alone does not stop the parser.)
 * - HEAD is right only as `content-length` written by hand and `endWithoutBody()` without arguments.
 * - `onWritable` is registered once for an answer; one set while another runs is lost.
 * - Silent sockets are cut after about 10 s, bodies slower than about 16 KB/s too; a handler at work is not.
 * - HTTP/1.0 (505), absolute request targets, a missing Host, folded headers, Content-Length together with
 *   Transfer-Encoding (400) and more than UWS_HTTP_MAX_HEADERS_SIZE bytes of headers (431) never reach us. The library
 *   answers them itself, with pages that are compiled into it: it has no hook to answer them in JSON.
 */
import type * as Uws from 'uWebSockets.js';
import type { TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import type { Exchange } from '../api/exchange.ts';
import { type ServerState, UwsExchange } from './uws-exchange.ts';

// Bytes of all headers of a request together. The library refuses more with a page of its own, so this is well above what
// we take (MAX_HEADER_BYTES of server.ts): then most requests with too many headers are refused in JSON. It reads the
// variable when it is loaded, which is why the import below comes late.
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= '65536';
const uws = (await import('uWebSockets.js')) as typeof Uws & {
  _cfg(key: string): void;
  LIBUS_LISTEN_EXCLUSIVE_PORT: number;
};
// oxlint-disable-next-line no-underscore-dangle -- the library's name
uws._cfg('999999990007'); // no `uWebSockets: 20` header on answers; not in the typings

export interface UwsServer {
  /** For `app.ws(path, behaviour)`: WebSocket routes go to the library itself. */
  readonly app: TemplatedApp;
  /** Resolves when the port is ours. Port 0: any free one. @throws an error that says why not */
  listen(host: string, port: number): Promise<void>;
  /** The port listened on; 0 before. */
  readonly port: number;
  /** Requests that have no answer yet. */
  readonly inFlight: number;
  /**
   * Takes no new connections, lets the requests in flight end (their answers close the connection), then closes what
   * is left. Done after `timeoutMs` at the latest: then the rest is cut.
   */
  drain(timeoutMs: number): Promise<void>;
  /** Cuts everything now. */
  close(): void;
}

export interface UwsOptions {
  /** Serves a request. Must not throw. */
  onRequest(exchange: Exchange): void;
  /** Answers a request whose framing is in doubt; the connection is closed after it. */
  onBadFraming(exchange: Exchange, fault: string): void;
  /** Told once for each request, when it is answered or the client went away (status 499, as nginx logs it). */
  onEnd(exchange: Exchange, status: number): void;
}

export function createUwsServer(options: UwsOptions): UwsServer {
  const app = uws.App();
  const state: ServerState = {
    inFlight: 0,
    draining: false,
    onIdle: null,
    onEnd: (exchange, status) => options.onEnd(exchange, status),
  };
  let listening: us_listen_socket | null = null;
  let port = 0;
  let closed = false;

  app.any('/*', (res, req) => {
    const exchange = new UwsExchange(state, res, req);
    if (exchange.fault === null) {
      options.onRequest(exchange);
    } else {
      const fault = exchange.fault;
      setImmediate(() => options.onBadFraming(exchange, fault));
    }
    exchange.leaveCork();
  });

  function stopListening(): void {
    if (listening !== null) uws.us_listen_socket_close(listening);
    listening = null;
  }

  function close(): void {
    if (closed) return;
    closed = true;
    listening = null; // closed with the rest
    app.close();
  }

  return {
    app,
    close,
    get port() {
      return port;
    },
    get inFlight() {
      return state.inFlight;
    },

    listen: (host, wanted) =>
      listenAlone(app, { host, port: wanted }, (socket) => {
        listening = socket;
        port = uws.us_socket_local_port(socket);
      }),

    async drain(timeoutMs) {
      state.draining = true;
      stopListening();
      await untilIdle(state, timeoutMs);
      close();
    },
  };
}

/**
 * Listens on a port that no other process has. `onListening` is called before anything else can happen, as a socket that
 * has been closed must not be asked for its port.
 */
function listenAlone(
  app: TemplatedApp,
  { host, port }: { host: string; port: number },
  onListening: (socket: us_listen_socket) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without the flag a second process would share the port silently.
    (app as unknown as ListensExclusively).listen(host, port, uws.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket === false)
        return reject(
          new Error(
            `cannot listen on ${host} port ${port}: another program has it, the address is not ours, or we may not`,
          ),
        );
      onListening(socket);
      resolve();
    });
  });
}

/** Resolves when no request is without its answer, at the latest after `timeoutMs`. */
async function untilIdle(state: ServerState, timeoutMs: number): Promise<void> {
  if (state.inFlight === 0) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    state.onIdle = resolve;
    timer = setTimeout(resolve, timeoutMs);
  });
  clearTimeout(timer);
}

/** A form of `listen` that the typings lack. */
interface ListensExclusively {
  listen(
    host: string,
    port: number,
    options: number,
    callback: (socket: us_listen_socket | false) => void,
  ): void;
}
