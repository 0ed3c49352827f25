/**
 * Metrics of posts and accounts. Every call returns what the network said, once: the adapter keeps nothing and repeats
 * nothing. Reading posts by the page, with their numbers, takes the fewest calls (docs/numbers.md).
 */
import type { AccountAccess, CallContext } from './account.ts';
import type { Limit } from './budget.ts';

export interface InsightsPort {
  /** The network's own `views` of an account are those of its profile: they are shown under both names. */
  viewsAreOfProfile?: true;
  /** The names of metrics that are asked for by name, in which days, and for what. Dropped ones stay in the list. */
  metrics: MetricName[];
  /** `all`: the account's posts are shown wherever they were published; `own`: only those that this service made. */
  covers: 'all' | 'own';
  /** Calls that numbers may take within any window; publishing keeps the rest. Absent means the network names no number. */
  limits?: Limit[];
  /** The network charges for what it returns. Absent means reading costs nothing. */
  price?: Price;
  /** What the network's terms demand of numbers that are kept. Absent means nothing. */
  terms?: Terms;

  /** Absent if the network has no numbers of posts, or gives no list of them. */
  posts?: PostsCall;
  /** Numbers of single posts: what the pages miss. Absent if the network has no call for several posts. */
  byId?: ByIdCall;
  /** Everything that the network knows of one post. Absent means it knows no more than the pages say. */
  post?(
    step: InsightsStep & { networkPostId: string; mediaKind: string | null; publishedAt: number | null },
  ): Promise<PostDetail | InsightsProblem>;
  /** Numbers of the account now, and its sums over the last `PERIOD_DAYS` days where the network gives them. */
  account?: AccountCall;
  /** Followers of several accounts with one call. Absent means `account` gives them. */
  followers?: FollowersCall;
  /** Series by day, in the network's own dates. Absent means it gives none. */
  daily?: DailyCall;
}

/** Account sums cover so many days, today included. */
export const PERIOD_DAYS = 28;

/** A call that several posts share. */
interface PostsCall {
  /** How many posts one page holds at most. */
  perPage: number;
  /** Requests that one page takes. */
  requests: number;
  /** A second list that is read after the first (reels), with its own pages. `cursor`: its cursors begin with it. Absent if there is one list. */
  more?: { perPage: number; requests: number; cursor: string };
  /**
   * One page of the account's posts with their numbers, newest first.
   * @param step.limit rows at most, to halve a page that the network refuses. Absent means `perPage`
   * @param step.plain leaves the numbers out that make a page fail: what the list itself says remains
   */
  read(
    step: InsightsStep & { cursor: string | null; limit?: number; plain?: true },
  ): Promise<PostsPage | InsightsProblem>;
}

interface ByIdCall {
  perCall: number;
  /** Posts of several accounts of the network may share a call. */
  mixesAccounts?: true;
  read(step: InsightsStep & { networkPostIds: string[] }): Promise<CountsOfPosts | InsightsProblem>;
}

interface AccountCall {
  requests: number;
  /** It gives sums, not followers alone. */
  sums?: true;
  /** The days of those weeks come with it. */
  days?: true;
  read(step: InsightsStep): Promise<AccountNumbers | InsightsProblem>;
}

interface DailyCall {
  /** Days younger than so many may still change, or be missing. */
  lateDays: number;
  /** Its days add up to the account's sums, which need not be asked. */
  sums?: true;
  /** @param step.from ISO day, as `to`; both are included. At most 90 days */
  read(step: InsightsStep & { from: string; to: string }): Promise<DailyNumbers | InsightsProblem>;
}

interface FollowersCall {
  perCall: number;
  read(step: InsightsStep & { remoteIds: string[] }): Promise<FollowersOf | InsightsProblem>;
}

export type InsightsStep = CallContext & {
  account: AccountAccess;
  /** Names that this account was refused before (`metric_refused`), to be left out. */
  without: RefusedMetric[];
};

/** A name that the network refused to an account, for one kind of media. */
export interface RefusedMetric {
  metric: string;
  /** The network's word (FEED, REELS …); null means in a list, or not about media. */
  mediaKind: string | null;
}

export interface MetricName {
  name: string;
  of: 'post' | 'account' | 'daily';
  /** Kinds of media that have it, by the network's own word. Absent means all. */
  kinds?: string[];
  /** It is safe beside the others in a list of mixed media. */
  inList?: true;
  /** Only for accounts that were connected this way. */
  login?: 'facebook';
  /** ISO days; null means always, or still. `until` is the first day on which the network does not take the name any more. */
  since: string | null;
  until: string | null;
}

/** Amounts in millionths of a US dollar. */
export interface Price {
  post: number;
  /** A post in the account's own list. Absent means as `post`. */
  listed?: number;
  account: number;
  /** What an account may cost in a UTC day unless the settings say otherwise; 0 is off. */
  perDay: number;
  /** The same for a simulated account, whose numbers cost no money. Absent means as `perDay`. */
  simulatedPerDay?: number;
  /** How often a post is read by its age, youngest first; older ones only when somebody asks. */
  ladder: { youngerThanDays: number; everyDays: number }[];
  /** A page has no less than so many posts. */
  leastPerPage: number;
}

