/** Answers that are remembered for a while, the newest so many of them. */
export class Remembered<Value> {
  readonly #most: number;
  readonly #forMs: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, { value: Value; until: number }>();

  /** @param options now: a clock that only moves ahead, ms */
  constructor({ most, forMs, now }: { most: number; forMs: number; now: () => number }) {
    this.#most = most;
    this.#forMs = forMs;
    this.#now = now;
  }

  get(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    if (kept.until > this.#now()) return kept.value;
    this.#kept.delete(key);
    return undefined;
  }

  set(key: string, value: Value): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: this.#now() + this.#forMs });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
  }
}
