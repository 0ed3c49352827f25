/** How Meta's containers are waited for while they are processed (instagram, threads). */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The guide says five minutes at most; long Reels take up to eight in practice. The delivery's own retries take over then. */
const PROCESSING_DEADLINE_MS = 8 * MINUTE;
/** Longer than any wait between two checks: a check after such a pause comes from a retry, and starts a new wait. */
const PAUSE_MS = 2 * MINUTE;

/** Since when a container is waited for, and when it was last checked; epoch ms. */
export interface Waited {
  since: number;
  lookedAt: number;
}

/**
 * When to check again: soon at first, then less often (the guide asks for once a minute).
 * @param now epoch ms
 * @returns what to keep, and ms to wait; null past the deadline
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