interface Terms {
  /** Samples are deleted after so many days unless the operator's own agreement with the network allows more. */
  keepDays: number;
  /** What is shown has to be read again within so many days. */
  refreshWithinDays: number;
}

/** What is shown for every network. Null if the network does not say; never to be read as 0. */
export interface CommonNumbers {
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
}

/** Lifetime counts of a post. */
export interface PostCounts extends CommonNumbers {
  networkPostId: string;
  /** Everything the network said, by its own names. */
  all: { [metric: string]: number };
}

export interface PostNumbers extends PostCounts {
  /** Other ids under which the network knows the post: a reel has one as a video and one as a post. Absent means none. */
  otherIds?: string[];
  url: string | null;
  text: string;
  /** Epoch ms. */
  publishedAt: number;
  /** The network's own word, which `post` wants back; null if it does not say. */
  mediaKind: string | null;
}

/** What every successful read says beside its numbers. */
interface ReadReport {
  /** How many names of metrics came that are not in `metrics`: they are left out. Absent means none. */
  ignored?: number;
  /** How much of what the network allows is used, 0 to 1, where a header says so. Numbers stop at half. */
  used?: number;
  /** What the network charges for this response at most, in millionths of a US dollar. Absent means nothing. */
  cost?: number;
}

export interface PostsPage extends ReadReport {
  kind: 'page';
  items: PostNumbers[];
  /** To be given to the next call; null on the last page. */
  cursor: string | null;
}

export interface CountsOfPosts extends ReadReport {
  kind: 'counts';
  items: PostCounts[];
  /** Those that the network does not have any more, or does not show. */
  gone: string[];
}

/** `at`: an ISO day, or how far into the video (0 to 1). */
export type MetricSeries = { at: string | number; value: number | null }[];

export interface PostDetail extends CommonNumbers, ReadReport {
  kind: 'post';
  networkPostId: string;
  all: { [metric: string]: number | MetricSeries };
  /** What kept a part of it away; the rest is good. Absent means it is whole. */
  lacks?: InsightsProblem;
}

export interface AccountNumbers extends ReadReport {
  kind: 'account';
  /** Now. */
  followers: number | null;
  /** Sums over the last `PERIOD_DAYS` days. */
  views: number | null;
  reach: number | null;
  engagement: number | null;
  profileViews: number | null;
  all: { [metric: string]: number };
  /** Days that came with the same response. Absent means `daily` has to be asked. */
  days?: DaySeries[];
  lacks?: InsightsProblem;
}

export interface FollowersOf extends ReadReport {
  kind: 'followers';
  items: { remoteId: string; followers: number | null; all: { [metric: string]: number } }[];
}

export interface DailyNumbers extends ReadReport {
  kind: 'daily';
  /** The zone in which the network cuts days; null means the account's own, which it does not name. */
  zone: string | null;
  series: DaySeries[];
}

/** Days without a value are left out, and oldest come first. */
export interface DaySeries {
  /** The network's own name. */
  metric: string;
  means: DayMeaning;
  days: { day: string; value: number }[];
}
export type DayMeaning =
  | 'views'
  | 'reach'
  | 'engagement'
  | 'likes'
  | 'comments'
  | 'shares'
  | 'followers'
  | 'followersGained'
  | 'profileViews';

/** Why there are no numbers. Nothing here ends the account's access except `reauthorize`, which every call can meet. */
export type InsightsProblem =
  /** Too many calls. `afterMs`: as long as the network says. */
  | { kind: 'rate_limited'; reason: string; afterMs?: number }
  /** The operator's money or quota at the network is used up. */
  | { kind: 'budget'; reason: string; afterMs?: number }
  | { kind: 'network_down'; reason: string; afterMs?: number }
  /** The account did not give the permission for numbers. All else works. */
  | { kind: 'needs_permission'; reason: string; scope: string }
  /** The network has no such numbers for this account or post (too few followers, too few viewers, a closed API). */
  | { kind: 'not_available'; reason: string }
  /** The post is not there any more. */
  | { kind: 'gone'; reason: string }
  /** One name is refused: repeat the call once without it. Null if the network does not say which of `asked`. */
  | {
      kind: 'metric_refused';
      metric: string | null;
      mediaKind: string | null;
      metrics: string[];
      reason: string;
    }
  /** One of its posts spoils the page, or it is too much data: ask for half as many, and at last for one `plain`. */
  | { kind: 'page_refused'; reason: string }
  /** The access token has ended: renew it and call again. */
  | { kind: 'expired'; reason: string }
  /** A person has to connect the account again. */
  | { kind: 'reauthorize'; reason: string };
