/**
 * The HTTP server: uWebSockets.js behind the neutral Exchange. Only the files named `uws*` know the library.
 * Rules of the library that shape these files, each measured with `uws-pack` 20.0.8:
 * - `req` is valid only until the handler returns. `onData` and `onAborted` must be attached before that. A chunk is
 * valid only until its callback returns. A request without any response aborts the process.
 * - A chunk or request that arrives while a response is pending belongs to the same socket: a *pipelined* request that
 * meets a pending response closes the connection. So an ambiguous request is responded to a moment later, and what is
 * smuggled behind it is never taken for a request. (`end(body, true)` alone does not stop the parser.)
 * - HEAD works only with a `content-length` written explicitly and `endWithoutBody()` without arguments.
 * - `onWritable` is registered once for a response; one that is set while another runs is lost.
 * - Silent sockets are closed after about 10 s, and so are bodies slower than about 16 KB/s; a running handler is not
 * interrupted.
 * - HTTP/1.0 (505), absolute request targets, a missing Host, folded headers, Content-Length together with
 * Transfer-Encoding (400) and more than UWS_HTTP_MAX_HEADERS_SIZE bytes of headers (431) never reach this code. The
 * library responds itself, with pages that are compiled into it, and has no hook for JSON.
 */
import type * as Uws from 'uWebSockets.js';
import type { HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import type { Exchange } from '../../api/exchange.ts';
import { type ServerState, UwsExchange } from './uws-exchange.ts';
import { LateUpgrades } from './uws-late-upgrades.ts';

// Bytes of all headers of a request together. The library refuses more with a page of its own. So this is well above
// our own limit (MAX_HEADER_BYTES of server.ts), and most requests with too many headers are refused in JSON. The
// library reads the variable when it is loaded, so its import comes after this line.
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= '65536';
const uws = (await import('uWebSockets.js')) as typeof Uws & {
  _cfg(key: string): void;
  LIBUS_LISTEN_EXCLUSIVE_PORT: number;
};
// oxlint-disable-next-line no-underscore-dangle -- the library's name
uws._cfg('999999990007'); // no `uWebSockets: 20` header on responses; missing in the typings

export interface UwsServer {
  /** For `app.ws(path, behaviour)`: WebSocket routes use the library directly. */
  readonly app: TemplatedApp;
  /** Accepts a WebSocket, also after the call that brought its request: `upgrade` calls `res.upgrade`. */
  upgrade(res: HttpResponse, upgrade: () => void): void;
  /** Resolves when the server listens. Port 0: any free one. @throws an error that says why it cannot listen */
  listen(host: string, port: number): Promise<void>;
  /** The port the server listens on; 0 before. */
  readonly port: number;
  /** Requests without a response so far. */
  readonly inFlight: number;
  /**
   * Accepts no new connections, lets the requests in flight end (their responses close the connection), then closes the
   * rest. After `timeoutMs` it closes everything that is left.
   */
  drain(timeoutMs: number): Promise<void>;
  /** Closes all connections now. */
  close(): void;
}

interface UwsOptions {
  /** Serves a request. Must not throw. */
  onRequest(exchange: Exchange): void;
  /** Responds to a request whose end is ambiguous; the connection is closed afterwards. */
  onBadFraming(exchange: Exchange, fault: string): void;
  /** Called once for each request, when the response was sent or the client disconnected (status 499, as in nginx). */
  onEnd(exchange: Exchange, status: number): void;
}

export function createUwsServer(options: UwsOptions): UwsServer {
  const app = uws.App();
  const upgrades = new LateUpgrades(uws);
  const state: ServerState = {
    inFlight: 0,
    draining: false,
    onIdle: null,
    onEnd: (exchange, status) => options.onEnd(exchange, status),
  };
  let listening: us_listen_socket | null = null;
  let port = 0;
  let closed = false;

  app.any('/*', (res, req) => begin(new UwsExchange(state, res, req), options));

  function stopListening(): void {
    if (listening !== null) uws.us_listen_socket_close(listening);
    listening = null;
  }

  function close(): void {
    if (closed) return;
    closed = true;
    listening = null; // closed together with the rest
    app.close();
    upgrades.close();
  }

  return {
    app,
    upgrade: (res, upgrade) => upgrades.run(res, upgrade),
    close,
    get port() {
      return port;
    },
    get inFlight() {
      return state.inFlight;
    },

    async listen(host, wanted) {
      await listenAlone(app, { host, port: wanted }, (socket) => {
        listening = socket;
        port = uws.us_socket_local_port(socket);
      });
      await upgrades.open();
    },

    async drain(timeoutMs) {
      state.draining = true;
      stopListening();
      await untilIdle(state, timeoutMs);
      close();
    },
  };
}

function begin(exchange: UwsExchange, options: UwsOptions): void {
  const { fault } = exchange;
  if (fault === null) options.onRequest(exchange);
  else setImmediate(() => options.onBadFraming(exchange, fault));
  exchange.leaveCork();
}

/**
 * Listens on a port that no other process uses. `onListening` is called before anything else can happen, because a
 * closed socket must not be asked for its port.
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

/** Resolves when every request has its response, or after `timeoutMs`. */
async function untilIdle(state: ServerState, timeoutMs: number): Promise<void> {
  if (state.inFlight === 0) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    state.onIdle = resolve;
    timer = setTimeout(resolve, timeoutMs);
  });
  clearTimeout(timer);
}

/** An overload of `listen` that the typings lack. */
interface ListensExclusively {
  listen(
    host: string,
    port: number,
    options: number,
    callback: (socket: us_listen_socket | false) => void,
  ): void;
}
