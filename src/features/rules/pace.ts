/** How many messages of rules leave within which time. */
import { HOUR_MS } from '../../base/durations.ts';

/** 750 private replies an hour are allowed; the rest is left to people (docs/contract.md, Limits). */
export const PRIVATE_REPLIES = { max: 700, windowMs: HOUR_MS } as const;
/** The same number, one after the other. */
export const EVEN_PACE = { windowMs: Math.ceil(HOUR_MS / PRIVATE_REPLIES.max) } as const;
