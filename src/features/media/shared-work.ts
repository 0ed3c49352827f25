/**
 * Work that several callers request at the same time runs once. A caller that leaves does not stop it for the others.
 */
export class SharedWork<T> {
  readonly #running = new Map<string, Promise<T>>();

  /**
   * @param signal ends the caller's wait, never the work
   * @throws the signal's reason; what the work throws
   */
  async run(key: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let running = this.#running.get(key);
    if (running === undefined) {
      running = work().finally(() => this.#running.delete(key));
      this.#running.set(key, running);
    }
    return Promise.race([running, endOf(signal)]);
  }
}

/** Rejects with the signal's reason when it ends. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
