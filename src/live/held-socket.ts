/** A WebSocket as the library hands it out, held so that nobody touches it once it is closed: that would throw. */
import type { WebSocket } from 'uWebSockets.js';
import { Bucket } from './bucket.ts';

/** Close codes: 1xxx are those of RFC 6455 and its registry, 44xx follow HTTP's statuses. */
export const CLOSE = {
  goingAway: 1001,
  tooManyMessages: 1008,
  tooBig: 1009,
  tooSlow: 1013,
  unauthorized: 4401,
  notAMember: 4403,
} as const;

export class HeldSocket<Data> {
  #ws: WebSocket<Data> | null = null;
  #isOver = false;
  readonly #bucket = new Bucket();

  /** Does nothing when it was closed already. */
  open(ws: WebSocket<Data>): void {
    if (!this.#isOver) this.#ws = ws;
  }

  /** True before it was opened, and from the moment it was ended, by either side. */
  get isClosed(): boolean {
    return this.#ws === null;
  }

  /** The socket while it may be touched. */
  protected get ws(): WebSocket<Data> | null {
    return this.#ws;
  }

  /** Bytes that the kernel has not taken yet. */
  get bufferedBytes(): number {
    return this.#ws?.getBufferedAmount() ?? 0;
  }

  /** Sends what is buffered, then the reason, then closes. A client that never reads is cut by the idle timeout. */
  end(code: number, reason: string): void {
    this.#ws?.end(code, reason);
  }

  /** Cuts at once, without a word. */
  cut(): void {
    this.#ws?.close();
  }

  /** Told by the library; from here on the socket must not be touched. */
  closed(): void {
    this.#isOver = true;
    this.#ws = null;
  }

  /** @returns false when the client says more than it may */
  takeToken(): boolean {
    return this.#bucket.take();
  }
}
