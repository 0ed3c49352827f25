/** One request and its response on uWebSockets.js. `uws.ts` lists the rules of the library that shape this file. */
import { STATUS_CODES } from 'node:http';
import type { HttpResponse, HttpRequest } from 'uWebSockets.js';
import type { Answer, Exchange, Header, StreamedAnswer } from '../../api/exchange.ts';
import type { Principal } from '../../api/principal.ts';
import { framingOf } from './framing.ts';
import { requestIdOf } from './request-id.ts';
import { RequestBody } from './uws-body.ts';
import { Sending } from './uws-sending.ts';

/** A refused body is read to its end up to this many bytes, so that the client receives our response. */
const LINGER_BYTES = 8 * 1024 * 1024;
/** Larger responses are sent as fast as the client accepts them. */
const AT_ONCE_BYTES = 64 * 1024;

/**
 * For how long a client may send its next request on a connection. The library closes one that was silent for 8 to 12 s
 * and has no setting for it; a request that is on its way at that moment gets no response. A client that knows the limit
 * does not send it there (docs/contract.md, Connections). 5 s also leave room for a machine that is busy for a while.
 */
const KEEP_ALIVE = 'timeout=5';

/** What the server and its exchanges know about each other. */
export interface ServerState {
  inFlight: number;
  draining: boolean;
  onIdle: (() => void) | null;
  onEnd: (exchange: Exchange, status: number) => void;
}

export class UwsExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly requestId: string;
  readonly startedAt = performance.now();
  readonly headerBytes: number;
  readonly bodyLength: number | null = 0;
  /** Why the end of the request is ambiguous; null when it is not. */
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
  /** In a callback of the library writes are batched already; outside of one we have to ask for it. */
  #corked = true;
  #onAbort: (() => void)[] | null = null;
  /** null means the request has none. */
  #body: RequestBody | null = null;

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
      const body = new RequestBody(this, res);
      this.#body = body;
      res.onData((chunk, last) => {
        this.#corked = true;
        body.receive(new Uint8Array(chunk), last);
        this.#corked = false;
      });
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
    this.#body?.read(sink);
  }

  answer(answer: Answer): void {
    if (this.ended) return;
    const { body } = answer;
    if (body !== null && body.length > AT_ONCE_BYTES && this.method !== 'HEAD') {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      void this.stream({ ...answer, length: bytes.length, body: one(bytes) });
      return;
    }
    this.#body?.resume(); // the rest of the request's body is read and ignored
    if (this.#corked) this.#write(answer);
    else this.#res.cork(() => this.#write(answer));
    this.#end(answer.status);
  }

  async stream({ status, headers, length, body }: StreamedAnswer): Promise<void> {
    if (this.ended) return;
    if (this.method === 'HEAD') return this.#answerHead({ status, headers, length });
    if (length === 0) return this.answer({ status, headers, body: '' });
    this.#body?.resume();
    this.ended = true; // from here on nothing else may respond
    const sending = new Sending(this.#res, length, () => {
      const close = this.#mustClose();
      this.#writeHead(status, headers, close);
      if (close) this.#res.writeHeader('connection', 'close');
    });
    this.onAbort(() => sending.abort());
    try {
      for await (const chunk of body) {
        if (await sending.send(chunk)) return this.#finish(status);
        if (this.aborted) return;
      }
    } catch (error) {
      if (!this.aborted && sending.isHeadSent) this.#res.close();
      this.ended = this.aborted || sending.isHeadSent; // before the first byte, an error response is still possible
      throw error;
    }
    if (this.aborted) return;
    if (sending.end()) return this.#finish(status);
    this.#res.close(); // the source ended early: a closed connection shows that to the client
  }

  /** Called when the library's handler returns: from now on we batch writes ourselves. */
  leaveCork(): void {
    this.#corked = false;
  }

  #answerHead({ status, headers, length }: Omit<StreamedAnswer, 'body'>): void {
    this.#body?.resume();
    if (this.#corked) this.#writeWithoutBody({ status, headers, length });
    else this.#res.cork(() => this.#writeWithoutBody({ status, headers, length }));
    this.#end(status);
  }

  #write({ status, headers, body }: Answer): void {
    if (this.method === 'HEAD' || LENGTHLESS.has(status))
      return this.#writeWithoutBody({ status, headers, length: body === null ? 0 : Buffer.byteLength(body) });
    const close = this.#mustClose();
    this.#writeHead(status, headers, close);
    // An empty text and not `endWithoutBody()`: the library writes `Content-Length: 0` for it. Without a length the
    // client reads until the connection is closed (RFC 9112, section 6.3, rule 8).
    this.#res.end(body ?? '', close);
  }

  /** @param length what GET would send, bytes: HEAD says it (RFC 9110, section 9.3.2); null if only its end would tell */
  #writeWithoutBody({ status, headers, length }: Omit<StreamedAnswer, 'body'>): void {
    const res = this.#res;
    const close = this.#mustClose();
    this.#writeHead(status, headers, close);
    if (this.fault !== null) {
      res.endWithoutBody(0, true);
      return;
    }
    if (close) res.writeHeader('connection', 'close');
    if (!LENGTHLESS.has(status) && length !== null) res.writeHeader('content-length', String(length));
    res.endWithoutBody();
  }

  #writeHead(status: number, headers: readonly Header[], close: boolean): void {
    const res = this.#res;
    res.writeStatus(STATUS_LINES.get(status) ?? `${status}`);
    for (const [name, value] of headers) res.writeHeader(name, value);
    res.writeHeader('x-request-id', this.requestId);
    if (close) return;
    res.writeHeader('connection', 'keep-alive');
    res.writeHeader('keep-alive', KEEP_ALIVE);
  }

  /** A connection is not reused while draining, after an ambiguous request, or when much of a body is still to come. */
  #mustClose(): boolean {
    if (this.#server.draining || this.fault !== null) return true;
    const body = this.#body;
    if (body === null || body.isComplete) return false;
    return this.bodyLength === null || this.bodyLength - body.received > LINGER_BYTES;
  }

  #end(status: number): void {
    this.ended = true;
    this.#finish(status);
  }

  #finish(status: number): void {
    this.#body?.drop();
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
/** Responses that end with their headers and have no `Content-Length` (RFC 9110, sections 8.6, 15.3.5 and 15.4.5). */
const LENGTHLESS = new Set([204, 304]);
const STATUS_LINES = new Map(
  Object.entries(STATUS_CODES).map(([code, text]) => [Number(code), `${code} ${text}`]),
);

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
