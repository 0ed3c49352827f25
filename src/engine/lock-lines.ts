/**
 * Requests that need an actor which another transaction has locked wait here, in memory and without a connection. One at a
 * time for each actor waits in Postgres, in the order in which they came; so those who wait for one actor leave the
 * connections to the others.
 */

/** How many actors are waited for in Postgres at once: fewer than the pool has connections. */
export const MAX_LOCK_WAITS = 4;
/** How many requests may wait for their turn, over all actors. */
const MAX_WAITING = 500;

interface Waiter {
  /** Until when it may be called, as `performance.now()`. */
  until: number;
  call: () => void;
  expire: () => void;
}

/** A request waited for a locked actor until its time was up, or too many wait already. Postgres' code of the same. */
export class LockWaitExpired extends Error {
  override readonly name = 'LockWaitExpired';
  readonly code = '55P03';

  constructor(actorId: string) {
    super(`another transaction holds ${actorId}`);
  }
}

/** The lines of requests, one for each locked actor. */
export class LockLines {
  /** By actor. The line at the front is called next; one whose turn ends goes to the back. */
  readonly #lines = new Map<string, Waiter[]>();
  /** Actors that are waited for in Postgres at the moment. */
  readonly #called = new Set<string>();
  #waiting = 0;

  /** How many requests wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Waits for a turn, tries, and lets the next one try.
   * @param actorId the actor that was locked
   * @param until when the last try may start, as `performance.now()`
   * @param attempt waits for the lock itself, for a bounded time
   * @param isLocked whether an error of `attempt` says that the actor is still locked: then it keeps its place and tries
   *   again in its next turn
   * @throws LockWaitExpired, and every other error of `attempt`
   */
  async enter<T>(
    actorId: string,
    {
      until,
      attempt,
      isLocked,
    }: { until: number; attempt: () => Promise<T>; isLocked: (fault: unknown) => boolean },
  ): Promise<T> {
    for (let isFirst = true; ; isFirst = false) {
      await this.#place(actorId, until, { atFront: !isFirst });
      try {
        return await attempt();
      } catch (fault) {
        if (!isLocked(fault)) throw fault;
      } finally {
        this.#called.delete(actorId);
        // after the one that tries again has taken its place
        queueMicrotask(() => this.#callNext());
      }
    }
  }

  #place(actorId: string, until: number, { atFront }: { atFront: boolean }): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const expire = () => reject(new LockWaitExpired(actorId));
    if (until <= performance.now() || (!atFront && this.#waiting >= MAX_WAITING)) {
      expire();
      return promise;
    }
    const line = this.#lines.get(actorId) ?? [];
    this.#lines.delete(actorId);
    const waiter = { until, call: resolve, expire };
    if (atFront) line.unshift(waiter);
    else line.push(waiter);
    this.#lines.set(actorId, line);
    this.#waiting += 1;
    if (!atFront) this.#callNext();
    return promise;
  }

  /** Calls the first of as many lines as may wait in Postgres, and ends the wait of those whose time is up. */
  #callNext(): void {
    const now = performance.now();
    for (const [actorId, line] of this.#lines) {
      while (line[0] && line[0].until <= now) this.#take(line).expire();
      if (line.length > 0 && !this.#called.has(actorId) && this.#called.size < MAX_LOCK_WAITS) {
        this.#called.add(actorId);
        this.#take(line).call();
      }
      if (line.length === 0) this.#lines.delete(actorId);
    }
  }

  #take(line: Waiter[]): Waiter {
    this.#waiting -= 1;
    return line.shift()!;
  }
}
