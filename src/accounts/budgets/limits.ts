/**
 * What networks say they let us do: the one table of it, each line with its source. A limit is a number of posts or of
 * steps (calls that publishing takes) within any stretch of time as long as the window.
 */
import type { AccountAccess, Platform } from '../../../adapters/port/publish.ts';

export interface Limit {
  /** How many within any window. */
  most: number;
  windowMs: number;
  /** `post`: the first step of each try of a post; `step`: every step. */
  counts: 'post' | 'step';
  /** `account`: each account on the network has its own; `app`: all accounts that share our app, or our bot. */
  of: 'account' | 'app';
}

export interface PlatformLimits {
  limits: Limit[];
  /** Whom a Retry-After is about. Default: the account. */
  retryAfter?: 'account' | 'app';
  /** Tells apps apart where an installation may use several; nothing secret. Default: one app. */
  appOf?: (account: AccountAccess) => string;
}
export type LimitTable = { [platform in Platform]?: PlatformLimits };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const limit = (
  most: number,
  windowMs: number,
  counts: Limit['counts'],
  of: Limit['of'] = 'account',
): Limit => ({ most, windowMs, counts, of });

/**
 * Networks that are missing name no number (facebook, ghost, wordpress): there a Retry-After is obeyed.
 */
export const LIMITS: LimitTable = {
  // content publishing: 100 API-published posts in a rolling 24 hours; a carousel is one
  instagram: { limits: [limit(100, DAY, 'post')] },
  // threads_publishing_limit: 250 posts in a rolling 24 hours
  threads: { limits: [limit(250, DAY, 'post')] },
  // rate limits of bsky.social hosts: 5,000 points an hour and 35,000 a day, a created record costs 3
  bluesky: { limits: [limit(1_666, HOUR, 'post'), limit(11_666, DAY, 'post')] },
  // defaults of the server: 300 requests in 5 minutes for an account
  mastodon: { limits: [limit(300, 5 * MINUTE, 'step')] },
  // bots FAQ: a message a second in a chat, 20 a minute in a group, 30 a second for a bot
  telegram: {
    limits: [limit(1, SECOND, 'step'), limit(20, MINUTE, 'step'), limit(30, SECOND, 'step', 'app')],
    // the number before the colon names the bot; what follows is the secret
    appOf: ({ credentials }) => /^\d+(?=:)/.exec(credentials['token'] ?? '')?.[0] ?? '',
  },
  // X-RateLimit headers seen of webhooks: 5 in 2 seconds, 30 a minute in a channel
  discord: { limits: [limit(5, 2 * SECOND, 'step'), limit(30, MINUTE, 'step')] },
  // rate limits: about one message a second in a channel
  slack: { limits: [limit(1, SECOND, 'step')] },
  // POST /2/tweets: 100 in 15 minutes for a user, 10,000 in 24 hours for an app
  x: { limits: [limit(100, 15 * MINUTE, 'post'), limit(10_000, DAY, 'post', 'app')] },
  // Share on LinkedIn: 150 calls a day for a member, 100,000 for an app; the throttle names no end
  linkedin: { limits: [limit(150, DAY, 'step'), limit(100_000, DAY, 'step', 'app')] },
  // videos.insert since June 2026: 100 a day for a project
  youtube: { limits: [limit(100, DAY, 'post', 'app')], retryAfter: 'app' },
  // content posting: 6 inits a minute for a token, about 15 direct posts a day for a creator
  tiktok: { limits: [limit(6, MINUTE, 'post'), limit(15, DAY, 'post')] },
  // standard access: 100 requests a second for a user of an app
  pinterest: { limits: [limit(100, SECOND, 'step')] },
  // 100 requests a minute for a client id, averaged over 10 minutes
  reddit: { limits: [limit(1_000, 10 * MINUTE, 'step', 'app')] },
  // for a consumer key 1,000 an hour and 5,000 a day; 250 posts a day for a user
  tumblr: {
    limits: [limit(250, DAY, 'post'), limit(1_000, HOUR, 'step', 'app'), limit(5_000, DAY, 'step', 'app')],
    retryAfter: 'app',
  },
  // creating articles: 10 in 30 seconds
  devto: { limits: [limit(10, 30 * SECOND, 'post')] },
  // 500 mutations a minute
  hashnode: { limits: [limit(500, MINUTE, 'step')] },
  // 10 edits a minute for a profile, 300 requests a minute for a project
  google_business: { limits: [limit(10, MINUTE, 'post'), limit(300, MINUTE, 'step', 'app')] },
};
