/** One WebSocket of the live feed: who it belongs to, what may be said to it, and how fast it may speak. */
import type { WebSocket } from 'uWebSockets.js';
import type { Principal } from '../operations/operation.ts';
import { Bucket } from './bucket.ts';
import type { ServerMessage } from './messages.ts';
import type { Subscription } from './room.ts';

/** What uWebSockets.js keeps for us with each socket. */
export interface SocketData {
  connection: Connection;
}

/** Close codes: 1xxx are those of RFC 6455 and its registry, 44xx follow HTTP's statuses. */
export const CLOSE = {
  goingAway: 1001,
  tooManyMessages: 1008,
  tooBig: 1009,
  tooSlow: 1013,
  unauthorized: 4401,
} as const;

export class Connection {
  readonly openedAt = performance.now();
  /** By the id of the workspace: one for each. */
  readonly subscriptions = new Map<string, Subscription>();
  principal: Principal | null = null;
  /** To ask again whether it still holds. */
  key: string | null = null;
  /** A subscription that the address asked for, begun when it is known who asks. */
  wanted: { workspace?: string; after?: number } | null = null;
  /** Messages that came while the key was being looked up; null when it is not. */
  held: string[] | null = null;

  #ws: WebSocket<SocketData> | null = null;
  #isOver = false;
  readonly #bucket = new Bucket();

  /** Does nothing when it was closed already. */
  open(ws: WebSocket<SocketData>): void {
    if (!this.#isOver) this.#ws = ws;
  }

  /** True from the moment it was ended, by either side. */
  get isClosed(): boolean {
    return this.#ws === null;
  }

  /** Bytes that the kernel has not taken yet. */
  get bufferedBytes(): number {
    return this.#ws?.getBufferedAmount() ?? 0;
  }

  send(message: ServerMessage): void {
    this.#ws?.send(JSON.stringify(message));
  }

  /** Sends many messages in few packets. `send` is not to be used after `work`. */
  cork(work: (send: (text: string) => void) => void): void {
    const ws = this.#ws;
    ws?.cork(() => work((text) => ws.send(text)));
  }

  join(topics: Iterable<string>): void {
    for (const topic of topics) this.#ws?.subscribe(topic);
  }

  leave(topics: Iterable<string>): void {
    for (const topic of topics) this.#ws?.unsubscribe(topic);
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

  /** Topics in use. */
  get size(): number {
    let size = 0;
    for (const { posts } of this.subscriptions.values()) size += posts?.size ?? 1;
    return size;
  }
}
