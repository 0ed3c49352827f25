/** Wraps a WebSocket of the library so that nothing uses it after it was closed, which would throw. */
import type { WebSocket } from 'uWebSockets.js';
import { Bucket } from './bucket.ts';

/** Close codes: 1xxx are those of RFC 6455 and its registry, 44xx follow the HTTP statuses. */
export const CLOSE = {
  goingAway: 1001,
  tooManyMessages: 1008,
  tooBig: 1009,
  tooSlow: 1013,
  unauthorized: 4401,
  /** Not a member of the workspace, or a key that may not read. */
  forbidden: 4403,
} as const;

export class HeldSocket<Data> {
  #ws: WebSocket<Data> | null = null;
  #isOver = false;
  readonly #bucket = new Bucket();

  /** Does nothing if the socket is closed. */
  open(ws: WebSocket<Data>): void {
    if (!this.#isOver) this.#ws = ws;
  }

  /** True until it is ended by either side, also before it was opened. */
  get isClosed(): boolean {
    return this.#ws === null;
  }

  /** The socket, while it may be used. */
  protected get ws(): WebSocket<Data> | null {
    return this.#ws;
  }

  /** Bytes that the kernel has not accepted yet. */
  get bufferedBytes(): number {
    return this.#ws?.getBufferedAmount() ?? 0;
  }

  /** Sends what is buffered, then the reason, then closes. The idle timeout ends a client that never reads. */
  end(code: number, reason: string): void {
    this.#ws?.end(code, reason);
  }

  /** Closes at once, without a close message. */
  cut(): void {
    this.#ws?.close();
  }

  /** Called by the library; the socket must not be used afterwards. */
  closed(): void {
    this.#isOver = true;
    this.#ws = null;
  }

  /** @returns false when the client exceeds its rate */
  takeToken(): boolean {
    return this.#bucket.take();
  }
}
