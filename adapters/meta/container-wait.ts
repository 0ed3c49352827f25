/** The wait for Meta's containers while the network processes them (instagram, threads). */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The guide says at most five minutes; long Reels take up to eight. After that the delivery's own retries continue. */
const PROCESSING_DEADLINE_MS = 8 * MINUTE;
/** Longer than any wait between two checks: a check after such a pause comes from a retry, and starts a new wait. */
const PAUSE_MS = 2 * MINUTE;

/** When the wait started, and when the container was last checked; epoch ms. */
interface Waited {
  since: number;
  lookedAt: number;
}

/**
 * Computes when to check again: soon at first, then less often (the guide asks for once a minute).
 * @param now epoch ms
 * @returns what to keep, and the wait in ms; null past the deadline
 */
export function nextCheck(
  { since: started, lookedAt }: Waited,
  now: number,
): (Waited & { afterMs: number }) | null {
  const since = now - lookedAt > PAUSE_MS ? now : started;
  const waitedMs = now - since;
  if (waitedMs >= PROCESSING_DEADLINE_MS) return null;
  const afterMs = waitedMs < 9 * SECOND ? 3 * SECOND : waitedMs < MINUTE ? 10 * SECOND : MINUTE;
  return { since, lookedAt: now, afterMs };
}
