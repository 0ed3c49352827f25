/** The body of a request while it arrives: stored, passed on or refused, with the socket paused if necessary. */
import type { HttpResponse } from 'uWebSockets.js';
import type { Exchange } from '../../api/exchange.ts';

/**
 * How much of a body is stored before its route reads it (while a key is looked up, for example). Beyond this the
 * socket is paused.
 */
const EARLY_BYTES = 64 * 1024;
/** A pause takes effect late: 84 MB arrived after one over loopback. With more than this the connection is closed. */
const MAX_EARLY_BYTES = 32 * 1024 * 1024;

export class RequestBody {
  /** Bytes that have arrived. */
  received = 0;
  /** The last chunk has arrived. */
  isComplete = false;
  readonly #exchange: Pick<Exchange, 'aborted' | 'ended'>;
  readonly #res: HttpResponse;
  #sink: ((chunk: Uint8Array, last: boolean) => void) | null = null;
  #early: Uint8Array[] = [];
  #earlyBytes = 0;
  #paused = false;

  constructor(exchange: Pick<Exchange, 'aborted' | 'ended'>, res: HttpResponse) {
    this.#exchange = exchange;
    this.#res = res;
  }

  /** Takes a chunk from the library; it is valid only during the call. */
  receive(chunk: Uint8Array, last: boolean): void {
    this.received += chunk.byteLength;
    this.isComplete = last;
    if (this.#exchange.ended) return; // it was refused meanwhile: the rest of the body is ignored
    if (this.#sink !== null) {
      this.#sink(chunk, last);
      return;
    }
    this.#earlyBytes += chunk.byteLength;
    if (this.#earlyBytes > MAX_EARLY_BYTES) {
      this.#res.close();
      return;
    }
    this.#early.push(chunk.slice());
    if (this.#earlyBytes > EARLY_BYTES && !last && !this.#paused) {
      this.#paused = true;
      this.#res.pause();
    }
  }

  /** Passes on what was stored, then every chunk as it comes. */
  read(sink: (chunk: Uint8Array, last: boolean) => void): void {
    this.#sink = sink;
    const early = this.#early;
    this.#early = [];
    for (const [index, chunk] of early.entries()) {
      if (this.#exchange.aborted) return;
      sink(chunk, this.isComplete && index === early.length - 1);
    }
    this.resume();
  }

  resume(): void {
    if (this.#paused && !this.#exchange.ended) this.#res.resume();
    this.#paused = false;
  }

  /** Frees what was stored. */
  drop(): void {
    this.#early = [];
  }
}
