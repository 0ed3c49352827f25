import type { LiveEvent } from './messages.ts';

/**
 * The newest events of a feed, without gaps. A socket that catches up reads its last events here, not from Postgres.
 */
export class Recent {
  readonly #keep: number;
  #events: LiveEvent[] = [];

  /** @param keep the least number of events to keep, once there were so many; at most twice as many are held */
  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Appends events that follow the newest one. */
  push(events: readonly LiveEvent[]): void {
    for (const event of events) this.#events.push(event);
    if (this.#events.length > this.#keep * 2) this.#events = this.#events.slice(-this.#keep);
  }

  /** @returns every event after this number; null when some of them are no longer here */
  after(seq: number): LiveEvent[] | null {
    const first = this.#events[0];
    if (first === undefined || seq + 1 < first.seq) return null;
    return this.#events.slice(seq + 1 - first.seq);
  }

  clear(): void {
    this.#events = [];
  }
}
