/** Lines of those who ask for something at once, so that each gets it in the order in which it came. */

interface Place {
  /** Fulfilled when everybody before has left the line. */
  turn: Promise<void>;
  leave(): void;
}

export class Lines {
  /** Fulfilled when the last of a line has left it. */
  readonly #ends = new Map<string, Promise<void>>();

  /** Takes the last place of a line. Whoever has it leaves it in any case: those behind wait for that. */
  enter(key: string): Place {
    const before = this.#ends.get(key) ?? Promise.resolve();
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const pass = async () => {
      await before;
      await left;
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    };
    const end: Promise<void> = pass();
    this.#ends.set(key, end);
    return { turn: before, leave };
  }

  /** Lines in which somebody is. */
  get size(): number {
    return this.#ends.size;
  }
}
