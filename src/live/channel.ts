/**
 * The feed of one workspace, brought into order.
 *
 * Commits tell their events as soon as they are done, each lane for itself and each node for itself: out of order, and
 * sometimes not at all. But the numbers are handed out under a lock that is held until the commit (store/feed.ts), so
 * whoever sees number n knows that everything before it is in Postgres. A channel therefore has two sources: what it is
 * offered, which costs nothing, and Postgres, which has it all. It goes on with what it is offered while that continues
 * where it stands; at a gap it waits a moment, since the missing lane is mostly microseconds late, then reads.
 */
import type { Sql } from '../../store/connect.ts';
import { type FeedBatch, feedRange, readFeed } from '../../store/feed.ts';
import type { Log } from '../log.ts';
import type { Semaphore } from '../semaphore.ts';
import type { FeedEvent } from '../engine/feed-event.ts';
import { type LiveEvent, liveEvent } from './messages.ts';
import { Recent } from './recent.ts';
import { shared } from './shared.ts';

/** Who is told of a feed. */
export interface Follower {
  /** The events that follow those told before: in order, each once, none left out. */
  onEvents(events: readonly LiveEvent[]): void;
  /** Events before this number were deleted before they could be told; the next ones begin with it. */
  onGap(oldest: number): void;
}

export interface ChannelOptions {
  sql: Sql;
  log: Pick<Log, 'warn' | 'error'>;
  gapWaitMs: number;
  recent: number;
  /** Bounds how many replays read at once. */
  replays: Semaphore;
}

/** Batches that wait for one before them. Beyond it only their numbers are kept, and they are read again. */
const MOST_WAITING = 256;
/** Events told in one turn of the event loop. Then sockets get time to send, or one burst would look like slowness. */
const EVENTS_PER_TURN = 512;
/** What a page of a replay holds, more or less. Batches differ in size, so a page is asked for in batches. */
const EVENTS_PER_PAGE = 512;
const MOST_BATCHES_PER_PAGE = 256;
const MOST_BACKOFF_MS = 5_000;

interface Batch {
  first: number;
  last: number;
  events: readonly Omit<FeedEvent, 'workspaceId'>[];
}

export class Channel {
  readonly workspace: { id: string; slug: string };
  readonly followers = new Set<Follower>();
  /** Resolves when the position is known. */
  readonly opened: Promise<void>;
  /** Numbers of the newest event and of the oldest one kept, as Postgres has them now. */
  readonly range: () => Promise<{ newest: number; oldest: number }>;

  readonly #options: ChannelOptions;
  readonly #recent: Recent;
  readonly #waiting = new Map<number, Batch>();
  readonly #pages = new Map<number, Promise<LiveEvent[]>>();
  /** Everything up to it has been told. */
  #position = 0;
  /** The highest number known to be committed. */
  #head = 0;
  #isOpen = false;
  #closed = false;
  #filling = false;
  #gapTimer: NodeJS.Timeout | null = null;
  #failures = 0;
  #toldInTurn = 0;
  #turn: NodeJS.Immediate | null = null;
  #batchesPerPage = 16;

  constructor(workspace: { id: string; slug: string }, options: ChannelOptions) {
    this.workspace = workspace;
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

  /** Events of a commit: they end with the number `last`. */
  offer(last: number, events: Batch['events']): void {
    if (this.#isOpen && last <= this.#position) return;
    this.#head = Math.max(this.#head, last);
    if (this.#waiting.size < MOST_WAITING) {
      const first = last - events.length + 1;
      this.#waiting.set(first, { first, last, events });
    }
    this.#advance();
  }

  /** Somebody knows of this number: what leads up to it is read, unless it is offered. */
  expect(seq: number, withinMs: number): void {
    this.#head = Math.max(this.#head, seq);
    if (this.#isOpen && seq > this.#position) this.#fillWithin(withinMs);
  }

  /** @returns what was told after this number; null when that is too long ago to be remembered */
  recent(after: number): LiveEvent[] | null {
    return after >= this.#position ? [] : this.#recent.after(after);
  }

  /** @returns a page of the events after this number, from Postgres, without gaps; empty when there is none */
  read(after: number): Promise<LiveEvent[]> {
    // many sockets come back at once, and with the same number, when a node goes: they share what is read
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
    this.#forgetTold();
    this.#advance();
  }

  /** Tells what continues where we stand. */
  #advance(): void {
    if (!this.#isOpen || this.#closed) return;
    while (this.#toldInTurn < EVENTS_PER_TURN) {
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

    this.#toldInTurn += events.length;
    this.#turn ??= setImmediate(() => {
      this.#turn = null;
      this.#toldInTurn = 0;
      this.#advance();
    });
  }

  #encode({ first, events }: Batch, after: number): LiveEvent[] {
    const encoded: LiveEvent[] = [];
    for (const [index, event] of events.entries())
      if (first + index > after) encoded.push(liveEvent(this.workspace.slug, first + index, event));
    return encoded;
  }

  /** Pruning may take a batch before an older one: the page ends there, and the next one shows the gap. */
  #encodePage(batches: readonly Batch[], after: number): LiveEvent[] {
    const hole = batches.findIndex(
      (batch, index) => index > 0 && batch.first !== batches[index - 1]!.last + 1,
    );
    const whole = hole === -1 ? batches : batches.slice(0, hole);
    return whole.flatMap((batch) => this.#encode(batch, after));
  }

  #fillWithin(ms: number): void {
    if (this.#closed || this.#filling || this.#position >= this.#head) return;
    if (this.#waiting.has(this.#position + 1)) return; // the next turn of the event loop goes on with it
    if (ms === 0 && this.#failures === 0) {
      void this.#fill();
      return;
    }
    this.#gapTimer ??= setTimeout(() => void this.#fill(), ms);
  }

  /** Reads what was not offered, until nothing is missing that is known to exist. */
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
      const waitMs = Math.min(MOST_BACKOFF_MS, 25 * 2 ** this.#failures);
      this.#options.log.warn(
        { workspace: this.workspace.id, after: this.#position, waitMs, fault: String(fault) },
        'the live feed could not be read; trying again',
      );
      this.#gapTimer = setTimeout(() => void this.#fill(), waitMs);
    } finally {
      this.#filling = false;
    }
  }

  /** A batch as read. Meanwhile it may have been told, as it was offered after all. */
  #take(batch: Batch): void {
    this.#waiting.delete(batch.first);
    if (batch.last <= this.#position) return;
    if (batch.first > this.#position + 1) this.#skipTo(batch.first);
    this.#tell(batch);
  }

  /** Postgres has nothing after our position, though somebody said there is. */
  async #explainNothing(): Promise<void> {
    const told = this.#head;
    const { newest, oldest } = await this.range();
    if (this.#closed) return;
    if (newest <= this.#position) {
      if (this.#head > told) return; // said after we asked
      this.#options.log.warn(
        { workspace: this.workspace.id, newest, told },
        'the live feed was told of an event that does not exist',
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
      'events were deleted before the live feed had told them',
    );
    this.#position = oldest - 1;
    this.#recent.clear();
    this.#forgetTold();
    this.#tellEach((follower) => follower.onGap(oldest));
  }

  /** A follower's fault is its own: neither the commit that is told nor another follower shall suffer from it. */
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

  #forgetTold(): void {
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
      this.#batchesPerPage = Math.max(1, Math.min(MOST_BATCHES_PER_PAGE, fitting));
    }
    return rows.map(({ lastSeq, count, events }) => ({
      first: Number(lastSeq) - count + 1,
      last: Number(lastSeq),
      events: events as Batch['events'],
    }));
  }
}
