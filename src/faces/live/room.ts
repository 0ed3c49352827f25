/**
 * The sockets that watch one workspace on this node.
 * Live events go out through uWebSockets.js' topics: one publish for all sockets, without a loop here. A subscription
 * goes through three phases, and joins a topic only in the last:
 * - *opening*: the position of the feed is being read;
 * - *replaying*: events are sent page by page, as fast as the socket accepts them: from Postgres, and the last ones
 * from memory;
 * - *live*: it joined the topic in the same tick in which it was sent the newest event. Nothing can be published in
 * between, so nothing is lost and nothing is sent twice.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerMessage, LiveEvent } from './messages.ts';
import type { Log } from '../../base/log.ts';
import type { HeldTo, Workspace } from '../../api/principal.ts';
import type { Following, Hub } from './hub.ts';

export interface RoomOptions {
  hub: Hub;
  log: Pick<Log, 'warn' | 'error'>;
  /** Sends a text to every socket on a topic. */
  publish: (topic: string, text: string) => void;
  /** This many bytes have been published: time to check for sockets that are too slow. */
  onPublished: (bytes: number) => void;
  /** The last subscription has left. */
  onEmpty: (room: Room) => void;
}

/** A replay pauses while more bytes than this wait in its socket. */
const REPLAY_BUFFER_BYTES = 64 * 1024;
/** How much is sent before the socket's buffer is checked again: events, and their approximate bytes. */
const EVENTS_AT_ONCE = 64;
const BYTES_AT_ONCE = 16 * 1024;
/** How long a replay waits after a failed read of Postgres, ms. */
const REPLAY_RETRY_MS = 500;

export class Room {
  workspace: Workspace;
  /** Resolves when the position is known. */
  readonly opened: Promise<void>;
  readonly #options: RoomOptions;
  readonly #subscriptions = new Set<Subscription>();
  readonly #replaying = new Set<Subscription>();
  readonly #topic: string;
  /** Live subscriptions to single resources, by key. While there are none, nothing is published on their topics. */
  readonly #watching = new Map<string, Set<Subscription>>();
  /** Live subscriptions of people who are held to some accounts. They are on no topic: each is sent what it may see. */
  readonly #held = new Set<Subscription>();
  #following: Following | null = null;
  #left = false;

  constructor(workspace: Workspace, options: RoomOptions) {
    this.workspace = workspace;
    this.#options = options;
    this.#topic = `w:${workspace.id}`;
    this.opened = this.#open();
  }

  get following(): Following {
    return this.#following!;
  }

  get log(): Pick<Log, 'warn' | 'error'> {
    return this.#options.log;
  }

