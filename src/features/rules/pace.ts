/** How many messages of rules leave within which time. */

const HOUR = 3_600_000;

/** 750 private replies an hour are allowed; the rest is left to people (docs/contract.md, Limits). */
export const PRIVATE_REPLIES = { max: 700, windowMs: HOUR } as const;
/** The same number, one after the other. */
export const EVEN_PACE = { windowMs: Math.ceil(HOUR / PRIVATE_REPLIES.max) } as const;
