/** One WebSocket of the live feed: its owner, what it watches, and how messages are sent to it. */
import type { Principal } from '../../api/principal.ts';
import { HeldSocket } from './held-socket.ts';
import type { ServerMessage } from './messages.ts';
import type { Subscription } from './room.ts';
import type { SocketData } from './socket-server.ts';

export class Connection extends HeldSocket<SocketData<Connection>> {
  readonly openedAt = performance.now();
  /** Subscriptions by the id of the workspace, one for each. */
  readonly subscriptions = new Map<string, Subscription>();
  principal: Principal | null = null;
  /** Kept, so that its validity can be checked again. */
  key: string | null = null;
  /** A subscription from the address; it starts once the owner is known. */
  wanted: { workspace?: string; after?: number } | null = null;
  /** Messages that arrived while the key was being looked up; null when no lookup is running. */
  held: string[] | null = null;

  send(message: ServerMessage): void {
    this.ws?.send(JSON.stringify(message));
  }

  /** Sends many messages in few packets. Do not call `send` after `work` has ended. */
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
