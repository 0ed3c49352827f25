/**
 * The feed of one workspace, in order.
 * Commits report their events as soon as they are done, from each writer and each node separately: out of order, and
 * sometimes not at all. But event numbers are assigned under a lock that is held until the commit (store/feed.ts). So
 * a reader that sees number n knows that all smaller numbers are in Postgres. A channel therefore has two sources: the events
 * it is offered, which cost nothing, and Postgres, which has all. While the offered events continue the sequence, it
 * uses them. At a gap it waits a moment, because the missing events are usually microseconds late, and then reads them.
 */
import type { Sql } from '../../../store/connect.ts';
import { type FeedBatch, feedRange, readFeed } from '../../../store/feed.ts';
import type { Log } from '../../base/log.ts';
import type { Semaphore } from '../../base/semaphore.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import { type LiveEvent, liveEvent } from './messages.ts';
import { Recent } from './recent.ts';
import { shared } from './shared.ts';

/** A receiver of a feed. */
export interface Follower {
  /** The events that follow those delivered before: in order, each once, none left out. */
  onEvents(events: readonly LiveEvent[]): void;
  /** Events before this number were deleted before they could be delivered; the next events start with it. */
  onGap(oldest: number): void;
}

export interface ChannelOptions {
  sql: Sql;
  log: Pick<Log, 'warn' | 'error'>;
  gapWaitMs: number;
  recent: number;
  /** Limits how many replays read at the same time. */
  replays: Semaphore;
}

/** How many batches may wait for an earlier one. Beyond it only their numbers are kept, and they are read later. */
const MAX_WAITING = 256;
/**
 * Events delivered in one turn of the event loop. Then sockets get time to send, or a burst would look like slow
 * sockets.
 */
const EVENTS_PER_TURN = 512;
/** About how many events a page of a replay holds. Batches differ in size, and a page is read in whole batches. */
const EVENTS_PER_PAGE = 512;
const MAX_BATCHES_PER_PAGE = 256;
const MAX_BACKOFF_MS = 5_000;

interface Batch {
  first: number;
  last: number;
  events: readonly Omit<FeedEvent, 'workspaceId'>[];
}

export class Channel {
  readonly workspace: { readonly id: string; slug: string };
  readonly followers = new Set<Follower>();
  /** Resolves when the position is known. */
  readonly opened: Promise<void>;
  /** The numbers of the newest event and of the oldest stored one, as Postgres has them now. */
  readonly range: () => Promise<{ newest: number; oldest: number }>;

  readonly #options: ChannelOptions;
  readonly #recent: Recent;
  readonly #waiting = new Map<number, Batch>();
  readonly #pages = new Map<number, Promise<LiveEvent[]>>();
  /** All events up to this number were delivered. */
  #position = 0;
  /** The highest number known to be committed. */
  #head = 0;
  #isOpen = false;
  #closed = false;
  #filling = false;
  #gapTimer: NodeJS.Timeout | null = null;
  #failures = 0;
  #notifiedInTurn = 0;
  #turn: NodeJS.Immediate | null = null;
  #batchesPerPage = 16;

  constructor(workspace: { id: string; slug: string }, options: ChannelOptions) {
    this.workspace = { id: workspace.id, slug: workspace.slug };
    this.#options = options;
    this.#recent = new Recent(options.recent);
    this.range = shared(async () => {
      const { newest, oldest } = await feedRange(options.sql, workspace.id);
      return { newest: Number(newest), oldest: Number(oldest) };
    });
    this.opened = this.#open();
  }

  get position(): number {
    return this.#position;
  }

  /** Events that are encoded from now on name this slug. */
  rename(slug: string): void {
    this.workspace.slug = slug;
  }

