/**
 * When a webhook that failed is sent again. Meta documents the ends and not the steps: changes are repeated with growing
 * pauses for up to 36 hours; after an hour of failures of an account's messaging events the app is unsubscribed from the
 * account ("Webhooks Disabled").
 */
import type { OutgoingEvent } from './event.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds after the first try. The first repeat is immediate. */
const REPEATS: { [family in OutgoingEvent['family']]: number[] } = {
  changes: [0, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 36 * HOUR],
  messaging: [0, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR],
};

/** Failures of messaging events for this long end the account's subscription. */
export const PATIENCE_MS = HOUR;

/**
 * When the next try is due.
 * @param attempts how many have been made
 * @returns epoch ms; null if it is given up
 */
export function nextTry(
  { family, triedAt, attempts }: { family: OutgoingEvent['family']; triedAt: number; attempts: number },
  speed: number,
): number | null {
  const pause = REPEATS[family][attempts - 1];
  return pause === undefined ? null : triedAt + pause / speed;
}
