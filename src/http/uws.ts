/**
 * The server: uWebSockets.js behind the neutral Exchange. The only file that knows it.
 *
 * Rules of the library that shape this file, each measured with `uws-pack` 20.0.8:
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
import { STATUS_CODES } from 'node:http';
import type * as Uws from 'uWebSockets.js';
import type { HttpResponse, HttpRequest, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import type { Principal } from '../api/principal.ts';
import type { Answer, Exchange, Header, StreamedAnswer } from '../api/exchange.ts';
import { framingOf } from './framing.ts';
import { requestIdOf } from './request-id.ts';

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

/** A body that is refused is read to its end up to this many bytes, so that the client reads our answer. */
const LINGER_BYTES = 8 * 1024 * 1024;
/** What arrives of a body before its route asks for it (while a key is looked up, say); beyond this the socket waits. */
const EARLY_BYTES = 64 * 1024;
/** A pause takes effect late: 84 MB came after one over loopback. So much and it is cut. */
const MOST_EARLY_BYTES = 32 * 1024 * 1024;
/** Answers larger than this are sent as the client takes them. */
const AT_ONCE_BYTES = 64 * 1024;

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

    listen(host, wanted) {
      return new Promise((resolve, reject) => {
        // Without the flag a second process would share the port silently.
        (app as unknown as ListensExclusively).listen(
          host,
          wanted,
          uws.LIBUS_LISTEN_EXCLUSIVE_PORT,
          (socket) => {
            if (socket === false)
              return reject(
                new Error(
                  `cannot listen on ${host} port ${wanted}: another program has it, the address is not ours, or we may not`,
                ),
              );
            listening = socket;
            port = uws.us_socket_local_port(socket);
            resolve();
          },
        );
      });
    },

    async drain(timeoutMs) {
      state.draining = true;
      stopListening();
      if (state.inFlight > 0) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          state.onIdle = resolve;
          timer = setTimeout(resolve, timeoutMs);
        });
        clearTimeout(timer);
      }
      close();
    },
  };
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

interface ServerState {
  inFlight: number;
  draining: boolean;
  onIdle: (() => void) | null;
  onEnd: UwsOptions['onEnd'];
}

class UwsExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly requestId: string;
  readonly startedAt = performance.now();
  readonly headerBytes: number;
  readonly bodyLength: number | null = 0;
  /** Why the framing of the request is in doubt; null when it is not. */
  readonly fault: string | null = null;
  params: Readonly<Record<string, string>> = NO_PARAMS;
  principal: Principal | null = null;
  route = 'none';
  aborted = false;
  ended = false;

  readonly #server: ServerState;
  readonly #res: HttpResponse;
  /** Names and values, alternating. */
  readonly #headers: string[] = [];
  #address = '';
  /** In a callback of the library writes are gathered already; outside of one we ask for it. */
  #corked = true;
  #onAbort: (() => void)[] | null = null;
  #sink: ((chunk: Uint8Array, last: boolean) => void) | null = null;
  #early: Uint8Array[] = [];
  #earlyBytes = 0;
  #received = 0;
  #bodyEnded = true;
  #paused = false;

  constructor(server: ServerState, res: HttpResponse, req: HttpRequest) {
    this.#server = server;
    this.#res = res;
    server.inFlight += 1;
    res.onAborted(() => this.#abort());

    this.method = req.getCaseSensitiveMethod();
    this.path = req.getUrl();
    this.query = req.getQuery() ?? '';
    const headers = this.#headers;
    let headerBytes = 0;
    req.forEach((name, value) => {
      headers.push(name, value);
      headerBytes += name.length + value.length;
    });
    this.headerBytes = headerBytes;
    this.requestId = requestIdOf(this.header('x-request-id'));

    const framing = framingOf(headers);
    if ('fault' in framing) {
      this.fault = framing.fault;
    } else if (framing.bodyLength !== 0) {
      this.bodyLength = framing.bodyLength;
      this.#bodyEnded = false;
      res.onData((chunk, last) => this.#receive(new Uint8Array(chunk), last));
    }
  }

  get address(): string {
    if (this.#address === '' && !this.ended)
      this.#address = Buffer.from(this.#res.getRemoteAddressAsText()).toString('latin1');
    return this.#address;
  }

  header(name: string): string {
    const headers = this.#headers;
    for (let i = 0; i < headers.length; i += 2) if (headers[i] === name) return headers[i + 1]!;
    return '';
  }

  onAbort(callback: () => void): void {
    if (this.aborted) callback();
    else (this.#onAbort ??= []).push(callback);
  }

  readChunks(sink: (chunk: Uint8Array, last: boolean) => void): void {
    this.#sink = sink;
    const early = this.#early;
    this.#early = [];
    for (const [index, chunk] of early.entries()) {
      if (this.aborted) return;
      sink(chunk, this.#bodyEnded && index === early.length - 1);
    }
    this.#resume();
  }

  answer(answer: Answer): void {
    if (this.ended) return;
    const { body } = answer;
    if (body !== null && body.length > AT_ONCE_BYTES && this.method !== 'HEAD') {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      void this.stream({ ...answer, length: bytes.length, body: one(bytes) });
      return;
    }
    this.#resume(); // what is left of the request's body runs past
    if (this.#corked) this.#write(answer);
    else this.#res.cork(() => this.#write(answer));
    this.#end(answer.status);
  }

  async stream({ status, headers, length, body }: StreamedAnswer): Promise<void> {
    if (this.ended) return;
    if (this.method === 'HEAD')
      return this.answer({ status, headers: [...headers, ['content-length', String(length)]], body: null });
    if (length === 0) return this.answer({ status, headers, body: '' });
    this.#resume();
    this.ended = true; // from here on nobody else may answer
    const res = this.#res;
    let go: (() => void) | null = null;
    res.onWritable(() => {
      go?.();
      return true;
    });
    this.onAbort(() => go?.());

    let begun = false;
    let sent = 0;
    try {
      for await (const chunk of body) {
        let rest = chunk.subarray(0, length - sent);
        while (rest.byteLength > 0 && !this.aborted) {
          let all = false;
          res.cork(() => {
            if (!begun) {
              this.#writeHead(status, headers);
              if (this.#mustClose()) res.writeHeader('connection', 'close');
            }
            begun = true;
            [all] = res.tryEnd(rest, length);
          });
          const taken = all ? rest.byteLength : res.getWriteOffset() - sent;
          sent += taken;
          if (sent === length) return this.#finish(status);
          rest = rest.subarray(taken);
          if (!all) {
            await new Promise<void>((resolve) => {
              go = resolve;
            });
          }
        }
        if (this.aborted) return;
      }
    } catch (error) {
      if (!this.aborted && begun) res.close();
      this.ended = this.aborted || begun; // before the first byte there is still time to say what went wrong
      throw error;
    }
    res.close(); // the source ended early: a cut tells the client so
  }

  /** Called when the library's handler returns: what is written from now on is gathered by ourselves. */
  leaveCork(): void {
    this.#corked = false;
  }

  #receive(chunk: Uint8Array, last: boolean): void {
    this.#received += chunk.byteLength;
    this.#bodyEnded = last;
    if (this.ended) return; // refused meanwhile: the rest of the body runs past
    if (this.#sink !== null) {
      this.#corked = true;
      this.#sink(chunk, last);
      this.#corked = false;
      return;
    }
    this.#earlyBytes += chunk.byteLength;
    if (this.#earlyBytes > MOST_EARLY_BYTES) {
      this.#res.close();
      return;
    }
    this.#early.push(chunk.slice());
    if (this.#earlyBytes > EARLY_BYTES && !last && !this.#paused) {
      this.#paused = true;
      this.#res.pause();
    }
  }

  #resume(): void {
    if (this.#paused && !this.ended) this.#res.resume();
    this.#paused = false;
  }

  #write(answer: Answer): void {
    const res = this.#res;
    const close = this.#mustClose();
    this.#writeHead(answer.status, answer.headers);
    if (this.method === 'HEAD' || answer.body === null) {
      if (this.fault !== null) {
        res.endWithoutBody(0, true);
        return;
      }
      if (close) res.writeHeader('connection', 'close');
      if (answer.body !== null) res.writeHeader('content-length', String(Buffer.byteLength(answer.body)));
      res.endWithoutBody();
    } else {
      res.end(answer.body, close);
    }
  }

  #writeHead(status: number, headers: readonly Header[]): void {
    const res = this.#res;
    res.writeStatus(STATUS_LINES.get(status) ?? `${status}`);
    for (const [name, value] of headers) res.writeHeader(name, value);
    res.writeHeader('x-request-id', this.requestId);
  }

  /** A connection is not used again while draining, after doubtful framing, or with much of a body still to come. */
  #mustClose(): boolean {
    if (this.#server.draining || this.fault !== null) return true;
    if (this.#bodyEnded) return false;
    return this.bodyLength === null || this.bodyLength - this.#received > LINGER_BYTES;
  }

  #end(status: number): void {
    this.ended = true;
    this.#finish(status);
  }

  #finish(status: number): void {
    this.#early = [];
    this.#onAbort = null;
    const server = this.#server;
    server.inFlight -= 1;
    server.onEnd(this, status);
    if (server.inFlight === 0 && server.draining) setImmediate(() => server.onIdle?.());
  }

  #abort(): void {
    const callbacks = this.#onAbort;
    this.aborted = true;
    this.#end(499);
    if (callbacks !== null) for (const callback of callbacks) callback();
  }
}

const NO_PARAMS = Object.freeze({});
const STATUS_LINES = new Map(
  Object.entries(STATUS_CODES).map(([code, text]) => [Number(code), `${code} ${text}`]),
);

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
