/**
 * Which place within the hour of a network account each waiting message asks for again. What was really sent decides; messages
 * that find the hour full are spread over the places that become free, so that they do not all ask for the same one, and whoever
 * asks after them leaves them their places.
 */

/** A message that found the hour full. */
interface Waiting {
  /** Those with a lower rank come first. */
  rank: number;
  /** Until when it is expected to ask, epoch ms. */
  until: number;
}

interface Queue {
  /** The newest place that was given out, epoch ms. */
  last: number;
  /** How many found the hour full so far. */
  count: number;
  /** By the ids of the messages. */
  waiting: Map<string, Waiting>;
}

/** Who asks. */
export interface Asker {
  /** Of the network account. */
  key: string;
  replyId: string;
  /** For a live broadcast: it comes before the others. */
  isLive: boolean;
}

const LIVE_RANK = 0;
/** A message that did not ask for so long after its place is not waited for, ms. */
const ASKS_WITHIN_MS = 60_000;

export class FreePlaces {
  readonly #queues = new Map<string, Queue>();

  /** How many messages that found the hour full come before this one. */
  ahead({ key, replyId, isLive }: Asker, now: number): number {
    const waiting = this.#queues.get(key)?.waiting;
    if (isLive || waiting === undefined) return 0;
    const rank = waiting.get(replyId)?.rank ?? Infinity;
    let count = 0;
    for (const other of waiting.values()) if (other.rank < rank && other.until > now) count += 1;
    return count;
  }

  /** @param found.freeAt when places become free, earliest first, epoch ms. @returns the one to ask for */
  next({ key, replyId, isLive }: Asker, { freeAt, now }: { freeAt: number[]; now: number }): number {
    const queue = this.#queues.get(key) ?? { last: 0, count: 0, waiting: new Map<string, Waiting>() };
    this.#queues.set(key, queue);
    const first = Math.max(now + 1, freeAt[0] ?? now + 1);
    const at = isLive ? first : (freeAt.find((free) => free > queue.last && free > now) ?? first);
    if (!isLive) queue.last = at;
    const rank = isLive ? LIVE_RANK : (queue.waiting.get(replyId)?.rank ?? (queue.count += 1));
    queue.waiting.set(replyId, { rank, until: at + ASKS_WITHIN_MS });
    return at;
  }

  /** A message waits no more. */
  done(key: string, replyId: string): void {
    this.#queues.get(key)?.waiting.delete(replyId);
  }
}
