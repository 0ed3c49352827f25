/** How long a lookup is tried again that the network did not answer. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits of the first half hour, ms: most faults of a network have ended by then. */
export const SOON_LOOKUP_WAITS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE] as const;
/**
 * Afterwards a lookup is made each hour, so that an outage of the network decides nothing. The last one is within 24 hours, as
 * long as an Idempotency-Key is kept.
 */
export const HOURLY_LOOKUPS = 23;

/**
 * Waits before lookups that failed are made again, ms. After the last one the outcome is unknown. A lookup sends nothing, so it
 * may be repeated as often as it takes.
 */
export const FAILED_LOOKUP_WAITS_MS: readonly number[] = [
  ...SOON_LOOKUP_WAITS_MS,
  ...Array.from({ length: HOURLY_LOOKUPS }, () => HOUR),
];
