/**
 * Metrics of posts and accounts. Not used yet. Reading posts by the page, with their metrics, takes the fewest calls.
 */
import type { AccountAccess, CallContext } from './account.ts';
import type { AccessProblem, Page } from './read.ts';

export interface InsightsPort {
  /** The network's own names of metrics, and the period for which it gives each. */
  metrics: MetricName[];
  /** How many posts one page of `posts` holds at most. */
  postsPerPage: number;
  /** One page of the account's posts with their numbers, newest first, wherever they were published. */
  posts(step: InsightsStep & { cursor: string | null }): Promise<Page<PostNumbers> | AccessProblem>;
  /** Numbers of single posts that the pages miss. Absent: the network has no call for it. */
  byId?(step: InsightsStep & { networkPostIds: string[] }): Promise<Page<PostNumbers> | AccessProblem>;
  /** Numbers of the account as it is now: followers, posts. */
  account?(step: InsightsStep): Promise<AccountNumbers | AccessProblem>;
  /** Numbers of the account by day, in the network's own dates. `from` and `to`: ISO days, both included. */
  daily?(step: InsightsStep & { from: string; to: string }): Promise<Page<DayNumbers> | AccessProblem>;
}

export type InsightsStep = CallContext & {
  account: AccountAccess;
  /** Metrics that this account may not read, learnt from an earlier refusal. */
  without: string[];
};

export interface MetricName {
  name: string;
  /** ISO days; null: always, or still. */
  since: string | null;
  until: string | null;
}

/** What Troupe shows for every network. Null: the network does not say. */
export interface CommonNumbers {
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
}

export interface PostNumbers extends CommonNumbers {
  networkPostId: string;
  url: string | null;
  text: string;
  /** Epoch ms. */
  publishedAt: number;
  /** Everything the network said, by its own names. */
  all: { [metric: string]: number };
}

export interface AccountNumbers {
  kind: 'account';
  followers: number | null;
  all: { [metric: string]: number };
}

export interface DayNumbers {
  /** ISO day in the network's own time zone. */
  day: string;
  all: { [metric: string]: number };
}
