/** How many messages of rules leave within which time. */

const HOUR = 3_600_000;

/** A budget of a network account. */
export interface Pace {
  name: string;
  max: number;
  windowMs: number;
}

/** 750 private replies an hour are allowed; the rest is left to people (docs/contract.md, Limits). */
export const PRIVATE_REPLIES: Pace = { name: 'private_replies', max: 700, windowMs: HOUR };
/** The same number, one after the other. */
export const EVEN_PACE: Pace = {
  name: 'private_replies_even',
  max: 1,
  windowMs: Math.ceil(HOUR / PRIVATE_REPLIES.max),
};

/** @param isEven the setting of the account */
export const paceOf = (isEven: boolean): Pace => (isEven ? EVEN_PACE : PRIVATE_REPLIES);