  /** The workspace as it is now: its slug may be another one. */
  update(workspace: Workspace): void {
    this.workspace = workspace;
    this.#following?.rename(workspace.slug);
  }

  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription);
  }

  remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    this.#replaying.delete(subscription);
    if (subscription.phase === 'live') this.rest(subscription);
    if (this.#subscriptions.size > 0) return;
    this.#left = true;
    this.#following?.stop();
    this.#options.onEmpty(this);
  }

  replay(subscription: Subscription): void {
    this.#replaying.add(subscription);
  }

  goLive(subscription: Subscription): void {
    this.#replaying.delete(subscription);
    if (subscription.heldTo !== null) {
      this.#held.add(subscription);
      return;
    }
    subscription.connection.join(this.#topicsOf(subscription));
    for (const key of subscription.keys ?? []) {
      const others = this.#watching.get(key);
      if (others === undefined) this.#watching.set(key, new Set([subscription]));
      else others.add(subscription);
    }
  }

  /** It is no longer live. */
  rest(subscription: Subscription): void {
    if (this.#held.delete(subscription)) return;
    subscription.connection.leave(this.#topicsOf(subscription));
    for (const key of subscription.keys ?? []) {
      const others = this.#watching.get(key);
      others?.delete(subscription);
      if (others?.size === 0) this.#watching.delete(key);
    }
  }

  async #open(): Promise<void> {
    this.#following = await this.#options.hub.follow(this.workspace, {
      onEvents: (events) => this.#tell(events),
      onGap: (oldest) => this.#tellGap(oldest),
    });
    if (this.#left) this.#following.stop();
  }

  #tell(events: readonly LiveEvent[]): void {
    const { publish, onPublished } = this.#options;
    let bytes = 0;
    for (const event of events) {
      const { text } = event;
      publish(this.#topic, text);
      if (this.#watching.size > 0) this.#tellWatching(event);
      for (const subscription of this.#held) subscription.pass(event);
      bytes += Buffer.byteLength(text);
    }
    for (const subscription of this.#replaying) subscription.goOn();
    // only now: a socket that is closed is sent our position, and must have received everything up to it
    onPublished(bytes);
  }

  /**
   * For subscriptions that named a resource of the event. Those that named the first key get it through its topic.
   * Those that named only another key are sent the event directly, so that nobody gets it twice.
   */
  #tellWatching({ keys: [first, ...others], text }: LiveEvent): void {
    if (first === undefined) return;
    if (this.#watching.has(first)) this.#options.publish(this.#topicOf(first), text);
    for (const key of others)
      for (const subscription of this.#watching.get(key) ?? [])
        if (subscription.keys?.has(first) === false) subscription.connection.cork((send) => send(text));
  }

  /** For live subscriptions; a replay finds the gap by itself. */
  #tellGap(oldest: number): void {
    for (const subscription of this.#subscriptions) subscription.skip(oldest);
  }

  #topicsOf({ keys }: Subscription): string[] {
    return keys === null ? [this.#topic] : Array.from(keys, (key) => this.#topicOf(key));
  }

  #topicOf(key: string): string {
    return `r:${this.workspace.id}:${key}`;
  }
}

/** The socket of a subscription, as far as a room uses it. */
interface Receiver {
  /** What was sent and has not left this machine yet. */
  readonly bufferedBytes: number;
  send(message: ServerMessage): void;
  /** Sends many messages in few packets. */
  cork(work: (send: (text: string) => void) => void): void;
  join(topics: Iterable<string>): void;
  leave(topics: Iterable<string>): void;
}

/** What one socket has subscribed to in one workspace. */
export class Subscription {
  readonly connection: Receiver;
  readonly room: Room;
  /** The resources it named; null means the whole workspace. */
  readonly keys: ReadonlySet<string> | null;
  /** The only accounts whose events it is sent; null means all. */
  heldTo: HeldTo;
  phase: 'opening' | 'replaying' | 'live' | 'over' = 'opening';
  /** The number after which it resumes. */
  #asked: number | null = null;
  /** While replaying: everything up to this number has been sent. */
  #cursor = 0;
  #page: readonly LiveEvent[] = [];
  #reading = false;

  constructor(
    connection: Receiver,
    room: Room,
    { keys, heldTo }: { keys: ReadonlySet<string> | null; heldTo: HeldTo },
  ) {
    this.connection = connection;
    this.room = room;
    this.keys = keys;
    this.heldTo = heldTo;
    room.add(this);
  }

  /**
   * Everything that this socket subscribed to has been sent up to this number. null if it starts with the next event,
   * whose number is not known yet.
   */
  get position(): number | null {
    switch (this.phase) {
      case 'live':
        return this.room.following.position;
      case 'replaying':
        return this.#cursor;
      case 'opening':
      case 'over':
        return this.#asked;
      default:
        return this.phase satisfies never;
    }
  }

  /** @param after the number after which to resume; null starts with the next event */
  async begin(after: number | null): Promise<void> {
    this.#asked = after;
    await this.room.opened;
    if (this.#isOver()) return;
    const { following } = this.room;
    let newest = following.position;
    if (after !== null && (after > newest || following.recent(after) === null)) {
      const range = await following.range();
      if (this.#isOver()) return;
      // The client may have received events from another node that this node has not read yet.
      following.expect(range.newest);
      newest = Math.max(following.position, range.newest);
      if (after > newest || after + 1 < range.oldest) {
        this.#startAfterGap(newest, range.oldest, after);
        return;
      }
    }
    this.#startAt(after ?? newest, after, newest);
  }

  /** Sends what it can. Called when the feed or the socket's buffer has moved. */
  goOn(): void {
    while (this.phase === 'replaying' && !this.#reading) {
      if (this.connection.bufferedBytes > REPLAY_BUFFER_BYTES) return; // it is called again when the buffer has drained
      const { following } = this.room;
      const recent = following.recent(this.#cursor);
      if (recent !== null) this.#page = recent;
      if (this.#cursor > following.position) {
        following.expect(this.#cursor); // it is called again with the next event
        return;
      }
      if (this.#cursor === following.position) {
        this.room.goLive(this);
        this.phase = 'live';
        this.#page = [];
        return;
      }
      if (!this.#sendSome()) void this.#readPage();
    }
  }

  /** For a live subscription: events before this number were deleted and not delivered. */
  skip(oldest: number): void {
    if (this.phase !== 'live') return;
    this.room.rest(this);
    this.#startAfterGap(oldest - 1, oldest);
  }

  /** The person reaches other accounts than before: it counts from the next event. */
  holdTo(heldTo: HeldTo): void {
    const isLive = this.phase === 'live';
    if (isLive) this.room.rest(this);
    this.heldTo = heldTo;
    if (isLive) this.room.goLive(this);
  }

  /** Sends an event, if the person may see it and the subscription names it. */
  pass(event: LiveEvent): void {
    const text = this.#names(event) ? event.textFor(this.heldTo) : null;
    if (text !== null) this.connection.cork((send) => send(text));
  }

  end(): void {
    if (this.phase === 'over') return;
    this.room.remove(this);
    this.phase = 'over';
    this.#page = [];
  }

  #isOver(): boolean {
    return this.phase === 'over';
  }

  #startAt(cursor: number, resumedFrom: number | null, newest = cursor): void {
    this.#cursor = cursor;
    this.phase = 'replaying';
    this.room.replay(this);
    this.connection.send({
      type: 'subscribed',
      workspace: this.room.workspace.slug,
      seq: newest,
      resumedFrom,
    });
    this.goOn();
  }

  /** The events that the client missed are deleted: it continues after `cursor`. */
  #startAfterGap(cursor: number, oldest: number, after = 0): void {
    const { slug } = this.room.workspace;
    const reason =
      after > cursor
        ? `${slug} has no event with the number ${after} yet, its newest is ${cursor}`
        : `events of ${slug} before number ${oldest} are not kept any more`;
    this.connection.send({
      type: 'error',
      error: `${reason}: read the current state with GET /v1/posts`,
      code: 'feed_gap',
      param: '/after',
      workspace: slug,
      oldest,
    });
    this.#startAt(cursor, null);
  }

  /** @returns false when the page holds nothing after the cursor */
  #sendSome(): boolean {
    const first = this.#page[0];
    if (first === undefined) return false;
    const from = this.#cursor + 1 - first.seq;
    if (from < 0 || from >= this.#page.length) return false;
    this.connection.cork((send) => {
      let bytes = 0;
      for (const event of this.#page.slice(from, from + EVENTS_AT_ONCE)) {
        this.#cursor = event.seq;
        const text = this.#names(event) ? event.textFor(this.heldTo) : null;
        if (text === null) continue;
        send(text);
        bytes += text.length;
        if (bytes >= BYTES_AT_ONCE) break;
      }
    });
    return true;
  }

  #names(event: LiveEvent): boolean {
    const { keys } = this;
    return keys === null || event.keys.some((key) => keys.has(key));
  }

  async #readPage(): Promise<void> {
    this.#reading = true;
    try {
      const { following } = this.room;
      const page = await following.read(this.#cursor);
      if (this.#isOver()) return;
      const first = page[0]?.seq ?? (await following.range()).oldest;
      if (this.#isOver()) return;
      this.#page = page;
      if (first > this.#cursor + 1) this.#startAfterGap(Math.max(following.position, first - 1), first);
    } catch (fault) {
      this.room.log.warn(
        { workspace: this.room.workspace.id, fault: String(fault) },
        'a replay waits for Postgres',
      );
      await pause(REPLAY_RETRY_MS, undefined, { ref: false });
    } finally {
      this.#reading = false;
    }
    this.goOn();
  }
}
