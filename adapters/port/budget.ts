/** What a network allows: how many posts and calls within which time. The service keeps to it before it sends. */
import type { AccountAccess } from './account.ts';

export interface Budget {
  limits: Limit[];
  /** What a Retry-After applies to. Absent means the account. */
  retryAfter?: 'account' | 'app';
  /** Names the app, for installations with several. Returns nothing secret. Absent if there is one app. */
  appOf?: (account: AccountAccess) => string;
}

/** A number of posts, or of steps (calls that publishing takes), within any stretch of time as long as the window. */
export interface Limit {
  /** How many within any window. */
  max: number;
  windowMs: number;
  /** `post`: the first step of each try of a post; `step`: every step. */
  counts: 'post' | 'step';
  /** `account`: each account on the network has its own; `app`: all accounts that share our app, or our bot. */
  of: 'account' | 'app';
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A limit in the order in which networks state it: `limit(100, DAY_MS, 'post')` is 100 posts a day for an account. */
export const limit = (
  max: number,
  windowMs: number,
  counts: Limit['counts'],
  of: Limit['of'] = 'account',
): Limit => ({ max, windowMs, counts, of });
