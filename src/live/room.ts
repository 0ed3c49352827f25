/**
 * The sockets that watch one workspace on this node.
 *
 * Live events go out by uWebSockets.js' own topics: one publish for all sockets, no loop of ours over them. A
 * subscription is in one of three phases, and only the last is on a topic:
 * - *opening*: finding out where the feed stands;
 * - *replaying*: events are sent one page at a time, as fast as the socket takes them, from Postgres and, for the last
 *   steps, from memory;
 * - *live*: in the same tick in which the last remembered event was sent it joined the topic. Nothing can be published
 *   in between, so nothing is lost there and nothing comes twice.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Workspace } from '../api/principal.ts';
import type { Connection } from './connection.ts';
import type { Following, Hub } from './hub.ts';
import type { LiveEvent } from './messages.ts';

export interface RoomOptions {
  hub: Hub;
  log: Pick<Log, 'warn' | 'error'>;
  /** Sends a text to every socket on a topic. */
  publish: (topic: string, text: string) => void;
  /** So many bytes have been published: time to look for sockets that do not keep up. */
  onPublished: (bytes: number) => void;
  /** The last subscription has left. */
  onEmpty: (room: Room) => void;
}

/** While more bytes than this wait in a socket, its replay waits too. */
const REPLAY_BUFFER_BYTES = 64 * 1024;
/** What is sent before looking at the buffer again: events, and about how many bytes of them. */
const EVENTS_AT_ONCE = 64;
const BYTES_AT_ONCE = 16 * 1024;
/** How long a replay waits when Postgres did not answer, ms. */
const REPLAY_RETRY_MS = 500;

export class Room {
  readonly workspace: Workspace;
  /** Resolves when the position is known. */
  readonly opened: Promise<void>;
  readonly #options: RoomOptions;
  readonly #subscriptions = new Set<Subscription>();
  readonly #replaying = new Set<Subscription>();
  readonly #topic: string;
  /** Live subscriptions to single resources, by key: while there is none, nothing is published on their topics. */
  readonly #watching = new Map<string, Set<Subscription>>();
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
    subscription.connection.join(this.#topicsOf(subscription));
    for (const key of subscription.keys ?? []) {
      const others = this.#watching.get(key);
      if (others === undefined) this.#watching.set(key, new Set([subscription]));
      else others.add(subscription);
    }
  }

  /** Not live any more. */
  rest(subscription: Subscription): void {
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
      bytes += Buffer.byteLength(text);
    }
    for (const subscription of this.#replaying) subscription.goOn();
    // only now: whoever is cut is told our position, and must have been sent everything up to it
    onPublished(bytes);
  }

  /**
   * To those who named a resource of the event. The first key goes by its topic; whoever named another one and not the
   * first is sent the event directly, so that nobody gets it twice.
   */
  #tellWatching({ keys: [first, ...others], text }: LiveEvent): void {
    if (first === undefined) return;
    if (this.#watching.has(first)) this.#options.publish(this.#topicOf(first), text);
    for (const key of others)
      for (const subscription of this.#watching.get(key) ?? [])
        if (subscription.keys?.has(first) === false) subscription.connection.cork((send) => send(text));
  }

  /** To those who are live; those who replay come across the gap themselves. */
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

/** What one socket has asked for in one workspace. */
export class Subscription {
  readonly connection: Connection;
  readonly room: Room;
  /** The resources it names; null: everything of the workspace. */
  readonly keys: ReadonlySet<string> | null;
  phase: 'opening' | 'replaying' | 'live' | 'over' = 'opening';
  /** Where it is to resume after. */
  #asked: number | null = null;
  /** Everything up to it has been sent, while replaying. */
  #cursor = 0;
  #page: readonly LiveEvent[] = [];
  #reading = false;

  constructor(connection: Connection, room: Room, keys: ReadonlySet<string> | null) {
    this.connection = connection;
    this.room = room;
    this.keys = keys;
    room.add(this);
  }

  /**
   * The number up to which this socket has been told everything it asked for. null: it begins with what happens next,
   * and where that is is not known yet.
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

  /** @param after the number to resume after; null: with what happens next */
  async begin(after: number | null): Promise<void> {
    this.#asked = after;
    await this.room.opened;
    if (this.#isOver()) return;
    const { following } = this.room;
    let newest = following.position;
    if (after !== null && (after > newest || following.recent(after) === null)) {
      const range = await following.range();
      if (this.#isOver()) return;
      // Another node may have told this client of events that this one has yet to hear of.
      following.expect(range.newest);
      newest = Math.max(following.position, range.newest);
      if (after > newest || after + 1 < range.oldest) {
        this.#startAfterGap(newest, range.oldest, after);
        return;
      }
    }
    this.#startAt(after ?? newest, after, newest);
  }

  /** Sends what may be sent now. Called when the feed or the socket's buffer has moved. */
  goOn(): void {
    while (this.phase === 'replaying' && !this.#reading) {
      if (this.connection.bufferedBytes > REPLAY_BUFFER_BYTES) return; // the drained buffer calls again
      const { following } = this.room;
      const recent = following.recent(this.#cursor);
      if (recent !== null) this.#page = recent;
      if (this.#cursor > following.position) {
        following.expect(this.#cursor); // the next event calls again
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

  /** A live one: events before this number are gone and were not told. */
  skip(oldest: number): void {
    if (this.phase !== 'live') return;
    this.room.rest(this);
    this.#startAfterGap(oldest - 1, oldest);
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

  /** What the client missed is gone: it goes on after `cursor`. */
  #startAfterGap(cursor: number, oldest: number, after = 0): void {
    const { slug } = this.room.workspace;
    const reason =
      after > cursor
        ? `${slug} has no event with the number ${after} yet, its newest is ${cursor}`
        : `events of ${slug} before number ${oldest} are not kept any more`;
    this.connection.send({
      type: 'error',
      error: `${reason}: read how things are with GET /v1/posts`,
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
        const { seq, text } = event;
        this.#cursor = seq;
        if (!this.#names(event)) continue;
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
