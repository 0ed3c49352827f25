/**
 * Counts what was done within a window, exactly: a log of instants for each budget, newest first. Who finds a budget used
 * up gets the instant at which it has a place, and the place is kept: a thousand that wait are asked twice each, not
 * once a second, and each account's line moves by itself.
 */

/** A budget that a step must keep to. */
export interface Rule {
  key: string;
  most: number;
  windowMs: number;
}

export interface PlaceRequest {
  /** Keys of blocks: while one stands nothing is taken. */
  blocks: string[];
  /**
   * Rules in the order they are paid. All of a stage are paid at once; who has to wait for a place in one has not paid
   * the next, so that a long line of one account takes nothing from what all share.
   */
  stages: Rule[][];
  /** Epoch ms. */
  now: number;
  /** A place after this instant, epoch ms, is named and not taken. Absent means any is taken. */
  latestAt?: number;
}

/** `at`: when it may go, epoch ms; not after `now` means at once. `paid`: stages paid; null when a block stands. */
export interface Place {
  at: number;
  paid: number | null;
}

export interface Meter {
  take(request: PlaceRequest): Promise<Place>;
  /** Until when the last of these blocks stands, epoch ms; 0 for none. */
  blockedUntil(blocks: string[], now: number): Promise<number>;
  /** @param until epoch ms; an earlier end does not shorten a block */
  block(key: string, until: number, now: number): Promise<void>;
}

/** After this many takes, entries that have expired are removed from the logs. */
const SWEEP_EVERY = 1_000;

/** The meter of one process. */
export class LocalMeter implements Meter {
  readonly #logs = new Map<string, { instants: number[]; windowMs: number }>();
  readonly #blocks = new Map<string, number>();
  #takes = 0;

  async take(request: PlaceRequest): Promise<Place> {
    return this.takeNow(request);
  }

  takeNow({ blocks, stages, now, latestAt = Infinity }: PlaceRequest): Place {
    if ((this.#takes += 1) % SWEEP_EVERY === 0) this.#sweep(now);
    const until = this.#blockedUntil(blocks, now);
    if (until > 0) return { at: until, paid: null };
    for (const [index, rules] of stages.entries()) {
      const at = Math.max(now, ...rules.map((rule) => this.#freeAt(rule)));
      if (at > latestAt) return { at, paid: index };
      this.#note(rules, at);
      if (at > now) return { at, paid: index + 1 };
    }
    return { at: now, paid: stages.length };
  }

  /** Remembers what another meter gave, so that this one can take over from it. */
  note({ stages, now }: PlaceRequest, { at, paid }: Place): void {
    for (const [index, rules] of stages.slice(0, paid ?? 0).entries()) {
      this.#note(rules, index + 1 === paid ? at : now);
    }
  }

  async blockedUntil(blocks: string[], now: number): Promise<number> {
    return this.#blockedUntil(blocks, now);
  }

  async block(key: string, until: number, _now: number): Promise<void> {
    this.blockNow(key, until);
  }

  blockNow(key: string, until: number): void {
    this.#blocks.set(key, Math.max(until, this.#blocks.get(key) ?? 0));
  }

  /** Logs and blocks that are kept. */
  get size(): number {
    return this.#logs.size + this.#blocks.size;
  }

  #blockedUntil(blocks: string[], now: number): number {
    const until = Math.max(0, ...blocks.map((key) => this.#blocks.get(key) ?? 0));
    return until > now ? until : 0;
  }

  #freeAt({ key, most, windowMs }: Rule): number {
    const earlier = this.#logs.get(key)?.instants[most - 1];
    return earlier === undefined ? 0 : earlier + windowMs;
  }

  #note(rules: Rule[], at: number): void {
    for (const [key, shape] of shapesOf(rules)) {
      const log = this.#logs.get(key) ?? { instants: [], windowMs: shape.windowMs };
      log.instants.unshift(at);
      if (log.instants.length > shape.most) log.instants.length = shape.most;
      this.#logs.set(key, log);
    }
  }

  #sweep(now: number): void {
    for (const [key, { instants, windowMs }] of this.#logs)
      if ((instants[0] ?? 0) + windowMs < now) this.#logs.delete(key);
    for (const [key, until] of this.#blocks) if (until <= now) this.#blocks.delete(key);
  }
}

/** For each key how much of its log is needed, and for how long. */
export function shapesOf(rules: Rule[]): Map<string, { most: number; windowMs: number }> {
  const shapes = new Map<string, { most: number; windowMs: number }>();
  for (const { key, most, windowMs } of rules) {
    const limit = shapes.get(key);
    shapes.set(key, {
      most: Math.max(most, limit?.most ?? 0),
      windowMs: Math.max(windowMs, limit?.windowMs ?? 0),
    });
  }
  return shapes;
}
