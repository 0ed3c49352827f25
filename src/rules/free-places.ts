/**
 * Which place within the hour of a network account each waiting message asks for again. What was really sent decides; messages
 * that find the hour full are spread over the places that become free, so that they do not all ask for the same one.
 */

interface Waiting {
  /** The newest place that was given out, epoch ms. */
  last: number;
  /** Messages for live broadcasts that wait, and until when they are expected to ask, epoch ms. */
  live: Map<string, number>;
}

/** A message for a broadcast that did not ask for so long is not waited for, ms. */
const LIVE_ASKS_WITHIN_MS = 60_000;

export class FreePlaces {
  readonly #waiting = new Map<string, Waiting>();

  /** How many messages for live broadcasts come first. */
  liveAhead(key: string, now: number): number {
    return [...(this.#waiting.get(key)?.live.values() ?? [])].filter((until) => until > now).length;
  }

  /** @param asked.freeAt when places become free, earliest first, epoch ms. @returns the one to ask for */
  next(asked: { key: string; replyId: string; isLive: boolean; freeAt: number[]; now: number }): number {
    const { key, replyId, isLive, freeAt, now } = asked;
    const waiting = this.#waiting.get(key) ?? { last: 0, live: new Map<string, number>() };
    this.#waiting.set(key, waiting);
    const first = Math.max(now + 1, freeAt[0] ?? now + 1);
    if (isLive) {
      waiting.live.set(replyId, first + LIVE_ASKS_WITHIN_MS);
      return first;
    }
    const next = freeAt.find((at) => at > waiting.last && at > now) ?? first;
    waiting.last = next;
    return next;
  }

  /** A message waits no more. */
  done(key: string, replyId: string): void {
    this.#waiting.get(key)?.live.delete(replyId);
  }
}
