import type { LiveEvent } from './messages.ts';

/** The newest events of a feed, without gaps. A socket that catches up takes its last steps here, not in Postgres. */
export class Recent {
  readonly #keep: number;
  #events: LiveEvent[] = [];

  /** @param keep how many at least, once there were that many; at most twice as many are held */
  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Takes the events that follow those that are here. */
  push(events: readonly LiveEvent[]): void {
    for (const event of events) this.#events.push(event);
    if (this.#events.length > this.#keep * 2) this.#events = this.#events.slice(-this.#keep);
  }

  /** @returns every event after this number; null when they are not all here any more */
  after(seq: number): LiveEvent[] | null {
    const first = this.#events[0];
    if (first === undefined || seq + 1 < first.seq) return null;
    return this.#events.slice(seq + 1 - first.seq);
  }

  clear(): void {
    this.#events = [];
  }
}
