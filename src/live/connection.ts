/** One WebSocket of the live feed: who it belongs to, what it watches, and how messages are sent to it. */
import type { Principal } from '../api/principal.ts';
import { HeldSocket } from './held-socket.ts';
import type { ServerMessage } from './messages.ts';
import type { Subscription } from './room.ts';
import type { SocketData } from './socket-server.ts';

export class Connection extends HeldSocket<SocketData<Connection>> {
  readonly openedAt = performance.now();
  /** By the id of the workspace: one for each. */
  readonly subscriptions = new Map<string, Subscription>();
  principal: Principal | null = null;
  /** Kept to check again whether it is valid. */
  key: string | null = null;
  /** A subscription that the address asked for; it starts once it is known who asks. */
  wanted: { workspace?: string; after?: number } | null = null;
  /** Messages that came while the key was being looked up; null when it is not. */
  held: string[] | null = null;

  send(message: ServerMessage): void {
    this.ws?.send(JSON.stringify(message));
  }

  /** Sends many messages in few packets. `send` is not to be used after `work`. */
  cork(work: (send: (text: string) => void) => void): void {
    const ws = this.ws;
    ws?.cork(() => work((text) => ws.send(text)));
  }

  join(topics: Iterable<string>): void {
    for (const topic of topics) this.ws?.subscribe(topic);
  }

  leave(topics: Iterable<string>): void {
    for (const topic of topics) this.ws?.unsubscribe(topic);
  }

  /** Topics in use. */
  get size(): number {
    let size = 0;
    for (const { keys } of this.subscriptions.values()) size += keys?.size ?? 1;
    return size;
  }
}
