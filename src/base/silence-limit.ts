/** A time limit for what comes in parts, such as the lines of a response that never ends: it counts from one part to the next. */
export class SilenceLimit {
  readonly #cut = new AbortController();
  readonly #parent: AbortSignal;
  #timer: NodeJS.Timeout;
  #isOver = false;

  /**
   * @param firstMs how long the first part may take, ms
   * @param parent aborts `signal` too
   */
  constructor(firstMs: number, parent: AbortSignal) {
    this.#parent = parent;
    if (parent.aborted) this.#stop();
    else parent.addEventListener('abort', this.#stop, { once: true });
    this.#timer = this.#after(firstMs);
  }

  /** Aborts when a part takes too long. */
  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** Whether a part took too long. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** A part has come. @param nextMs how long the next one may take, ms */
  heard(nextMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = this.#after(nextMs);
  }

  /** No further part is wanted: aborts what still runs. */
  end(): void {
    clearTimeout(this.#timer);
    this.#parent.removeEventListener('abort', this.#stop);
    this.#stop();
  }

  readonly #stop = (): void => this.#cut.abort();

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#isOver = true;
      this.#stop();
    }, ms);
  }
}
