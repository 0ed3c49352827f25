/**
 * One request and its answer, as every route sees them. Nothing here knows which server carries them: uWebSockets.js
 * does (uws.ts), and another one could take its place by filling this interface.
 */
import { Problem } from './problem.ts';
import type { Principal } from './principal.ts';

export type Header = readonly [name: string, value: string];

export interface Answer {
  status: number;
  /** Lower-case names. `content-length`, `date` and `x-request-id` are added by the server. */
  headers: readonly Header[];
  /** null means an answer without a body, such as 204. */
  body: string | Uint8Array | null;
}

/** An answer that is sent while it is being read: a file, say. */
export interface StreamedAnswer extends Omit<Answer, 'body'> {
  /**
   * Bytes in all: what `content-length` says. A source that gives another number is cut off. null means that only its end will tell:
   * it is sent in chunks (RFC 9112, section 7.1), so a client still learns whether it got all of it.
   */
  length: number | null;
  body: AsyncIterable<Uint8Array>;
}

export interface Exchange {
  /** As sent: `GET`. */
  readonly method: string;
  /** As sent, without the query: still percent-encoded. */
  readonly path: string;
  /** What follows the question mark, still percent-encoded; empty when nothing does. */
  readonly query: string;
  /** The caller's own X-Request-Id when it is sane, else one of ours. On every answer. */
  readonly requestId: string;
  /** Address of the other end of the socket: a reverse proxy's, where there is one. Empty when asked after the end. */
  readonly address: string;
  /** Bytes of the names and values of all headers together. */
  readonly headerBytes: number;
  /** Bytes the request says its body has; 0 when it has none, null when only its end will tell (chunked). */
  readonly bodyLength: number | null;
  /** When it came, as performance.now() counts: ms. */
  readonly startedAt: number;
  /** True when the client is gone: nothing can be answered any more. */
  readonly aborted: boolean;
  /** Answered, or aborted. */
  readonly ended: boolean;
  /** The parts of the path that the route names in braces, decoded. Filled by the router. */
  params: Readonly<Record<string, string>>;
  /** Who calls, on routes that ask for a key. */
  principal: Principal | null;
  /** What the request is called in metrics: of bounded number, so never the path. */
  route: string;

  /** @param name lower case. @returns the first header of this name, or an empty string */
  header(name: string): string;
  /** Calls back when the client goes away before it has its answer. */
  onAbort(callback: () => void): void;
  /**
   * Hands over the body as it arrives. A chunk is only valid during the call: copy what is to be kept.
   * What arrives before this is called is kept; never called for a request without a body.
   */
  readChunks(sink: (chunk: Uint8Array, last: boolean) => void): void;
  /** Sends the answer, for HEAD without its body. Does nothing when the exchange has ended. */
  answer(answer: Answer): void;
  /** Sends an answer as fast as the client takes it. Resolves when it is sent or the client is gone. */
  stream(answer: StreamedAnswer): Promise<void>;
}

/** A route outside the table of operations. What it throws is answered as an operation's errors are. */
export interface RawRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces, as an operation's. */
  path: string;
  /** Behind an API key and its rate limit: `exchange.principal` is set. Default false. */
  key?: boolean;
  /** The header of a 401 of a route with a key. Default: `WWW-Authenticate: Bearer`. @param wasSent a key came, and is not valid */
  challenge?(this: void, wasSent: boolean): Header;
  /** @param rateHeaders those of the key's rate limit, for the answer; none on a route without a key */
  handle(exchange: Exchange, rateHeaders: readonly Header[]): void | Promise<void>;
}

/**
 * Reads a whole body into memory.
 *
 * @param limit bytes it may have: refused by the length it declares, and again while it grows (a chunked body declares
 *   none), so no more than this is ever kept
 * @param done called with the bytes, valid during the call, or with a 413. Not called when the client goes away.
 */
export function readBody(
  exchange: Exchange,
  limit: number,
  done: (body: Uint8Array | Problem) => void,
): void {
  if (exchange.bodyLength === 0) return done(NO_BYTES);
  if (exchange.bodyLength !== null && exchange.bodyLength > limit) return done(tooLarge(limit));
  let chunks: Uint8Array[] = [];
  let total = 0;
  exchange.readChunks((chunk, last) => {
    if (total > limit) return;
    total += chunk.byteLength;
    if (total > limit) {
      chunks = [];
      done(tooLarge(limit));
    } else if (!last) {
      chunks.push(chunk.slice());
    } else if (chunks.length === 0) {
      done(chunk);
    } else {
      chunks.push(chunk);
      done(Buffer.concat(chunks, total));
    }
  });
}

/** The same as a promise, for routes that are not in a hurry. Rejects with a 413, or when the client goes away. */
export function bodyOf(exchange: Exchange, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    exchange.onAbort(() => reject(new Error('the client went away while it was sending the body')));
    readBody(exchange, limit, (body) => (body instanceof Problem ? reject(body) : resolve(body.slice())));
  });
}

const NO_BYTES = new Uint8Array(0);

function tooLarge(limit: number): Problem {
  return new Problem('body_too_large', `the request body is larger than the ${sizeOf(limit)} allowed here`, {
    values: { limit: sizeOf(limit) },
  });
}

function sizeOf(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MiB` : `${bytes} bytes`;
}
