/**
 * A token bucket that limits what a client may send over a socket: bursts first, then a steady rate. Protocol pings
 * count.
 */
const BURST = 200;
const MESSAGES_PER_SECOND = 20;

export class Bucket {
  #tokens = BURST;
  #at = performance.now();

  /** @returns false when the client exceeds its rate */
  take(): boolean {
    const now = performance.now();
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#at) / 1000) * MESSAGES_PER_SECOND);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
