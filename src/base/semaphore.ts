/** Limits how many things run at once. The rest waits in order. */
export class Semaphore {
  #free: number;
  readonly #line = new Set<() => void>();

  /** @param permits how many may run at once */
  constructor(permits: number) {
    this.#free = permits;
  }

  /** How many wait in line. */
  get waiting(): number {
    return this.#line.size;
  }

  /**
   * Runs work once a permit is free. The permit goes to the next in line whether the work succeeds or throws.
   * @param signal ends the wait, not the work
   * @throws the signal's reason when it ends the wait; what the work throws
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#line;
      if (next === undefined) this.#free += 1;
      else {
        this.#line.delete(next);
        next(); // the permit goes over to it
      }
    }
  }

  #enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#line.delete(enter);
        reject(signal?.reason as Error);
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#line.add(enter);
    });
  }
}
