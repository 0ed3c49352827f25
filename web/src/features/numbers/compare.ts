/** Comparisons at the same age: a post of yesterday has had less time than one of last month. Pure. */
import { COUNTS, type Count, type Counts } from './shapes.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

/** The ages at which posts are compared. */
export const AGES = ['24h', '7d'] as const;
export type Age = (typeof AGES)[number];

const HOUR_MS = 3_600_000;
export const AGE_MS: { [age in Age]: number } = { '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS };

/** What a post counted at an age. */
export interface AgedPost {
  accountId: string;
  platform: string;
  networkPostId: string;
  /** ISO text. */
  publishedAt: string;
  /** Null if it is not that old yet, or its numbers were not read then. */
  at24h: Counts | null;
  at7d: Counts | null;
  /** Null if it was never counted. */
  latest: Counts | null;
}

const countsAt = (post: AgedPost, age: Age): Counts | null => (age === '24h' ? post.at24h : post.at7d);

export interface Compared {
  value: number;
  average: number;
  /** value / average; null if the average is 0. */
  ratio: number | null;
  /** How many the average is of. */
  posts: number;
}

/** The average of the posts that have a count at an age. Null if none has. */
function averageAt(posts: readonly AgedPost[], age: Age, count: Count) {
  const numbers = posts.flatMap((post) => countsAt(post, age)?.[count] ?? []);
  if (numbers.length === 0) return null;
  return { average: numbers.reduce((sum, one) => sum + one, 0) / numbers.length, posts: numbers.length };
}

/** The period before a post, with which it is compared. */
const BEFORE_MS = 28 * 24 * HOUR_MS;

/** One post beside the average of the account's others, at an age. Null means it, or every other one, has no count then. */
export function comparePost(
  post: Pick<AgedPost, 'accountId' | 'networkPostId'>,
  posts: readonly AgedPost[],
  at: { age: Age; count: Count; among: 'all' | 'before' },
): Compared | null {
  const isIt = (one: AgedPost) =>
    one.accountId === post.accountId && one.networkPostId === post.networkPostId;
  const mine = posts.find(isIt);
  const value = mine === undefined ? null : (countsAt(mine, at.age)?.[at.count] ?? null);
  if (mine === undefined || value === null) return null;
  const end = Date.parse(mine.publishedAt);
  const isBefore = ({ publishedAt }: AgedPost) =>
    Date.parse(publishedAt) < end && Date.parse(publishedAt) >= end - BEFORE_MS;
  const others = posts.filter(
    (one) => one.accountId === post.accountId && !isIt(one) && (at.among === 'all' || isBefore(one)),
  );
  const average = averageAt(others, at.age, at.count);
  return average === null ? null : compared(value, average);
}

/**
 * The posts since `from` beside those of the period before, which is as long: averages of a post at an age, of the same accounts.
 * @param period epoch ms
 */
export function comparePeriods(
  posts: readonly AgedPost[],
  period: { from: number; to: number },
  age: Age,
): { [count in Count]: (Compared & { of: number }) | null } {
  const length = period.to - period.from;
  const within = (from: number, to: number) =>
    posts.filter(({ publishedAt }) => {
      const at = Date.parse(publishedAt);
      return at >= from && at < to;
    });
  const now = within(period.from, period.to);
  const before = within(period.from - length, period.from);
  const entries = COUNTS.map((count) => {
    const mine = averageAt(now, age, count);
    const theirs = averageAt(before, age, count);
    return [
      count,
      mine === null || theirs === null ? null : { ...compared(mine.average, theirs), of: mine.posts },
    ];
  });
  return Object.fromEntries(entries) as ReturnType<typeof comparePeriods>;
}

const compared = (value: number, { average, posts }: { average: number; posts: number }): Compared => ({
  value,
  average,
  ratio: average === 0 ? null : value / average,
  posts,
});

/** From here on a change is shown in colour; smaller ones happen without a cause. */
const LARGE_CHANGE = 0.25;
/** Averages of fewer posts say little. */
const MIN_POSTS = 5;

/** Whether a change is large, and which way. Null if it is small, or of too few posts. */
export function largeChange(
  { ratio, posts }: Pick<Compared, 'ratio' | 'posts'>,
  of: number,
): 'up' | 'down' | null {
  if (ratio === null || posts < MIN_POSTS || of < MIN_POSTS) return null;
  if (ratio >= 1 + LARGE_CHANGE) return 'up';
  return ratio <= 1 - LARGE_CHANGE ? 'down' : null;
}

/** Such as `+20 %` or `the same`. Null if there is nothing to compare with. */
export function ratioText(ratio: number | null): string | null {
  if (ratio === null) return null;
  const percent = Math.round((ratio - 1) * 100);
  if (percent === 0) return t('the same');
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString(language.locale)} %`;
}