  /** The events of a commit, of which the last has the number `last`. */
  offer(last: number, events: Batch['events']): void {
    if (this.#isOpen && last <= this.#position) return;
    this.#head = Math.max(this.#head, last);
    if (this.#waiting.size < MAX_WAITING) {
      const first = last - events.length + 1;
      this.#waiting.set(first, { first, last, events });
    }
    this.#advance();
  }

  /** This number exists: the events up to it are read, unless they are offered first. */
  expect(seq: number, withinMs: number): void {
    this.#head = Math.max(this.#head, seq);
    if (this.#isOpen && seq > this.#position) this.#fillWithin(withinMs);
  }

  /** @returns the events delivered after this number; null when some of them are no longer in memory */
  recent(after: number): LiveEvent[] | null {
    return after >= this.#position ? [] : this.#recent.after(after);
  }

  /** @returns a page of the events after this number, from Postgres, without gaps; empty when there is none */
  read(after: number): Promise<LiveEvent[]> {
    // when a node stops, many sockets reconnect at once with the same number: they share one read
    let page = this.#pages.get(after);
    if (page === undefined) {
      page = this.#options.replays
        .run(() => this.#readPage(after))
        .then((batches) => this.#encodePage(batches, after))
        .finally(() => this.#pages.delete(after));
      this.#pages.set(after, page);
    }
    return page;
  }

  close(): void {
    this.#closed = true;
    this.followers.clear();
    this.#recent.clear();
    if (this.#gapTimer !== null) clearTimeout(this.#gapTimer);
    if (this.#turn !== null) clearImmediate(this.#turn);
  }

  async #open(): Promise<void> {
    const { newest } = await this.range();
    this.#position = newest;
    this.#head = Math.max(this.#head, newest);
    this.#isOpen = true;
    this.#forgetNotified();
    this.#advance();
  }

  /** Delivers the offered events that continue the sequence. */
  #advance(): void {
    if (!this.#isOpen || this.#closed) return;
    while (this.#notifiedInTurn < EVENTS_PER_TURN) {
      const batch = this.#waiting.get(this.#position + 1);
      if (batch === undefined) break;
      this.#waiting.delete(batch.first);
      this.#tell(batch);
    }
    this.#fillWithin(this.#options.gapWaitMs);
  }

  #tell(batch: Batch): void {
    const events = this.#encode(batch, this.#position);
    this.#position = batch.last;
    this.#recent.push(events);
    this.#tellEach((follower) => follower.onEvents(events));

    this.#notifiedInTurn += events.length;
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.#notifiedInTurn = 0;
      this.#advance();
    });
  }

  #encode({ first, events }: Batch, after: number): LiveEvent[] {
    const encoded: LiveEvent[] = [];
    for (const [index, event] of events.entries())
      if (first + index > after) encoded.push(liveEvent(this.workspace.slug, first + index, event));
    return encoded;
  }

  /** Pruning may delete a batch before an older one: the page ends there, and the next page shows the gap. */
  #encodePage(batches: readonly Batch[], after: number): LiveEvent[] {
    const hole = batches.findIndex(
      (batch, index) => index > 0 && batch.first !== batches[index - 1]!.last + 1,
    );
    const whole = hole === -1 ? batches : batches.slice(0, hole);
    return whole.flatMap((batch) => this.#encode(batch, after));
  }

  #fillWithin(ms: number): void {
    if (this.#closed || this.#filling || this.#position >= this.#head) return;
    if (this.#waiting.has(this.#position + 1)) return; // continues in the next turn of the event loop
    if (ms === 0 && this.#failures === 0) {
      void this.#fill();
      return;
    }
    this.#gapTimer ??= setTimeout(() => void this.#fill(), ms);
  }

  /** Reads events that exist and were not offered, until none is missing. */
  async #fill(): Promise<void> {
    if (this.#gapTimer !== null) clearTimeout(this.#gapTimer);
    this.#gapTimer = null;
    if (this.#filling || this.#closed) return;
    this.#filling = true;
    try {
      while (!this.#closed && this.#position < this.#head) {
        this.#advance();
        if (!this.#waiting.has(this.#position + 1) && this.#position < this.#head) {
          const batches = await this.#readPage(this.#position);
          if (this.#closed) return;
          if (batches.length === 0) await this.#explainNothing();
          for (const batch of batches) this.#take(batch);
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      this.#failures = 0;
    } catch (fault) {
      if (this.#closed) return;
      this.#failures += 1;
      const waitMs = Math.min(MAX_BACKOFF_MS, 25 * 2 ** this.#failures);
      this.#options.log.warn(
        { workspace: this.workspace.id, after: this.#position, waitMs, fault: String(fault) },
        'the live feed could not be read; trying again',
      );
      this.#gapTimer = setTimeout(() => void this.#fill(), waitMs);
    } finally {
      this.#filling = false;
    }
  }

  /** A batch that was read. It may have been offered and delivered meanwhile. */
  #take(batch: Batch): void {
    this.#waiting.delete(batch.first);
    if (batch.last <= this.#position) return;
    if (batch.first > this.#position + 1) this.#skipTo(batch.first);
    this.#tell(batch);
  }

  /** Postgres has nothing after our position, although somebody reported a larger number. */
  async #explainNothing(): Promise<void> {
    const head = this.#head;
    const { newest, oldest } = await this.range();
    if (this.#closed) return;
    if (newest <= this.#position) {
      if (this.#head > head) return; // reported after the query started
      this.#options.log.warn(
        { workspace: this.workspace.id, newest, event: head },
        'the live feed was notified of an event that does not exist',
      );
      this.#head = this.#position;
      this.#waiting.clear();
    } else if (oldest > this.#position + 1) {
      this.#skipTo(oldest);
    }
  }

  #skipTo(oldest: number): void {
    this.#options.log.error(
      { workspace: this.workspace.id, from: this.#position + 1, to: oldest - 1 },
      'events were deleted before the live feed had delivered them',
    );
    this.#position = oldest - 1;
    this.#recent.clear();
    this.#forgetNotified();
    this.#tellEach((follower) => follower.onGap(oldest));
  }

  /** An error of a follower must affect neither the commit that is being delivered nor other followers. */
  #tellEach(tell: (follower: Follower) => void): void {
    for (const follower of this.followers) {
      try {
        tell(follower);
      } catch (fault) {
        this.#options.log.error(
          { workspace: this.workspace.id, position: this.#position, err: fault },
          'a follower of the live feed failed',
        );
      }
    }
  }

  #forgetNotified(): void {
    for (const batch of this.#waiting.values())
      if (batch.last <= this.#position) this.#waiting.delete(batch.first);
  }

  async #readPage(after: number): Promise<Batch[]> {
    const rows: FeedBatch[] = await readFeed(this.#options.sql, {
      workspaceId: this.workspace.id,
      after: String(after),
      limit: this.#batchesPerPage,
    });
    let events = 0;
    for (const row of rows) events += row.count;
    if (events > 0) {
      const fitting = Math.floor((EVENTS_PER_PAGE * rows.length) / events);
      this.#batchesPerPage = Math.max(1, Math.min(MAX_BATCHES_PER_PAGE, fitting));
    }
    return rows.map(({ lastSeq, count, events }) => ({
      first: Number(lastSeq) - count + 1,
      last: Number(lastSeq),
      events: events as Batch['events'],
    }));
  }
}
